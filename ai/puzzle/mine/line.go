package mine

import (
	"math"

	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/ai/puzzle"
	"yeye/ai/tactics"
	"yeye/game"
)

// winningChance returns the winning chance of the side to move, 0 to 1. Unlike accuracy.Chance it is 0 or 1 for a mate.
func winningChance(s ai.Score) float64 {
	if n, ok := s.Mate(); ok {
		if n > 0 {
			return 1
		}
		return 0
	}
	return 1 / (1 + math.Exp(-accuracy.Slope*float64(s)))
}

// isRecapture reports whether m recaptures on the target square of g's last move.
func isRecapture(g *game.Game, m game.Move) bool {
	moves := g.Moves()
	start := g.Start()
	for _, before := range moves[:len(moves)-1] {
		start = start.After(before)
	}
	last := moves[len(moves)-1]
	return start.At(last.To()) != game.NoPiece && m.To() == last.To()
}

// isObvious reports whether the last move of a line is the only legal one or a recapture.
func isObvious(start game.Position, line []game.Move) bool {
	answer, last := line[len(line)-2], line[len(line)-1]
	for _, m := range line[:len(line)-2] {
		start = start.After(m)
	}
	took := start.At(answer.To()) != game.NoPiece
	start = start.After(answer)
	return start.CountLegal() == 1 || took && last.To() == answer.To()
}

// takesUnprotected reports whether m captures a piece that cannot be recaptured.
func takesUnprotected(p game.Position, m game.Move) bool {
	return tactics.Capturable(&p).Has(m.To()) && !canCaptureOn(p.After(m), m.To())
}

func canCaptureOn(p game.Position, s game.Square) bool {
	for _, m := range p.LegalCaptures(nil) {
		if m.To() == s {
			return true
		}
	}
	return false
}

// repeats reports whether a position occurs twice in a puzzle.
func repeats(p puzzle.Puzzle) bool {
	at := p.Start
	seen := map[uint64]bool{at.Key(): true}
	for _, m := range p.Line {
		at = at.After(m)
		if seen[at.Key()] {
			return true
		}
		seen[at.Key()] = true
	}
	return false
}

// positionKeys returns the keys of a puzzle's positions with the solver to move, and of their mirror images.
func positionKeys(p puzzle.Puzzle) (ks []uint64) {
	at := p.Start
	for i, m := range p.Line {
		if i%2 == 0 {
			mirror := at.Mirror()
			ks = append(ks, at.Key(), mirror.Key())
		}
		at = at.After(m)
	}
	return ks
}
