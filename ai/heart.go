package ai

import (
	"math/rand/v2"

	"yeye/game"
)

// Book knows moves by heart; package book has one.
type Book interface {
	// Move is a move of the position, drawn by the seed, if the book has one.
	Move(p *game.Position, seed uint64) (game.Move, bool)
}

// Recall is c's move by heart in g, if it has one and feels like playing it.
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
