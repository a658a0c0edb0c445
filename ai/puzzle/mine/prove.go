package mine

import (
	"context"

	"yeye/ai"
	"yeye/ai/puzzle"
	"yeye/game"
)

// Thresholds of a puzzle, in the solver's winning chance, 0 to 1.
const (
	wonFrom     = 0.75 // the position is won; before the opponent's mistake the chance was at most this
	notLostFrom = 0.35 // the position is not lost
	lostUpTo    = 0.22 // for Save: every other move leads to at most this
	minGap      = 0.25 // between the best move and the second
	filterSlack = 0.05 // the filter uses few nodes, so its thresholds are looser by this
)

// Limits of a proof. Short mates are proved exactly by the rules, so that they are certainly the fastest and unique.
const (
	answerNodes = 150_000 // for each answer
	delayNodes  = 20_000  // for choosing among the answers that delay a known mate the longest

	exactMoves     = 3       // longest mate that the exact search finds
	exactPositions = 400_000 // position limit of that search
)

// proofNodes are the node limits of the searches at each of the solver's moves. The short searches come first, because
// they reject most candidates.
var proofNodes = []uint64{25_000, 100_000, 400_000}

// Prover proves that positions are puzzles, by the rules and with an engine.
type Prover struct{ Engine ai.Liner }

// Decision says that a candidate was accepted, or why it was rejected.
type Decision string

const (
	Accepted    Decision = "accepted"
	NotUnique   Decision = "not unique"
	LaterUnique Decision = "a later move is not unique"
	NotReached  Decision = "not mate, not won, not held" // the goal of its kind
	Recaptures  Decision = "recaptures"
	Obvious     Decision = "takes what is not protected"
	FewMoves    Decision = "too few moves to choose from"
	Repetition  Decision = "by repetition"
)

// Prove returns the puzzle of g's position, if there is one. It plays the solver's best move as long as that is the
// only move that achieves the goal. g is only read.
func (v Prover) Prove(ctx context.Context, g *game.Game, kind puzzle.Kind) (puzzle.Puzzle, Decision, error) {
	p := puzzle.Puzzle{Kind: kind, Start: *g.Position()}
	if kind == puzzle.Save && g.Position().CountLegal() < 3 {
		return p, FewMoves, nil
	}
	// A puzzle starts without a history, so the moves before it cannot count as repetitions.
	line := game.NewGame(p.Start, game.Asian)
	decision := NotReached
	for p.Moves() < puzzle.MaxMoves {
		best, judged, err := v.onlyMove(ctx, line, kind, p.Moves() == 0)
		if err != nil {
			return p, "", err
		}
		if judged != Accepted {
			decision = judged
			break
		}
		if err := line.Play(best); err != nil {
			return p, "", err
		}
		p.Line = append(p.Line, best)
		if line.Outcome().Over() {
			break
		}
		answer, err := v.answer(ctx, line, kind)
		if err != nil {
			return p, "", err
		}
		if err := line.Play(answer); err != nil {
			return p, "", err
		}
		p.Line = append(p.Line, answer)
		if line.Outcome().Over() {
			return p, Repetition, nil
		}
	}
	return judgeLine(g, line, p, decision)
}

// judgeLine returns the decision on a line that was played to its end, and its puzzle. If the line ends in mate, the
// puzzle is a Mate; otherwise the line is cut after the last move that is hard to find. decision is why the line ended.
func judgeLine(g, line *game.Game, p puzzle.Puzzle, decision Decision) (puzzle.Puzzle, Decision, error) {
	if len(p.Line) == 0 {
		return p, decision, nil
	}
	mated := line.Outcome().Over() && (line.Outcome().Method == game.Checkmate ||
		line.Outcome().Method == game.Stalemate)
	if line.Outcome().Over() && !mated {
		return p, Repetition, nil
	}
	if p.Kind == puzzle.Mate && !mated {
		if decision == NotUnique {
			decision = LaterUnique
		}
		return p, decision, nil
	}
	if mated {
		p.Kind = puzzle.Mate
	}
	if len(p.Line)%2 == 0 {
		p.Line = p.Line[:len(p.Line)-1]
	}
	for !mated && len(p.Line) > 1 && isObvious(p.Start, p.Line) {
		p.Line = p.Line[:len(p.Line)-2]
	}
	if repeats(p) {
		return p, Repetition, nil
	}
	return p, judgeFirstMove(g, p.Kind, p.Line[0]), nil
}

