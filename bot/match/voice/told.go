package voice

import (
	"math/rand/v2"
	"strings"

	"yeye/ai/character"
)

// Part is a part of a game that a character tells afterwards. Keys of catalogs are its String.
type StoryPart uint8

const (
	ToldWon     StoryPart = iota // how it begins: the character won
	ToldLost                // lost
	ToldDrawn               // drew
	ToldWatched             // was not playing; only the host tells such games
	ToldQuiet               // there was no move on which the game turned
	ToldMine                // a move of the character's that went wrong
	ToldYours               // such a move of another player's
	ToldYou                 // how the character addresses the listener, if they made the move
)

var storyPartNames = [...]string{"won", "lost", "drawn", "watched", "quiet", "mine", "yours", "you"}

// Parts is the number of parts.
const Parts = len(storyPartNames)

// String returns the key of the part in catalogs.
func (p StoryPart) String() string {
	if int(p) < len(storyPartNames) {
		return "told." + storyPartNames[p]
	}
	return "unknown"
}

// Told is what a line about a move says. Texts go in as they are.
type StoryMove struct {
	Number              string // of the move
	Who                 string // made it; only for ToldYours
	Move, Fault, Better string
}

// Tell returns what a character says of a part of a game, "" if nothing. The seed is the game's, nth counts what was
// told of it before, so that no line comes twice before all have come.
func (c *Catalog) Tell(locale string, level character.Level, p StoryPart, seed uint64, nth int, t StoryMove) string {
	lines := c.linesOf(locale, level, p.String())
	if len(lines) == 0 {
		return ""
	}
	first := rand.New(rand.NewPCG(seed, uint64(p)<<8|uint64(level))).IntN(len(lines))
	line := lines[(first+nth)%len(lines)]
	return strings.NewReplacer("{n}", t.Number, "{who}", t.Who, "{move}", t.Move, "{fault}", t.Fault, "{better}",
		t.Better).Replace(line)
}
