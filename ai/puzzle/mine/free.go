package mine

import (
	"context"
	"math/rand/v2"

	"yeye/ai"
	"yeye/ai/puzzle"
	"yeye/ai/tactics"
	"yeye/game"
)

// Capturing an unprotected piece is the easiest thing to see after a mate in one. In games of weak players such
// captures are so frequent that judgeFirstMove rejects them. The puzzles of this file are for players who have just
// learned the moves, and have as few pieces as the boards of the bot's lessons.

// freePieces are the solver's pieces, then the other side's. Without the other side's most valuable piece the solver
// wins by force.
var freePieces = [][2]string{
	{"RA", "raa"}, {"NAA", "ra"}, {"CAA", "raa"}, {"RNP", "raab"}, {"RCA", "rabb"}, {"RP", "raabb"}, {"CPAA", "caa"},
	{"NPB", "naa"},
	{"RNAB", "rnaa"}, {"RCPA", "rcaab"}, {"RPPB", "rpabb"}, {"NPAA", "rpa"},
}

const (
	freeGain       = 400 // the least gain: about a horse, in the units of tactics.Value
	freeTries      = 4000
	freeQuickNodes = 5_000
	freeNodes      = 50_000
	minMoves       = 8 // legal moves from which the solver has to choose
)

// FreeCapture places the pieces of the n-th puzzle at random until exactly one piece can be captured for nothing and
// capturing it is the only winning move. It returns the puzzle, if it finds one.
func (m *Miner) FreeCapture(ctx context.Context, n int) ([]puzzle.Puzzle, error) {
	random := rand.New(rand.NewPCG(m.seed, uint64(n)|1<<42)) // no game or endgame has the same random numbers
	found := m.begin()
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
		if wins, err := m.onlyMoveWins(ctx, one); err != nil {
			return nil, err
		} else if wins {
			found.add(one)
			break
		}
	}
	return found.puzzles, nil
}

// onlyFreeCapture returns the only capture that wins material. It returns game.NoMove if there is none or more than
// one, or if the one gains less than freeGain, takes a protected piece, or ends the game.
func onlyFreeCapture(p *game.Position) (only game.Move) {
	only = game.NoMove
	for _, c := range p.LegalCaptures(nil) {
		switch gain := tactics.Exchange(p, c); {
		case gain <= 0:
		case only != game.NoMove || gain < freeGain || !takesUnprotected(*p, c) || endsGame(p, c):
			return game.NoMove
		default:
			only = c
		}
	}
	return only
}

// onlyMoveWins reports whether the engine confirms that a puzzle's first move is the only winning one.
func (m *Miner) onlyMoveWins(ctx context.Context, p puzzle.Puzzle) (bool, error) {
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
