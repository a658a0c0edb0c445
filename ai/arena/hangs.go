package arena

import (
	"context"

	"yeye/ai"
	"yeye/game"
)

// hangNodes is the size of the reference's search before and after a move.
const hangNodes = 12_000

// hangLoss is how much worse than the best a move must be to count: if less than
// half a rook was lost there was compensation.
const hangLoss ai.Score = 500

// hopeless is a score at which a rook more or less no longer matters.
const hopeless ai.Score = -1000

// Hangs returns the plies of the moves with which a side hangs a rook: the
// opponent's best reply takes the rook for less than a rook, and another move
// would have been better by half a rook. Moves of the given opening do not count,
// for the player did not choose them, nor do moves in hopeless positions, where a
// player may throw rooks at a mate.
func Hangs(ctx context.Context, e *ai.Engine, p *Played, side game.Color) (plies []int, err error) {
	g := game.NewGame(p.Opening.Start, game.NoRepetition)
	for ply, m := range p.Moves {
		before := *g.Position()
		if err := g.PlayOn(m); err != nil {
			return nil, err
		}
		now := g.Position()
		if ply < len(p.Opening.Moves) || before.Turn() != side || !rookInDanger(now, side) {
			continue
		}
		reply, err := e.Search(ctx, g, ai.Limits{Nodes: hangNodes}, nil)
		if err != nil || now.At(reply.Move().To()).Role() != game.Rook || trade(now, reply.Move()) {
			continue
		}
		g.Takeback()
		best, err := e.Search(ctx, g, ai.Limits{Nodes: hangNodes}, nil)
		if err != nil {
			return nil, err
		}
		if err := g.PlayOn(m); err != nil {
			return nil, err
		}
		if best.Score+reply.Score >= hangLoss && best.Score > hopeless {
			plies = append(plies, ply)
		}
	}
	return plies, nil
}

// trade reports whether m captures with a rook and can be recaptured.
func trade(p *game.Position, m game.Move) bool {
	if p.At(m.From()).Role() != game.Rook {
		return false
	}
	after := p.After(m)
	for _, back := range after.LegalCaptures(nil) {
		if back.To() == m.To() {
			return true
		}
	}
	return false
}

// rookInDanger reports whether the other side can take a rook of side now.
func rookInDanger(p *game.Position, side game.Color) bool {
	for _, m := range p.LegalCaptures(nil) {
		if p.At(m.To()) == game.NewPiece(side, game.Rook) {
			return true
		}
	}
	return false
}
