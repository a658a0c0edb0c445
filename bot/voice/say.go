package voice

import (
	"math/rand/v2"
	"slices"
)

// Memory is what a game keeps of what was said in it. The zero Memory is that of
// a new game.
type Memory struct {
	Ply  int      `json:"ply,omitempty"` // at which the last line was said
	Said []string `json:"said,omitempty"`
}

// pause is how many plies lie between two lines at least.
const pause = 6

// Say is what the character of a level says at a ply, if anything, and the memory
// to keep. The seed is the game's: the same game gets the same lines. A takeback
// may bring the ply down; the pause counts from the line all the same.
func (c *Catalog) Say(locale string, level int, moments []Moment, ply int, seed uint64, m Memory) (Line, Memory, bool) {
	if len(m.Said) > 0 && ply-m.Ply < pause {
		return Line{}, m, false
	}
	random := rand.New(rand.NewPCG(seed, uint64(ply)<<8|uint64(level)))
	for _, moment := range moments {
		if random.IntN(100) >= moment.Kind.eager() {
			continue
		}
		lines := slices.DeleteFunc(c.fitting(locale, level, moment), func(l Line) bool { return slices.Contains(m.Said, l.ID) })
		if len(lines) == 0 {
			continue
		}
		line := lines[random.IntN(len(lines))]
		return line, Memory{ply, append(slices.Clip(m.Said), line.ID)}, true
	}
	return Line{}, m, false
}
