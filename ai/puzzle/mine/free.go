package mine

import (
	"context"
	"math/rand/v2"

	"yeye/ai"
	"yeye/ai/puzzle"
	"yeye/ai/tactics"
	"yeye/game"
)

// Capturing an unprotected piece is the easiest thing to see after a mate in one. Weak players' games have too many of
// them to be good puzzles. These puzzles are for players who have just learned the moves, with as few pieces as the
// boards of the lessons.

// freePieces are the solver's pieces, then the other side's. Without the other side's most valuable piece the solver
// wins by force.
var freePieces = [][2]string{
	{"RA", "raa"}, {"NAA", "ra"}, {"CAA", "raa"}, {"RNP", "raab"}, {"RCA", "rabb"}, {"RP", "raabb"}, {"CPAA", "caa"},
	{"NPB", "naa"},
	{"RNAB", "rnaa"}, {"RCPA", "rcaab"}, {"RPPB", "rpabb"}, {"NPAA", "rpa"},
}

const (
	freeGain       = 400 // at least a horse, in tactics units
	freeTries      = 4000
	freeQuickNodes = 5_000
	freeNodes      = 50_000
	minMoves       = 8 // to choose from
)

// Free places pieces at random until exactly one piece can be captured for nothing and capturing it is the only winning
// move. It returns the puzzle, if it finds one.
func (m *Miner) Free(ctx context.Context, n int) ([]puzzle.Puzzle, error) {
	random := rand.New(rand.NewPCG(m.seed, uint64(n)|1<<42))
	found := m.reset()
	pieces := freePieces[n%len(freePieces)]
	for range freeTries {
		p, ok := placeRandomly("K"+pieces[0]+"k"+pieces[1], random)
		if !ok || p.InCheck() || p.CountLegal() < minMoves {
			continue
		}
		take := onlyFreeCapture(&p)
		if take == game.NoMove {
			continue
		}
		one := puzzle.Puzzle{Kind: puzzle.Win, Start: p, Line: []game.Move{take}}
		if wins, err := m.capturesFree(ctx, one); err != nil {
			return nil, err
		} else if wins {
			found.add(one)
			break
		}
	}
	return found.puzzles, nil
}

// onlyFreeCapture returns the capture of the only unprotected piece, game.NoMove if there is none.
func onlyFreeCapture(p *game.Position) (only game.Move) {
	only = game.NoMove
	for _, c := range p.LegalCaptures(nil) {
		switch gain := tactics.Exchange(p, c); {
		case gain <= 0:
		case only != game.NoMove || gain < freeGain || !takesUnprotected(*p, c) || ends(p, c):
			return game.NoMove
		default:
			only = c
		}
	}
	return only
}

// capturesFree reports whether the engine confirms that a puzzle's move is the only winning one.
func (m *Miner) capturesFree(ctx context.Context, p puzzle.Puzzle) (bool, error) {
	for _, nodes := range []uint64{freeQuickNodes, freeNodes} {
		lines, err := m.engine.Lines(ctx, game.NewGame(p.Start, game.Asian), ai.Limits{Nodes: nodes, MultiPV: 2})
		if err != nil {
			return false, err
		}
		if lines[0].Move() != p.Line[0] || judgeBestTwo(lines, puzzle.Win, 0) != Accepted {
			return false, nil
		}
	}
	return true, nil
}
