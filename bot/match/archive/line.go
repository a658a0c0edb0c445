package archive

import (
	"yeye/game"
	"yeye/game/record"
)

// Line is the line through a place of a game, up to the place and beyond: the main line, or a variation with the moves
// that lead to it.
type Line struct {
	Start     game.Position
	Moves     []game.Move
	At        int // the ply of the place
	Variation bool
	BranchPly    int        // the ply after which the variation leaves the line above it
	Notes      record.Ply // notes on the move that led to the place, or before the game: without a move then
	Choices   []Choice   // the known next moves, the line's own first

	places []int // by ply
}

// Choice is a next move.
type Choice struct {
	Move  game.Move
	Place int
	Notes  record.Ply
}

// Line returns the line of a place by its number, see [record.Places]; of the nearest of the game's own plies if there
// is no such place. A place of the game itself is numbered by its ply.
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
		c = g.notes.Begin()
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

// Place returns the number of a ply's place; of the nearest ply if there is no such ply.
func (l *Line) Place(ply int) int { return l.places[max(0, min(ply, len(l.Moves)))] }

// Ends reports whether the place is the last of its line.
func (l *Line) AtEnd() bool { return l.At == len(l.Moves) }

// Position returns the position after a ply, and the move that led there.
func (l *Line) Position(ply int) (game.Position, game.Move) {
	p, last := l.Start, game.NoMove
	for _, m := range l.Moves[:ply] {
		p.Do(m)
		last = m
	}
	return p, last
}
