package archive

import (
	"yeye/game"
	"yeye/game/record"
)

// Line is a line through a place in a game's tree of moves: all moves from the start to the place, and the first
// continuation after it. It is the main line or a variation.
type Line struct {
	Start     game.Position
	Moves     []game.Move
	At        int // ply of the place
	Variation bool
	BranchPly int        // ply after which the variation branches off its parent line
	Notes     record.Ply // annotations of the move that led to the place; at ply 0 those of the game, without a move
	Choices   []Choice   // known next moves, that of the line first

	places []int // by ply
}

// Choice is a next move at a place.
type Choice struct {
	Move  game.Move
	Place int
	Notes record.Ply
}

// Line returns the line of a place, given its number as in [record.Places]. Places of the main line are numbered by
// ply. An invalid number is clamped to the main line.
func (g *Game) Line(place int) Line {
	if g.notes == nil {
		l := Line{Start: g.Game.Start(), Moves: g.Game.Moves(), At: max(0, min(place, g.Game.Ply()))}
		for ply := range len(l.Moves) + 1 {
			l.places = append(l.places, ply)
		}
		return l
	}
	places := g.notes.Places()
	if place < 0 || place >= places.Len() {
		place = max(0, min(place, len(g.notes.Line)))
	}
	c, err := places.At(place)
	if err != nil { // each number below Len is a place
		c = g.notes.NewCursor()
	}
	l := Line{Start: g.notes.Start, At: len(c.Moves()), Variation: c.Depth() > 0, Notes: g.Notes(0)}
	if last := c.Last(); last != nil {
		l.Notes = *last
	}
	for i := range c.Choices() {
		next, err := g.notes.At(c.Path())
		if err != nil {
			break
		}
		if i == 0 {
			next.Next()
		} else {
			next.Enter(i - 1)
		}
		l.Choices = append(l.Choices, Choice{next.Last().Move, places.Number(next), *next.Last()})
	}
	depth := c.Depth()
	for c.Next() {
	}
	l.Moves = c.Moves()
	l.places = make([]int, len(l.Moves)+1)
	for ply := len(l.Moves); ply > 0; ply-- {
		l.places[ply] = places.Number(c)
		if c.Back(); c.Depth() < depth {
			l.BranchPly, depth = ply-1, 0
		}
	}
	return l
}

// Place returns the number of the place at a ply, which is clamped to the line.
func (l *Line) Place(ply int) int { return l.places[max(0, min(ply, len(l.Moves)))] }

// AtEnd reports whether the place is the end of its line.
func (l *Line) AtEnd() bool { return l.At == len(l.Moves) }

// Position returns the position after ply plies, and the move that led there.
func (l *Line) Position(ply int) (game.Position, game.Move) {
	p, last := l.Start, game.NoMove
	for _, m := range l.Moves[:ply] {
		p.Do(m)
		last = m
	}
	return p, last
}
