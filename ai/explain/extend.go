package explain

import (
	"context"
	"slices"

	"yeye/ai"
	"yeye/ai/tactics"
	"yeye/game"
)

// A search's nodes are divided by replyDivisor for the search of other replies to its best move, and by tailDivisor for
// extending a line that is too short.
const replyDivisor, tailDivisor = 5, 25

// minLine is the length in plies that a line needs for facts to be found on it. The transposition table often cuts
// lines short, and a piece about to be captured would be called safe.
const minLine = 8

// ExtendLines adds to the line and score that a search of g has found; nodes is the size of that search. fullLine is
// the line, made long enough to show facts. alternatives are lines that start with the same move and go on with the
// opponent's other replies that are nearly as good. If material is won only later, there are also lines with other
// second replies. g is only read.
func ExtendLines(ctx context.Context, engine ai.Liner, g *game.Game, line []game.Move, score ai.Score,
	nodes uint64) (fullLine []game.Move, alternatives [][]game.Move, err error) {
	if fullLine, err = complete(ctx, engine, g, line, score, nodes/tailDivisor); err != nil {
		return nil, nil, err
	}
	first, err := firstReplies(ctx, engine, g, fullLine, score, nodes/replyDivisor)
	if err != nil {
		return nil, nil, err
	}
	for _, l := range first {
		if l, err = complete(ctx, engine, g, l, 0, nodes/tailDivisor); err != nil {
			return nil, nil, err
		}
		alternatives = append(alternatives, l)
	}
	// each alternative keeps its plies up to the first reply here, and up to the second one below
	if err := recheck(ctx, engine, g, fullLine, alternatives, secondReplyPly-1, nodes); err != nil {
		return nil, nil, err
	}
	later, err := allSecondReplies(ctx, engine, g, append([][]game.Move{fullLine}, alternatives...), nodes/tailDivisor)
	if err != nil {
		return nil, nil, err
	}
	return fullLine, append(alternatives, later...), recheck(ctx, engine, g, fullLine, later, secondReplyPly+1, nodes)
}

// A search's nodes are divided by recheckDivisor for each line that fails to win material. At most maxRechecks such
// lines are searched. If more fail, none is searched, because the move probably does not win material.
const recheckDivisor, maxRechecks = 8, 4

// recheck gives a second search to the alternatives that do not win material although line does: they come from short
// searches, which easily overlook the continuation. The first plies of an alternative are kept, as many as kept says.
// An alternative that now wins replaces the old one.
func recheck(
	ctx context.Context,
	engine ai.Liner,
	g *game.Game,
	line []game.Move,
	alternatives [][]game.Move,
	kept int,
	nodes uint64,
) error {
	fails := func(l []game.Move) bool {
		s, ok := settleLine(g.Position(), l)
		return !ok || s.least < tactics.Minor
	}
	failing := 0
	for _, l := range alternatives {
		if fails(l) {
			failing++
		}
	}
	if failing == 0 || failing > maxRechecks || fails(line) {
		return nil
	}
	for i, l := range alternatives {
		if !fails(l) {
			continue
		}
		again, err := extendBySearch(ctx, engine, g, l[:min(kept, len(l))], nodes)
		if err != nil || fails(again) {
			return err // the move does not win against every reply; more searches do not change that
		}
		alternatives[i] = again
	}
	return nil
}

// extendBySearch searches the position after a line, with 1/recheckDivisor of the nodes, and appends the result to the
// line.
func extendBySearch(ctx context.Context, engine ai.Liner, g *game.Game, line []game.Move,
	nodes uint64) ([]game.Move, error) {
	at := g.Clone()
	for _, m := range line {
		if at.PlayOn(m) != nil {
			return line, nil
		}
	}
	if !at.Position().HasLegal() {
		return line, nil
	}
	found, err := search(ctx, engine, at, ai.Limits{Nodes: nodes / recheckDivisor})
	if err != nil || len(found) == 0 {
		return line, err
	}
	return complete(ctx, engine, g, append(slices.Clone(line), found[0].PV...), 0, nodes/tailDivisor)
}

// allSecondReplies returns lines with the opponent's other second replies to each line, if all lines win material but
// not at once. The lines start with the same move.
func allSecondReplies(ctx context.Context, engine ai.Liner, g *game.Game, lines [][]game.Move,
	nodes uint64) (more [][]game.Move, err error) {
	if r, wins := material(g.Position(), lines); !wins || r.Kind == Wins && r.N == 1 {
		return nil, nil
	}
	for i, line := range lines {
		samePrefix := func(l []game.Move) bool {
			return len(l) > secondReplyPly && slices.Equal(l[:secondReplyPly], line[:secondReplyPly])
		}
		if len(line) <= secondReplyPly || slices.ContainsFunc(lines[:i], samePrefix) {
			continue
		}
		found, err := secondReplies(ctx, engine, g, line, nodes)
		if err != nil {
			return nil, err
		}
		for _, l := range found {
			if l, err = complete(ctx, engine, g, l, 0, nodes); err != nil {
				return nil, err
			}
			more = append(more, l)
		}
	}
	return more, nil
}

// complete extends a line that is too short for facts. If its score is a mate, the line goes up to the mate. If its
// score comes from the repetition rules, the line is long enough to show the repetition. A score of 0 asks for neither.
func complete(ctx context.Context, engine ai.Liner, g *game.Game, line []game.Move, score ai.Score,
	nodes uint64) ([]game.Move, error) {
	plies := minLine
	switch moves, mate := score.Mate(); {
	case mate && moves > 0:
		plies = 2*moves - 1
	case mate:
		plies = -2 * moves
	case score >= ai.RuleBound || score <= -ai.RuleBound:
		plies = 2 * minLine
	}
	at := g.Clone()
	for i, m := range line {
		if at.PlayOn(m) != nil {
			return line[:i], nil
		}
	}
	for len(line) < plies && at.Position().HasLegal() {
		found, err := search(ctx, engine, at, ai.Limits{Nodes: nodes})
		if err != nil {
			return nil, err
		}
		if len(found) == 0 || len(found[0].PV) == 0 {
			return line, nil
		}
		rest := found[0].PV
		for _, m := range rest[:min(len(rest), plies-len(line))] {
			if at.PlayOn(m) != nil {
				return line, nil
			}
			line = append(line[:len(line):len(line)], m)
		}
	}
	return line, nil
}
