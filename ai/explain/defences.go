package explain

import (
	"context"
	"slices"

	"yeye/ai"
	"yeye/game"
)

const (
	// answers is how many answers to a move are searched.
	answers = 4
	// asGood is how much worse than the best answer an answer may be, in hundredths of a pawn, to
	// count as a defense. It is less than a horse: an answer that saves a piece and loses less
	// elsewhere has saved the piece.
	asGood ai.Score = 220
)

// defences searches the opponent's best answers to line[0] in g. It returns the lines of those that
// are not a piece worse than the best one; each starts with line[0]. What the move is said to win
// must be won in all of them. There are none if the game is decided. g is only read.
func defences(ctx context.Context, engine ai.Liner, g *game.Game, line []game.Move, score ai.Score,
	nodes uint64) ([][]game.Move, error) {
	if len(line) == 0 || score >= ai.RuleBound || score <= -ai.RuleBound {
		return nil, nil
	}
	after := g.Clone()
	if after.PlayOn(line[0]) != nil || !after.Position().HasLegal() {
		return nil, nil
	}
	found, err := search(ctx, engine, after, ai.Limits{Nodes: nodes, MultiPV: answers})
	if err != nil {
		return nil, err
	}
	return others(line, 1, found), nil
}

// others returns the lines that share the first plies of line and continue with the answers found,
// except line's own answer and answers that are a piece worse than the best.
func others(line []game.Move, plies int, found []ai.Info) (all [][]game.Move) {
	for _, a := range found {
		if len(a.PV) > 0 && a.Score >= found[0].Score-asGood && (len(line) <= plies || a.PV[0] != line[plies]) {
			all = append(all, append(slices.Clone(line[:plies]), a.PV[:min(len(a.PV), maxLine)]...))
		}
	}
	return all
}

// secondReplyPly is the ply of the opponent's second answer.
const secondReplyPly = 3

// laterDefences is [defences] for the opponent's second answer, if the line has one.
func laterDefences(ctx context.Context, engine ai.Liner, g *game.Game, line []game.Move,
	nodes uint64) ([][]game.Move, error) {
	at := g.Clone()
	for _, m := range line[:secondReplyPly] {
		if at.PlayOn(m) != nil {
			return nil, nil
		}
	}
	if at.Position().CountLegal() < 2 {
		return nil, nil
	}
	found, err := search(ctx, engine, at, ai.Limits{Nodes: nodes, MultiPV: answers})
	if err != nil {
		return nil, err
	}
	return others(line, secondReplyPly, found), nil
}

// search is engine.Lines, except that a search that was cut short returns nothing.
func search(ctx context.Context, engine ai.Liner, g *game.Game, lim ai.Limits) ([]ai.Info, error) {
	found, err := engine.Lines(ctx, g, lim)
	if err == nil {
		err = context.Cause(ctx)
	}
	return found, err
}
