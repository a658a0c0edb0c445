package explain

import (
	"context"
	"slices"

	"yeye/ai"
	"yeye/game"
)

const (
	// maxReplies is how many replies to a move are searched (the MultiPV).
	maxReplies = 4
	// replyMargin is how much worse than the best reply another may be, in centipawns. It is less than a horse: a reply
	// that saves a piece and loses less elsewhere has saved the piece.
	replyMargin ai.Score = 220
)

// firstReplies searches the opponent's best replies to line[0] in g. It returns a line for each reply that is not a
// piece worse than the best one; each starts with line[0]. A fact about the move must hold in all of them. There are
// none if the game is decided. g is only read.
func firstReplies(ctx context.Context, engine ai.Liner, g *game.Game, line []game.Move, score ai.Score,
	nodes uint64) ([][]game.Move, error) {
	if len(line) == 0 || score >= ai.RuleBound || score <= -ai.RuleBound {
		return nil, nil
	}
	after := g.Clone()
	if after.PlayOn(line[0]) != nil || !after.Position().HasLegal() {
		return nil, nil
	}
	found, err := search(ctx, engine, after, ai.Limits{Nodes: nodes, MultiPV: maxReplies})
	if err != nil {
		return nil, err
	}
	return alternatives(line, 1, found), nil
}

// alternatives returns the lines that share the first plies of line, as many as kept says, and continue with the
// replies found. It leaves out line's own reply and replies that are a piece worse than the best.
func alternatives(line []game.Move, kept int, found []ai.Info) (all [][]game.Move) {
	for _, a := range found {
		if len(a.PV) > 0 && a.Score >= found[0].Score-replyMargin && (len(line) <= kept || a.PV[0] != line[kept]) {
			all = append(all, append(slices.Clone(line[:kept]), a.PV[:min(len(a.PV), maxLine)]...))
		}
	}
	return all
}

// secondReplyPly is the ply of the opponent's second reply, from 0.
const secondReplyPly = 3

// secondReplies is [firstReplies] for the opponent's second reply, if the line has one.
func secondReplies(ctx context.Context, engine ai.Liner, g *game.Game, line []game.Move,
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
	found, err := search(ctx, engine, at, ai.Limits{Nodes: nodes, MultiPV: maxReplies})
	if err != nil {
		return nil, err
	}
	return alternatives(line, secondReplyPly, found), nil
}

// search is engine.Lines that returns an error if the context cut the search short.
func search(ctx context.Context, engine ai.Liner, g *game.Game, lim ai.Limits) ([]ai.Info, error) {
	found, err := engine.Lines(ctx, g, lim)
	if err == nil {
		err = context.Cause(ctx)
	}
	return found, err
}
