package voice

import (
	"slices"
	"testing"

	"yeye/ai/character"
)

// What was said in the games before is not said again while there is something else to say.
func TestLinesOfEarlierGames(t *testing.T) {
	c := open(t)
	for _, language := range Languages() {
		for _, level := range character.All() {
			var heard []string
			all := len(c.linesOf(language, level, "greeting"))
			for game := range all {
				m := Memory{EarlierLines: heard}.WithSaid(Moment{Kind: Greeting}, 0, 1)
				line, ok := c.Last(language, level, uint64(game), m)
				if !ok || slices.Contains(heard, line.ID) {
					t.Errorf("%s: %v says %q again in game %d", language, level, line.Text, game+1)
				}
				if kept := ParseMemory(m.String()); !slices.Equal(kept.EarlierLines, m.EarlierLines) {
					t.Errorf("%v is kept as %q", m.EarlierLines, m.String())
				}
				heard = append(heard, line.ID)
			}
			if _, ok := c.Last(language, level, 1, Memory{EarlierLines: heard}.WithSaid(Moment{Kind: Greeting}, 0, 1)); !ok {
				t.Errorf("%s: %v has nothing left to say", language, level)
			}
		}
	}
}