// judgeFirstMove returns Accepted, or why the first move of a puzzle is too easy to find.
func judgeFirstMove(g *game.Game, kind puzzle.Kind, first game.Move) Decision {
	switch {
	case g.Ply() > 0 && isRecapture(g, first):
		return Recaptures
	case kind == puzzle.Win && takesUnprotected(*g.Position(), first):
		return Obvious
	}
	return Accepted
}

// onlyMove returns the only move that achieves the goal. If several moves mate at once, it returns one of them: each
// solves the puzzle. atStart is set for the first move of a puzzle, which must not be forced.
func (v Prover) onlyMove(ctx context.Context, g *game.Game, kind puzzle.Kind, atStart bool) (game.Move, Decision,
	error) {
	if g.Position().CountLegal() == 1 && atStart {
		return game.NoMove, FewMoves, nil
	}
	if kind == puzzle.Mate {
		moves, all := shortestMate(g.Position())
		switch {
		case moves > 1 && len(all) > 1:
			return game.NoMove, NotUnique, nil
		case moves > 0:
			return all[0], Accepted, nil
		}
	}
	var best game.Move
	for _, nodes := range proofNodes {
		lines, err := v.Engine.Lines(ctx, g, ai.Limits{Nodes: nodes, MultiPV: 2})
		if err != nil {
			return game.NoMove, "", err
		}
		if decision := judgeBestTwo(lines, kind, 0); decision != Accepted {
			return game.NoMove, decision, nil
		}
		best = lines[0].Move()
	}
	return best, Accepted, nil
}

// answer returns the other side's best move. If it is mated in few moves, that is one of the moves that delay the mate
// the longest.
func (v Prover) answer(ctx context.Context, g *game.Game, kind puzzle.Kind) (game.Move, error) {
	lim := ai.Limits{Nodes: answerNodes}
	if kind == puzzle.Mate {
		for n := 1; n < exactMoves; n++ {
			at, search := *g.Position(), game.MateSearch{Budget: exactPositions}
			if !search.IsMated(&at, n) {
				continue
			}
			if lim.SearchMoves = longestDefences(g.Position(), n); len(lim.SearchMoves) == 1 {
				return lim.SearchMoves[0], nil
			}
			lim.Nodes = delayNodes
			break
		}
	}
	lines, err := v.Engine.Lines(ctx, g, lim)
	if err != nil {
		return game.NoMove, err
	}
	return lines[0].Move(), nil
}

// judgeBestTwo judges the two best lines of a position. slack loosens the thresholds, in winning chance.
func judgeBestTwo(lines []ai.Info, kind puzzle.Kind, slack float64) Decision {
	first := lines[0].Score
	if byRepetitionRule(first) {
		return Repetition
	}
	mate, mates := first.Mate()
	mates = mates && mate > 0
	if kind == puzzle.Mate {
		switch {
		case !mates || mate > puzzle.MaxMoves:
			return NotReached
		case mate > 1 && len(lines) > 1 && matesWithin(lines[1].Score, mate):
			return NotUnique
		}
		return Accepted
	}
	best, second := winningChance(first), 0.0
	if len(lines) > 1 {
		second = winningChance(lines[1].Score)
	}
	switch {
	case kind == puzzle.Win && best < wonFrom-slack, kind == puzzle.Save && best < notLostFrom:
		return NotReached
	case best-second < minGap-slack, kind == puzzle.Save && second > lostUpTo:
		return NotUnique
	}
	return Accepted
}

// matesWithin reports whether a score is a mate in at most moves moves.
func matesWithin(s ai.Score, moves int) bool {
	n, ok := s.Mate()
	return ok && n > 0 && n <= moves
}

// byRepetitionRule reports whether a score comes from the repetition rules.
func byRepetitionRule(s ai.Score) bool {
	_, mate := s.Mate()
	return !mate && (s >= ai.RuleBound || s <= -ai.RuleBound)
}
