package ai

import (
	"math/rand/v2"

	"yeye/game"
)

// Book holds opening moves. Package book has an implementation.
type Book interface {
	// Move returns a move of the position, drawn by the seed, if the book has one.
	Move(p *game.Position, seed uint64) (game.Move, bool)
}

// BookMove returns c's book move in g, false if the book has none or c searches instead.
func (c Character) BookMove(b Book, g *game.Game, seed uint64) (game.Move, bool) {
	if b == nil || c.BookPlies == 0 {
		return game.NoMove, false
	}
	random := rand.New(rand.NewPCG(seed, uint64(g.Ply())))
	last := c.BookPlies/2 + random.IntN(c.BookPlies/2+1)
	if random.IntN(4) == 0 || g.Ply() >= last {
		return game.NoMove, false
	}
	m, ok := b.Move(g.Position(), seed+uint64(g.Ply()))
	return m, ok && g.Position().IsLegal(m)
}
