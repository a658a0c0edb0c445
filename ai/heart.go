package ai

import (
	"math/rand/v2"

	"yeye/game"
)

// Book gives book moves; package book has one.
type Book interface {
	// Move returns a move of the position, drawn by the seed, if the book has
	// one.
	Move(p *game.Position, seed uint64) (game.Move, bool)
}

// Recall returns c's book move in g, if it has one and does not choose to think
// for itself.
func (c Character) Recall(b Book, g *game.Game, seed uint64) (game.Move, bool) {
	if b == nil || c.Heart == 0 {
		return game.NoMove, false
	}
	random := rand.New(rand.NewPCG(seed, uint64(g.Ply())))
	far := c.Heart/2 + random.IntN(c.Heart/2+1)
	if random.IntN(4) == 0 || g.Ply() >= far {
		return game.NoMove, false
	}
	m, ok := b.Move(g.Position(), seed+uint64(g.Ply()))
	return m, ok && g.Position().IsLegal(m)
}
