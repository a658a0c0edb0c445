package puzzlesbot

// What the tests look at.
var (
	Mated       = mateReasons
	Guarding    = fewestGuards
	PinnedTaker = pinnedTaker
)
