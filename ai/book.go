package ai

import (
	"math/rand/v2"

	"yeye/game"
)

// Book holds opening moves. Package book has an implementation.
type Book interface {
	// Move returns a book move of the position, drawn by the seed; false if the book has none.
	Move(p *game.Position, seed uint64) (game.Move, bool)
}

// BookMove returns c's move in g from its school or else from b; false if neither has one or c prefers to search.
// Without a book (b is nil) it is always false.
func (c Character) BookMove(b Book, g *game.Game, seed uint64) (game.Move, bool) {
	if b == nil {
		return game.NoMove, false
	}
	random := rand.New(rand.NewPCG(seed, uint64(g.Ply())))
	within := func(plies int) bool { return g.Ply() < plies/2+random.IntN(plies/2+1) }
	if random.IntN(4) == 0 {
		return game.NoMove, false
	}
	if within(c.School.Plies) {
		if m, ok := c.School.move(g.Position(), random); ok {
			return m, true
		}
	}
	if !within(c.BookPlies) {
		return game.NoMove, false
	}
	m, ok := b.Move(g.Position(), seed+uint64(g.Ply()))
	return m, ok && g.Position().IsLegal(m)
}
