package tactics

import "yeye/game"

// Exchange returns the gain of the capture m, in the units of [Value], if both sides recapture legally on its target
// with their least valuable piece, and stop when it pays (static exchange evaluation).
func Exchange(p *game.Position, m game.Move) int {
	gain := Value(p.At(m.To()), m.To())
	after := p.After(m)
	var buf [game.MaxMoves]game.Move
	answer, least := game.NoMove, 0
	for _, a := range after.LegalCaptures(buf[:0]) {
		if a.To() != m.To() {
			continue
		}
		if v := Value(after.At(a.From()), a.From()); answer == game.NoMove || v < least {
			answer, least = a, v
		}
	}
	if answer == game.NoMove {
		return gain
	}
	return gain - max(0, Exchange(&after, answer))
}

// Capture is a capture and its gain by [Exchange].
type Capture struct {
	Move game.Move
	Gain int
}

// Captures returns the best capture of the side to move on each point, the zero Capture where none gains anything.
func Captures(p *game.Position) (best [game.Squares]Capture) {
	var buf [game.MaxMoves]game.Move
	for _, m := range p.LegalCaptures(buf[:0]) {
		if g := Exchange(p, m); g > best[m.To()].Gain {
			best[m.To()] = Capture{m, g}
		}
	}
	return
}

// Best returns the capture with the largest gain.
func Best(all *[game.Squares]Capture) (best Capture) {
	for _, c := range all {
		if c.Gain > best.Gain {
			best = c
		}
	}
	return
}

// GainOn returns what the side to move gains by a capture on a point, 0 if it had better not.
func GainOn(p *game.Position, on game.Square) int {
	var buf [game.MaxMoves]game.Move
	best := 0
	for _, m := range p.LegalCaptures(buf[:0]) {
		if m.To() == on {
			best = max(best, Exchange(p, m))
		}
	}
	return best
}

// AfterNull returns the position after a null move: what the side that has just moved threatens. ok is false if the
// side to move is in check.
func AfterNull(p game.Position) (after game.Position, ok bool) {
	if p.InCheck() {
		return p, false
	}
	p.DoNull()
	return p, true
}

// InDanger returns the pieces of the side to move that the other side could capture now with a gain of at least a
// piece, both sides recapturing there. It is empty in check: then only the check counts.
func InDanger(p *game.Position) (pieces game.Bitboard) {
	after, ok := AfterNull(*p)
	if !ok {
		return
	}
	return Takeable(&after)
}

// Takeable returns the pieces that the side to move can capture now with a gain of at least a piece, both sides
// recapturing there.
func Takeable(p *game.Position) (pieces game.Bitboard) {
	for s, c := range Captures(p) {
		if c.Gain >= LeastGain {
			pieces = pieces.Or(game.BB(game.Square(s)))
		}
	}
	return
}
