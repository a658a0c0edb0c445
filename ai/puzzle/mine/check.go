package mine

import (
	"context"
	"fmt"

	"yeye/ai"
	"yeye/ai/puzzle"
	"yeye/game"
)

// Judge is an engine that took no part in finding the puzzles. Ask returns its best line in g among the given moves, or
// among all if none are given.
type Judge interface {
	Ask(ctx context.Context, g *game.Game, among []game.Move) (ai.Info, error)
}

// Verdict is a judge's opinion on a puzzle.
type Verdict struct {
	Agreed    int    // number of the solver's moves, from the first, that the judge agrees with
	Objection string // the objection to the next move, "" if the judge agrees with the whole line
}

// AgreesOnFirst reports whether the judge agrees with the first move.
func (v Verdict) AgreesOnFirst() bool { return v.Agreed > 0 || v.Objection == "" }

// Check asks a judge about each of the solver's moves. The judge must choose the same move. In a mate puzzle, the best
// other move must not mate as fast; in other puzzles it must be worse by [confirmedGap]. A move that ends the game is
// not checked.
func Check(ctx context.Context, j Judge, p puzzle.Puzzle) (v Verdict, err error) {
	g := game.NewGame(p.Start, game.Asian)
	for i, want := range p.Line {
		if i%2 == 0 {
			if v.Objection, err = objection(ctx, j, g, p.Kind, want); err != nil || v.Objection != "" {
				return v, err
			}
			v.Agreed++
		}
		if err := g.PlayOn(want); err != nil {
			return v, err
		}
	}
	return v, nil
}

// objection returns a judge's objection to a move of a solution, "" if it has none.
func objection(ctx context.Context, j Judge, g *game.Game, kind puzzle.Kind, want game.Move) (string, error) {
	if endsGame(g.Position(), want) {
		return "", nil
	}
	var others []game.Move
	for _, m := range g.Position().LegalMoves(nil) {
		if m != want {
			others = append(others, m)
		}
	}
	if len(others) == 0 {
		return "", nil
	}
	best, err := j.Ask(ctx, g, nil)
	if err != nil {
		return "", err
	}
	if len(best.PV) == 0 || best.PV[0] != want {
		return fmt.Sprintf("%s: it plays %v, %s", want, best.PV[:min(1, len(best.PV))], best.Score), nil
	}
	second, err := j.Ask(ctx, g, others)
	if err != nil {
		return "", err
	}
	mate, mates := best.Score.Mate()
	switch {
	case kind == puzzle.Mate && (!mates || mate <= 0):
		return fmt.Sprintf("%s: it sees no mate, %s", want, best.Score), nil
	case kind == puzzle.Mate && matesWithin(second.Score, mate):
		return fmt.Sprintf("%s: %v mates as fast, %s", want, second.PV[:1], second.Score), nil
	case kind != puzzle.Mate && winningChance(best.Score)-winningChance(second.Score) < confirmedGap:
		return fmt.Sprintf("%s: %v is nearly as good, %s and %s", want, second.PV[:min(1, len(second.PV))], best.Score,
			second.Score), nil
	}
	return "", nil
}
