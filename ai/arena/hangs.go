package arena

import (
	"context"

	"yeye/ai"
	"yeye/game"
)

// hangNodes is what the reference looks at on either side of a move.
const hangNodes = 12_000

// hangLoss is how much worse than the best a move must be to count: with less
// than half a rook lost there was something in return.
const hangLoss ai.Score = 500

// hopeless is a position in which a rook more or less is no matter any more.
const hopeless ai.Score = -1000

// Hangs finds the moves of one side that hang a rook: the very next move can take
// it for less than a rook, that is the best answer, and another move would have
// been better by half a rook. It answers with their plies. What happens in the opening is nobody's fault,
// and who is lost anyway may throw rooks at a mate.
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

// trade reports whether m takes with a rook what can be taken back.
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
