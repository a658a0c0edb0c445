package mine

import (
	"context"
	"math/rand/v2"

	"yeye/ai"
	"yeye/ai/puzzle"
	"yeye/ai/tactics"
	"yeye/game"
)

// Plies of an opening that are filtered, and the node limit of the search that scores all moves of a position.
const (
	openingFrom, openingTo = 6, 24
	allMovesNodes          = 20_000
)

// Opening plays the first moves of the n-th opening. It returns the puzzles of its positions, and of the positions
// after mistakes whose refutation is not obvious.
func (m *Miner) Opening(ctx context.Context, n int) ([]puzzle.Puzzle, error) {
	random := rand.New(rand.NewPCG(m.seed, uint64(n)|1<<41))
	m.player.Clear()
	found := m.begin()
	g := game.NewGame(game.Start(), game.Asian)
	pair := pairs[n%len(pairs)]
	before := 0.5 // winning chance of the side to move, before the opponent's last move
	seen := make(map[game.Move]bool)
	for g.Ply() < openingTo && !g.Outcome().Over() && puzzle.Phase(g.Position()) == puzzle.Opening &&
		len(found.puzzles) < maxPerGame {
		if g.Ply() >= openingFrom && g.Position().CountLegal() > 1 {
			best, err := m.examine(ctx, g, before, random, found)
			if err != nil {
				return nil, err
			}
			if before = 1 - winningChance(best.Score); before > 1-balancedTo && before < 1-balancedFrom {
				if err := m.mistakes(ctx, g, seen, random, found); err != nil {
					return nil, err
				}
			}
		}
		move, err := player(pair[g.Ply()%2]).Choose(ctx, m.player, g, random.Uint64())
		if err != nil {
			return nil, err
		}
		if err := g.Play(move); err != nil {
			return nil, err
		}
	}
	return found.puzzles, nil
}

// obviousGain is the gain, in tactics units, from which a capture is obvious even though it can be recaptured: most
// mistakes in openings lose a rook to a cannon.
const obviousGain = 300

// mistakes examines the positions after all losing moves whose refutation is neither obvious nor seen before.
func (m *Miner) mistakes(ctx context.Context, g *game.Game, seen map[game.Move]bool, random *rand.Rand,
	found *gameCollector) error {
	lines, err := m.engine.Lines(ctx, g, ai.Limits{Nodes: allMovesNodes, MultiPV: g.Position().CountLegal()})
	if err != nil {
		return err
	}
	before := 1 - winningChance(lines[0].Score)
	for _, l := range lines[1:] {
		if 1-winningChance(l.Score) < wonFrom-2*filterSlack || len(l.PV) < 2 || seen[l.PV[1]] {
			continue
		}
		after := g.Clone()
		if err := after.Play(l.Move()); err != nil {
			return err
		}
		if after.Outcome().Over() || after.Position().CountLegal() < 2 ||
			puzzle.Phase(after.Position()) != puzzle.Opening {
			continue
		}
		decision := judgeFirstMove(after, puzzle.Win, l.PV[1])
		if decision == Accepted && tactics.Exchange(after.Position(), l.PV[1]) >= obviousGain {
			decision = Obvious
		}
		if decision != Accepted {
			m.Decisions[KindDecision{puzzle.Win, decision}]++
			continue
		}
		seen[l.PV[1]] = true
		if _, err := m.examine(ctx, after, before, random, found); err != nil {
			return err
		}
	}
	return nil
}
