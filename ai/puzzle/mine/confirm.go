package mine

import (
	"context"

	"yeye/ai"
	"yeye/ai/puzzle"
	"yeye/game"
)

// Oracle is another engine. Line returns its best line in g, found with that many nodes, with the score for the side to
// move. g is only read.
type Oracle interface {
	Line(ctx context.Context, g *game.Game, nodes uint64) (ai.Info, error)
}

// Node limits of the confirmation of each position.
const (
	confirmNodes     = 300_000 // of the other engine
	mateConfirmNodes = 50_000  // of the other engine, if the rules alone prove the mate
	secondNodes      = 50_000  // of our engine, to find the second best move
)

// confirmedGap is how much better, in winning chance (0 to 1), the other engine must score the solution than the move
// that our engine finds second best. It is less than [minGap], because engines score differently.
const confirmedGap = 0.15

// Confirm reports whether another engine also finds the solution at every move of the solver: it chooses the same move,
// and scores our second best move clearly worse, or in a mate puzzle not as an equally fast mate.
func (m *Miner) Confirm(ctx context.Context, o Oracle, p puzzle.Puzzle) (bool, error) {
	g := game.NewGame(p.Start, game.Asian)
	for i, want := range p.Line {
		if i%2 == 0 && !endsGame(g.Position(), want) {
			ok, err := m.confirmMove(ctx, o, g, p.Kind, want)
			if err != nil || !ok {
				return false, err
			}
		}
		if err := g.PlayOn(want); err != nil {
			return false, err
		}
	}
	return true, nil
}

func (m *Miner) confirmMove(ctx context.Context, o Oracle, g *game.Game, kind puzzle.Kind,
	want game.Move) (bool, error) {
	nodes := uint64(confirmNodes)
	if kind == puzzle.Mate {
		if moves, _ := shortestMate(g.Position()); moves > 0 {
			nodes = mateConfirmNodes
		}
	}
	best, err := o.Line(ctx, g, nodes)
	if err != nil || len(best.PV) == 0 || best.PV[0] != want {
		return false, err
	}
	lines, err := m.engine.Lines(ctx, g, ai.Limits{Nodes: secondNodes, MultiPV: 2})
	if err != nil {
		return false, err
	}
	second := game.NoMove
	for _, l := range lines {
		if l.Move() != want {
			second = l.Move()
			break
		}
	}
	if second == game.NoMove {
		return true, nil // the only legal move
	}
	after := g.Clone()
	if err := after.Play(second); err != nil {
		return false, err
	}
	if after.Outcome().Over() {
		return false, nil
	}
	reply, err := o.Line(ctx, after, nodes)
	if err != nil {
		return false, err
	}
	if mate, ok := best.Score.Mate(); kind == puzzle.Mate {
		return ok && mate > 0 && !matesWithin(-reply.Score, mate-1), nil
	}
	return winningChance(best.Score)-winningChance(-reply.Score) >= confirmedGap, nil
}
