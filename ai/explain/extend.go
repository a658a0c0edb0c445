package explain

import (
	"context"
	"slices"

	"yeye/ai"
	"yeye/ai/tactics"
	"yeye/game"
)

// defenceDivisor is the divisor of a search's nodes for the search of the other answers to its best
// move, tailDivisor that for extending a line that is too short.
const defenceDivisor, tailDivisor = 5, 25

// minLine is the length in plies that a line needs for facts to be found on it. The engine's table
// often cuts lines short, and a piece about to be captured would be called safe.
const minLine = 8

// ExtendLines completes the result of a search of g with so many nodes. whole is the line of the best
// move, long enough to show the facts. also are lines of the same move with the opponent's other answers
// that are nearly as good; if material is won later, also with the other second answers. g is only read.
func ExtendLines(ctx context.Context, engine ai.Liner, g *game.Game, line []game.Move, score ai.Score,
	nodes uint64) (whole []game.Move, also [][]game.Move, err error) {
	if whole, err = complete(ctx, engine, g, line, score, nodes/tailDivisor); err != nil {
		return nil, nil, err
	}
	first, err := defences(ctx, engine, g, whole, score, nodes/defenceDivisor)
	if err != nil {
		return nil, nil, err
	}
	for _, l := range first {
		if l, err = complete(ctx, engine, g, l, 0, nodes/tailDivisor); err != nil {
			return nil, nil, err
		}
		also = append(also, l)
	}
	if err := recheck(ctx, engine, g, whole, also, secondReplyPly-1, nodes); err != nil {
		return nil, nil, err
	}
	later, err := secondReplies(ctx, engine, g, append([][]game.Move{whole}, also...), nodes/tailDivisor)
	if err != nil {
		return nil, nil, err
	}
	return whole, append(also, later...), recheck(ctx, engine, g, whole, later, secondReplyPly+1, nodes)
}

// recheckDivisor is the divisor of a search's nodes for each line that fails to win material, and
// maxDoubts how many such lines there may be: if more fail, none of them is likely to win.
const recheckDivisor, maxDoubts = 8, 4

// recheck searches the alternatives that fail to win material, while line wins it, again after their first plies:
// short searches made them and easily overlook the continuation. A line that now wins replaces the old one.
func recheck(ctx context.Context, engine ai.Liner, g *game.Game, line []game.Move, others [][]game.Move, plies int,
	nodes uint64) error {
	fails := func(l []game.Move) bool {
		s, ok := settleLine(g.Position(), l)
		return !ok || s.least < tactics.Minor
	}
	failing := 0
	for _, l := range others {
		if fails(l) {
			failing++
		}
	}
	if failing == 0 || failing > maxDoubts || fails(line) {
		return nil
	}
	for i, l := range others {
		if !fails(l) {
			continue
		}
		again, err := extendBySearch(ctx, engine, g, l[:min(plies, len(l))], nodes)
		if err != nil || fails(again) {
			return err // one that still fails is enough
		}
		others[i] = again
	}
	return nil
}

// extendBySearch appends the line of a search after it.
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

// secondReplies returns lines with the opponent's other second answers, if all the lines win
// material but not at once. The lines start with the same move.
func secondReplies(ctx context.Context, engine ai.Liner, g *game.Game, lines [][]game.Move,
	nodes uint64) (more [][]game.Move, err error) {
	if r, wins := material(g.Position(), lines); !wins || r.Kind == Wins && r.N == 1 {
		return nil, nil
	}
	for i, line := range lines {
		same := func(l []game.Move) bool {
			return len(l) > secondReplyPly && slices.Equal(l[:secondReplyPly], line[:secondReplyPly])
		}
		if len(line) <= secondReplyPly || slices.ContainsFunc(lines[:i], same) {
			continue
		}
		found, err := laterDefences(ctx, engine, g, line, nodes)
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

// complete extends a line that is too short for facts: a line that promises mate up to the mate,
// one that promises a ruling on repetition far enough for the ruling.
func complete(ctx context.Context, engine ai.Liner, g *game.Game, line []game.Move, score ai.Score,
	nodes uint64) ([]game.Move, error) {
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
		found, err := search(ctx, engine, at, ai.Limits{Nodes: nodes})
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
