package voice

import (
	"math/rand/v2"
	"slices"

	"yeye/ai/character"
)

// minPliesBetween is the minimum number of plies between two lines.
const minPliesBetween = 6

// Say returns what a character says at a ply and turn, ok being false for nothing, and the new memory. Pending is
// cleared in either case. The seed is the game's: the same game gets the same lines. Takebacks may lower the ply; the
// pause still counts from the last line.
func (c *Catalog) Say(locale string, level character.Level, moments []Moment, ply int, turn int64, seed uint64,
	m Memory) (Line, Memory, bool) {
	m.Pending = nil
	if n := len(m.Said); n > 0 && ply-m.Said[n-1].Ply < minPliesBetween {
		return Line{}, m, false
	}
	random := rand.New(rand.NewPCG(seed, uint64(ply)<<8|uint64(level)))
	for _, moment := range moments {
		if random.IntN(100) >= moment.Kind.percent() {
			continue
		}
		next := m.WithSaid(moment, ply, turn)
		if line, ok := c.Last(locale, level, seed, next); ok {
			return line, next, true
		}
	}
	return Line{}, m, false
}

// Last returns the last line of a memory in a language; ok is false if the language has no unused line for its moment.
// The choice depends on all lines before, so that none is repeated in any language.
func (c *Catalog) Last(locale string, level character.Level, seed uint64, m Memory) (last Line, ok bool) {
	lines := c.Lines(locale, seed, m, func(Said) character.Level { return level })
	if len(lines) == 0 {
		return Line{}, false
	}
	last = lines[len(lines)-1]
	return last, last.Text != ""
}

// Lines returns the line for each moment of a memory in a language, the zero Line where none was left. speaker returns
// the character that spoke. Lines of earlier games are reused only if there are no others.
func (c *Catalog) Lines(locale string, seed uint64, m Memory, speaker func(Said) character.Level) []Line {
	used, all := map[string]bool{}, make([]Line, len(m.Said))
	for i, s := range m.Said {
		level := speaker(s)
		lines := slices.DeleteFunc(c.linesFor(locale, level, s.Moment), func(l Line) bool { return used[l.Text] })
		if fresh := slices.DeleteFunc(slices.Clone(lines),
			func(l Line) bool { return slices.Contains(m.EarlierLines, l.ID) }); len(fresh) > 0 {
			lines = fresh
		}
		if len(lines) == 0 {
			continue
		}
		random := rand.New(rand.NewPCG(seed, uint64(s.Turn)<<8|uint64(level)))
		all[i] = lines[random.IntN(len(lines))]
		used[all[i].Text] = true
	}
	return all
}

// WithSaid returns a copy with a moment added to Said.
func (m Memory) WithSaid(moment Moment, ply int, turn int64) Memory {
	m.Said = append(slices.Clip(m.Said), Said{moment, ply, turn})
	return m
}
