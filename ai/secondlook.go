package ai

import (
	"context"

	"yeye/game"
)

// A serious player looks twice before leaving a rook where it can be taken. A
// shallow search with several lines sometimes believes in a reply that does not
// exist, above all on a bad day; the second look is a search of one line, at
// least as deep as on an ordinary day.
const (
	secondLook       = 20_000 // nodes at least
	stake      Score = 300    // the least gain of the exchange that is worth a second look
)

// rookAtStake reports whether after m the other side can gain by taking a rook.
func rookAtStake(p *game.Position, m game.Move) bool {
	after := p.After(m)
	us := p.Turn()
	var buf [game.MaxMoves]game.Move
	for _, c := range after.LegalCaptures(buf[:0]) {
		if after.At(c.To()) == game.NewPiece(us, game.Rook) && gains(&after, c, stake) {
			return true
		}
	}
	return false
}

// looksTwice returns the nodes that c spends on a second look.
func (c Character) looksTwice() uint64 { return max(c.Nodes, secondLook) }

// again returns the move of a second look within the rest of lim's time, m if
// there was none.
func (c Character) again(ctx context.Context, e *Engine, g *game.Game, m game.Move, lim Limits) game.Move {
	o := e.Options()
	o.Noise = 0
	e.Configure(o)
	lim.Nodes, lim.Depth, lim.MultiPV = c.looksTwice(), 0, 1
	info, err := e.Search(ctx, g, lim, nil)
	if err != nil || info.Move() == game.NoMove {
		return m
	}
	return info.Move()
}
