package ai

import (
	"math"
	"math/rand/v2"

	"yeye/game"
)

// Nobody is the same every day. How well a character plays in a game, and whether
// the Kid thinks of winning it, is drawn once for the game.

// moodPlies is after how many plies a character's day is decided: by the moves of
// the opening, which differ from game to game, so that it lasts for the game
// though every turn may come with another seed.
const moodPlies = 6

// mood is the chance that is the same all through a game.
func (c Character) mood(g *game.Game, seed, what uint64) *rand.Rand {
	if g.Ply() >= moodPlies {
		start := g.Start()
		seed = start.Key()
		for _, m := range g.Moves()[:moodPlies] {
			seed = (seed ^ uint64(m)) * 0x9e3779b97f4a7c15
			seed ^= seed >> 32
		}
	}
	us := uint64(g.Position().Turn())
	return rand.New(rand.NewPCG(seed^uint64(c.Level)<<56^us<<48, what))
}

// today is how many nodes it looks at in this game.
func (c Character) today(g *game.Game, seed uint64) uint64 {
	if c.Form <= 1 {
		return c.Nodes
	}
	form := 2*c.mood(g, seed, 0x666f726d).Float64() - 1
	return uint64(float64(c.Nodes) * math.Pow(float64(c.Form), form))
}

// dreaming reports whether this game is one of those it does not want to end.
func (c Character) dreaming(g *game.Game, seed uint64) bool {
	return c.Dreams > 0 && c.mood(g, seed, 0x647265616d).IntN(256) < c.Dreams
}

// goingOn is the moves that leave the other side a move.
func goingOn(p *game.Position) (moves []game.Move) {
	for _, m := range p.LegalMoves(nil) {
		if after := p.After(m); after.HasLegal() {
			moves = append(moves, m)
		}
	}
	return moves
}
