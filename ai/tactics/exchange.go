package tactics

import "yeye/game"

// Exchange returns the static exchange evaluation (SEE) of the capture m, in the units of [Value]: both sides recapture
// legally on its target with their least valuable piece, and stop when it pays.
func Exchange(p *game.Position, m game.Move) int {
	gain := Value(p.At(m.To()), m.To())
	after := p.After(m)
	var buf [game.MaxMoves]game.Move
	recapture, cheapest := game.NoMove, 0
	for _, a := range after.LegalCaptures(buf[:0]) {
		if a.To() != m.To() {
			continue
		}
		if v := Value(after.At(a.From()), a.From()); recapture == game.NoMove || v < cheapest {
			recapture, cheapest = a, v
		}
	}
	if recapture == game.NoMove {
		return gain
	}
	return gain - max(0, Exchange(&after, recapture))
}

// Capture is a capture and its gain by [Exchange].
type Capture struct {
	Move game.Move
	Gain int
}

// Captures returns by square the best capture of the side to move, the zero Capture where none gains anything.
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

// GainOn returns what the side to move gains by capturing on a square, 0 if no capture there gains.
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

// AfterNull returns the position after a null move, in which the side that has just moved can execute its threats. ok
// is false if the side to move is in check.
func AfterNull(p game.Position) (after game.Position, ok bool) {
	if p.InCheck() {
		return p, false
	}
	p.DoNull()
	return p, true
}

// InDanger returns the pieces of the side to move that the other side threatens to capture with a gain of at least
// MinGain by [Exchange]. It is empty in check, since no null move is possible.
func InDanger(p *game.Position) (pieces game.Bitboard) {
	after, ok := AfterNull(*p)
	if !ok {
		return
	}
	return Capturable(&after)
}

// Capturable returns the pieces that the side to move can capture now with a gain of at least MinGain by [Exchange].
func Capturable(p *game.Position) (pieces game.Bitboard) {
	for s, c := range Captures(p) {
		if c.Gain >= MinGain {
			pieces = pieces.Or(game.BB(game.Square(s)))
		}
	}
	return
}
