package explain

import (
	"context"

	"yeye/ai"
	"yeye/game"
)

// defenceShare is the part of a search's nodes that goes into the other answers to the move it found, and tailShare into what
// extends a line that is too short.
const defenceShare, tailShare = 5, 25

// minLine is how long a line should be, in plies, for facts to be found on it: the engine's table often cuts it short, and what is
// taken with the next move would be said to stand well.
const minLine = 8

// Prove completes what a search of so many nodes found in g: the line of its best move, long enough to show what is said of it, and
// lines of the same move with the opponent's other answers that are nearly as good. g is only read.
func Prove(ctx context.Context, engine Liner, g *game.Game, line []game.Move, score ai.Score, nodes uint64) (whole []game.Move, also [][]game.Move, err error) {
	if whole, err = complete(ctx, engine, g, line, score, nodes/tailShare); err != nil {
		return nil, nil, err
	}
	others, err := defences(ctx, engine, g, whole, score, nodes/defenceShare)
	if err != nil {
		return nil, nil, err
	}
	for _, l := range others {
		if l, err = complete(ctx, engine, g, l, 0, nodes/tailShare); err != nil {
			return nil, nil, err
		}
		also = append(also, l)
	}
	return whole, also, nil
}

// complete extends a line that is too short for facts, one that promises mate up to the mate, and one that promises a ruling on
// repetition far enough for it.
func complete(ctx context.Context, engine Liner, g *game.Game, line []game.Move, score ai.Score, nodes uint64) ([]game.Move, error) {
	whole := minLine
	switch moves, mate := score.Mate(); {
	case mate && moves > 0:
		whole = 2*moves - 1
	case mate:
		whole = -2 * moves
	case score >= ai.RuleBound || score <= -ai.RuleBound:
		whole = 2 * minLine
	}
	at := g.Clone()
	for i, m := range line {
		if at.PlayOn(m) != nil {
			return line[:i], nil
		}
	}
	for len(line) < whole && at.Position().HasLegal() {
		found, err := engine.Lines(ctx, at, ai.Limits{Nodes: nodes})
		if err == nil {
			err = context.Cause(ctx) // a search that was cut short proves nothing
		}
		if err != nil {
			return nil, err
		}
		if len(found) == 0 || len(found[0].PV) == 0 {
			return line, nil
		}
		rest := found[0].PV
		for _, m := range rest[:min(len(rest), whole-len(line))] {
			if at.PlayOn(m) != nil {
				return line, nil
			}
			line = append(line[:len(line):len(line)], m)
		}
	}
	return line, nil
}
