package voice

import (
	"math/rand/v2"
	"strings"

	"yeye/ai/character"
)

// StoryPart is a part of a character's story about a finished game. Its String is the key in catalogs.
type StoryPart uint8

const (
	ToldWon     StoryPart = iota // opening words: the character won
	ToldLost                     // opening words: the character lost
	ToldDrawn                    // opening words: a draw
	ToldWatched                  // opening words: the character did not play; only the host has lines
	ToldQuiet                    // the game had no turning point
	ToldMine                     // a mistake by the character
	ToldYours                    // a mistake by another player
	ToldYou                      // "you", for a mistake by the reader
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

// StoryMove holds the values for the placeholders of a line about a move. They are inserted unescaped.
type StoryMove struct {
	Number              string // move number
	Who                 string // who made it; only for ToldYours
	Move, Fault, Better string
}

// Tell returns a character's line for a part of a story, "" if it has none. The seed is the game's. nth is the number
// of lines told for that part before: lines rotate, so that all are used before one repeats.
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
