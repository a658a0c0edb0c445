package puzzlesbot

// What the tests look at.
var (
	Mated       = mated
	Guarding    = guarding
	PinnedTaker = pinnedTaker
)
