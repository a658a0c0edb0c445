package player

// Preferences is what a player has chosen, as names that packages render, notation and locale read; "" leaves a thing to the bot.
type Preferences struct {
	Language string // en-US, zh-CN, zh-TW, vi
	Notation string // coordinates, wxf, zh, zh-hant, vi
	Theme    string // wood, night, contrast
	Pieces   string // traditional, simplified, pictogram, letter
	Coords   string // chinese, algebraic, both, none

	Turning    string // of the private board: me, red
	Pings      string // on, off
	Challenges string // everybody, nobody
	Speak      string // on, off: moves in words, for screen readers
}
