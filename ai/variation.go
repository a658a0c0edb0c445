package ai

import (
	"math"
	"math/rand/v2"

	"yeye/game"
)

// A character's nodes in a game, and whether it mates in it, are drawn once per game.

// gamePlies is the number of opening moves that seed the draw. Openings differ from game to game, and the draw stays
// the same for the rest of the game even if each move gets another seed.
const gamePlies = 6

// gameRandom returns random numbers that are the same throughout a game and different for each purpose.
func (c Character) gameRandom(g *game.Game, seed, purpose uint64) *rand.Rand {
	if g.Ply() >= gamePlies {
		start := g.Start()
		seed = start.Key()
		for _, m := range g.Moves()[:gamePlies] {
			seed = (seed ^ uint64(m)) * 0x9e3779b97f4a7c15
			seed ^= seed >> 32
		}
	}
	us := uint64(g.Position().Turn())
	return rand.New(rand.NewPCG(seed^uint64(c.Level)<<56^us<<48, purpose))
}

// nodes returns the number of nodes that c searches for a move in this game.
func (c Character) nodes(g *game.Game, seed uint64) uint64 {
	if c.Variation <= 1 {
		return c.Nodes
	}
	exponent := 2*c.gameRandom(g, seed, 0x666f726d).Float64() - 1
	return uint64(float64(c.Nodes) * math.Pow(float64(c.Variation), exponent))
}

// avoidsMate reports whether c avoids mating in this game.
func (c Character) avoidsMate(g *game.Game, seed uint64) bool {
	return c.NeverMates > 0 && c.gameRandom(g, seed, 0x647265616d).IntN(256) < c.NeverMates
}

// withoutMates returns the moves that leave the other side at least one legal move.
func withoutMates(p *game.Position) (moves []game.Move) {
	for _, m := range p.LegalMoves(nil) {
		if after := p.After(m); after.HasLegal() {
			moves = append(moves, m)
		}
	}
	return moves
}
