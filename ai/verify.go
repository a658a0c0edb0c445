package ai

import (
	"context"

	"yeye/game"
)

// A shallow search with several lines sometimes relies on a reply that does not exist, especially with few nodes. A
// move that leaves a rook en prise is verified by a search of one line with at least verifyMinNodes.
const (
	verifyMinNodes       = 20_000
	verifyLoss     Score = 300 // the exchange must lose at least this
)

// hangsRook reports whether the other side can win material by capturing a rook after m.
func hangsRook(p *game.Position, m game.Move) bool {
	after := p.After(m)
	us := p.Turn()
	var buf [game.MaxMoves]game.Move
	for _, c := range after.LegalCaptures(buf[:0]) {
		if after.At(c.To()) == game.NewPiece(us, game.Rook) && seeGE(&after, c, verifyLoss) {
			return true
		}
	}
	return false
}

// verifyNodes returns the nodes of a verifying search.
func (c Character) verifyNodes() uint64 { return max(c.Nodes, verifyMinNodes) }

// verify searches again within the rest of lim's time and returns the best move, or m if it found none.
func (c Character) verify(ctx context.Context, e *Engine, g *game.Game, m game.Move, lim Limits) game.Move {
	o := e.Options()
	o.Noise = 0
	e.Configure(o)
	lim.Nodes, lim.Depth, lim.MultiPV = c.verifyNodes(), 0, 1
	info, err := e.Search(ctx, g, lim, nil)
	if err != nil || info.Move() == game.NoMove {
		return m
	}
	return info.Move()
}
