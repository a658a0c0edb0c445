package mine

import (
	"context"
	"math/rand/v2"

	"yeye/ai"
	"yeye/ai/puzzle"
	"yeye/ai/tactics"
	"yeye/game"
)

// Plies of an opening that are filtered, and the nodes of the search that values all moves of one.
const (
	openingFrom, openingTo = 6, 24
	everyMoveNodes         = 20_000
)

// Opening plays the first moves of the n-th opening. It returns the puzzles of its positions, and
// of the positions after any mistake whose refutation is not obvious.
func (m *Miner) Opening(ctx context.Context, n int) ([]puzzle.Puzzle, error) {
	random := rand.New(rand.NewPCG(m.seed, uint64(n)|1<<41))
	m.player.Clear()
	found := m.begin()
	g := game.NewGame(game.Start(), game.Asian)
	pair := pairs[n%len(pairs)]
	before := 0.5 // the solver's winning chance before the opponent's last move
	seen := make(map[game.Move]bool)
	for g.Ply() < openingTo && !g.Outcome().Over() && puzzle.Phase(g.Position()) == puzzle.Opening &&
		len(found.puzzles) < maxOfGame {
		if g.Ply() >= openingFrom && g.Position().CountLegal() > 1 {
			best, err := m.examine(ctx, g, before, random, found)
			if err != nil {
				return nil, err
			}
			if before = 1 - chance(best.Score); before > 1-balancedTo && before < 1-balancedFrom {
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

// plainGain is how much a capture wins at once, in hundredths of a pawn, if it is obvious even
// though it can be recaptured: most mistakes in openings lose a rook to a cannon.
const plainGain = 300

// mistakes looks at the positions after all losing moves whose refutation is neither obvious nor seen before.
func (m *Miner) mistakes(ctx context.Context, g *game.Game, seen map[game.Move]bool, random *rand.Rand,
	found *gameCollector) error {
	lines, err := m.engine.Lines(ctx, g, ai.Limits{Nodes: everyMoveNodes, MultiPV: g.Position().CountLegal()})
	if err != nil {
		return err
	}
	before := 1 - chance(lines[0].Score)
	for _, l := range lines[1:] {
		if 1-chance(l.Score) < wonFrom-2*filterSlack || len(l.PV) < 2 || seen[l.PV[1]] {
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
		reason := obviousKind(after, puzzle.Win, l.PV[1])
		if reason == Accepted && tactics.Exchange(after.Position(), l.PV[1]) >= plainGain {
			reason = Obvious
		}
		if reason != Accepted {
			m.Rejected[Rejection{puzzle.Win, reason}]++
			continue
		}
		seen[l.PV[1]] = true
		if _, err := m.examine(ctx, after, before, random, found); err != nil {
			return err
		}
	}
	return nil
}
