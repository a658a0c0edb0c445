package mine

import (
	"context"
	"math/rand/v2"

	"yeye/ai"
	"yeye/ai/puzzle"
	"yeye/ai/tactics"
	"yeye/game"
)

// Node limits of the filter. A quick search shows whether a longer one is worthwhile.
const (
	quickNodes       = 3_000
	quickOthersNodes = 2_000 // at all moves except the best
	filterNodes      = 10_000
)

// Winning chances (0 to 1) between which a position is balanced, so that weak players' moves are tried in it.
const balancedFrom, balancedTo = 0.35, 0.65

// filter examines g's position, and if it is balanced also the positions after the moves of weak characters. It returns
// the winning chance of the opponent, who moves next.
func (m *Miner) filter(ctx context.Context, g *game.Game, before float64, random *rand.Rand,
	found *gameCollector) (float64, error) {
	best, err := m.examine(ctx, g, before, random, found)
	if err != nil {
		return 0, err
	}
	w := winningChance(best.Score)
	if w > balancedFrom && w < balancedTo {
		if err := m.tryWeakMoves(ctx, g, best, random, found); err != nil {
			return 0, err
		}
	}
	return 1 - w, nil
}

// tryWeakMoves examines the positions after the moves of weak characters.
func (m *Miner) tryWeakMoves(ctx context.Context, g *game.Game, best ai.Info, random *rand.Rand,
	found *gameCollector) error {
	tried := map[game.Move]bool{best.Move(): true}
	for _, l := range weakPlayers {
		move, err := player(l).Choose(ctx, m.player, g, random.Uint64())
		if err != nil {
			return err
		}
		if tried[move] {
			continue
		}
		tried[move] = true
		after := g.Clone()
		if err := after.Play(move); err != nil {
			return err
		}
		if after.Outcome().Over() || after.Position().CountLegal() < 2 {
			continue
		}
		if _, err := m.examine(ctx, after, 1-winningChance(best.Score), random, found); err != nil {
			return err
		}
	}
	return nil
}

// examine adds the puzzle of g's position, if there is one, and returns the best line of the quick search. chanceBefore
// is the winning chance of the side to move before the opponent's last move.
func (m *Miner) examine(ctx context.Context, g *game.Game, chanceBefore float64, random *rand.Rand,
	found *gameCollector) (ai.Info, error) {
	if moves, first := tactics.MateByChecks(g.Position(), puzzle.MaxMoves); moves > 0 {
		mate := ai.Info{Score: ai.MateIn(moves), PV: first[:1]}
		if moves > 1 && len(first) > 1 {
			m.Decisions[KindDecision{puzzle.Mate, NotUnique}]++
			return mate, nil
		}
		return mate, m.proveCandidate(ctx, g, puzzle.Mate, mate, random, found)
	}
	best, err := m.engine.Search(ctx, g, ai.Limits{Nodes: quickNodes}, nil)
	if err != nil {
		return best, err
	}
	if promising, err := m.promising(ctx, g, best, chanceBefore); err != nil || !promising {
		return best, err
	}
	lines, err := m.engine.Lines(ctx, g, ai.Limits{Nodes: filterNodes, MultiPV: 2})
	if err != nil {
		return best, err
	}
	if kind := likelyKind(lines, chanceBefore); kind != "" {
		if decision := judgeFirstMove(g, kind, lines[0].Move()); decision != Accepted {
			m.Decisions[KindDecision{kind, decision}]++
			return best, nil
		}
		return best, m.proveCandidate(ctx, g, kind, lines[0], random, found)
	}
	return best, nil
}

// promising reports whether the quick search suggests that the position is a puzzle.
func (m *Miner) promising(ctx context.Context, g *game.Game, best ai.Info, before float64) (bool, error) {
	w := winningChance(best.Score)
	if _, mate := best.Score.Mate(); mate || w >= wonFrom-2*filterSlack {
		return w > 0 && (mate || before <= wonFrom), nil
	}
	if w < notLostFrom-filterSlack {
		return false, nil
	}
	var others []game.Move
	for _, move := range g.Position().LegalMoves(nil) {
		if move != best.Move() {
			others = append(others, move)
		}
	}
	if len(others) < 2 {
		return false, nil
	}
	second, err := m.engine.Search(ctx, g, ai.Limits{Nodes: quickOthersNodes, SearchMoves: others}, nil)
	return w-winningChance(second.Score) >= minGap-2*filterSlack, err
}

// proveCandidate tries to prove that a position is a puzzle, and adds the puzzle.
func (m *Miner) proveCandidate(ctx context.Context, g *game.Game, kind puzzle.Kind, best ai.Info, random *rand.Rand,
	found *gameCollector) error {
	if found.positions[g.Position().Key()] || found.solverMoves[best.Move()] || len(found.puzzles) == maxPerGame ||
		!keepSample(best.Score, random) {
		return nil
	}
	p, decision, err := Prover{m.engine}.Prove(ctx, g, kind)
	if err != nil {
		return err
	}
	m.Decisions[KindDecision{kind, decision}]++
	if decision == Accepted {
		found.add(p)
	}
	return nil
}

// likelyKind returns the kind of puzzle that the two best lines suggest, "" for none.
func likelyKind(lines []ai.Info, before float64) puzzle.Kind {
	switch {
	case judgeBestTwo(lines, puzzle.Mate, 0) == Accepted:
		return puzzle.Mate
	case before <= wonFrom && judgeBestTwo(lines, puzzle.Win, filterSlack) == Accepted:
		return puzzle.Win
	case winningChance(lines[0].Score) < 0.7 && judgeBestTwo(lines, puzzle.Save, filterSlack) == Accepted:
		return puzzle.Save
	}
	return ""
}

// keepSample decides at random which of the many short mates to prove.
func keepSample(s ai.Score, random *rand.Rand) bool {
	switch mate, _ := s.Mate(); mate {
	case 1:
		return random.IntN(5) == 0
	case 2:
		return random.IntN(2) == 0
	default:
		return true
	}
}
