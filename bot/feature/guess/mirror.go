package guess

import (
	"slices"

	"yeye/bot/match/archive"
)

// In a mirror-symmetric position 炮二平五 and 炮八平五 are the same move. A guess of either one is right; if the other was
// played, the rest of the game is shown as its mirror image.

// line returns the line of a place as a round shows it.
func (s *score) line(one *archive.Game, place int) archive.Line {
	l := one.Line(place)
	if s.mirror {
		l = mirrored(l)
	}
	return l
}

// symmetric reports whether the position at a line's place is its own mirror image.
func symmetric(l *archive.Line) bool {
	p, _ := l.Position(l.At)
	q := p.Mirror()
	return p.Same(&q)
}

// mirrored returns the mirror image of a line.
func mirrored(l archive.Line) archive.Line {
	l.Start, l.Moves, l.Choices = l.Start.Mirror(), slices.Clone(l.Moves), slices.Clone(l.Choices)
	for i, m := range l.Moves {
		l.Moves[i] = m.Mirror()
	}
	for i := range l.Choices {
		c := &l.Choices[i]
		c.Move, c.Notes.Move = c.Move.Mirror(), c.Notes.Move.Mirror()
	}
	return l
}
