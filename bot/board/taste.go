package board

// Taste is what a player likes, as names that package render and notation read;
// "" leaves a thing to the bot.
type Taste struct {
	Language string // en-US, zh-CN, zh-TW, vi
	Notation string // coordinates, wxf, zh, zh-hant, vi
	Theme    string // wood, night, contrast
	Men      string // traditional, simplified, pictogram, letter
	Coords   string // chinese, algebraic, both, none

	Turning    string // of the private board: me, red
	Pings      string // on, off
	Challenges string // everybody, nobody
	Speak      string // on, off
}
