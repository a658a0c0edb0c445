package ai

import (
	"math"
	"math/rand/v2"

	"yeye/game"
)

// Nobody plays equally well every day. How well a character plays in a game, and
// whether the Kid tries to win it, is drawn once per game.

// moodPlies is the ply from which a character's day depends only on the opening
// moves, which differ from game to game, so that it stays the same for the rest
// of the game although each turn may have another seed.
const moodPlies = 6

// mood returns a source of chance that is the same throughout a game.
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

// today returns the number of nodes it searches in this game.
func (c Character) today(g *game.Game, seed uint64) uint64 {
	if c.Form <= 1 {
		return c.Nodes
	}
	form := 2*c.mood(g, seed, 0x666f726d).Float64() - 1
	return uint64(float64(c.Nodes) * math.Pow(float64(c.Form), form))
}

// dreaming reports whether this is a game that it does not want to end.
func (c Character) dreaming(g *game.Game, seed uint64) bool {
	return c.Dreams > 0 && c.mood(g, seed, 0x647265616d).IntN(256) < c.Dreams
}

// goingOn returns the moves that leave the other side a legal move.
func goingOn(p *game.Position) (moves []game.Move) {
	for _, m := range p.LegalMoves(nil) {
		if after := p.After(m); after.HasLegal() {
			moves = append(moves, m)
		}
	}
	return moves
}
