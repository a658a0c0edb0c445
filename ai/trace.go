package ai

import "yeye/game"

// Trace holds the counts of the hand-made evaluation in one position, for fitting:
// the value is linear in the weights, so these counts determine it.
type Trace struct {
	counts  [terms]int16 // Red's minus Black's
	touched []uint16
	// Phase says how full the board is, 0 to FullBoard; Scale is the part of the
	// sum that counts, 0 to 1: less where little can be won, or nothing was taken
	// for long.
	Phase int
	Scale float64
	Value int // for Red
}

// FullBoard is the Phase of the start position.
const FullBoard = fullBoard

func (t *Trace) count(c game.Color, term, n int) {
	if n == 0 {
		return
	}
	if t.counts[term] == 0 {
		t.touched = append(t.touched, uint16(term))
	}
	if c == game.Black {
		n = -n
	}
	t.counts[term] += int16(n)
}

// Each calls f for every term that counts for one side more than the other.
func (t *Trace) Each(f func(term, n int)) {
	for _, i := range t.touched {
		if n := t.counts[i]; n != 0 {
			f(int(i), int(n))
			t.counts[i] = 0
		}
	}
	t.touched = t.touched[:0]
}

// TraceOf counts the terms of p into t, which Each must have emptied. It values p
// with the weights w, nil for the built-in ones, to find the stronger side.
func (t *Trace) TraceOf(p *game.Position, w *Weights) {
	var e evaluator
	e.configure(&Options{Evaluation: Handmade, Weights: w})
	e.trace = t
	t.touched = t.touched[:0]
	acc := e.fromScratch(p)
	for b := p.Occupied(); b.Any(); {
		s := b.PopFirst()
		m := p.At(s)
		t.count(m.Color(), termPieces+int(m.Role())*halfBoard+int(halfPoint[m.Color()&1][s]), 1)
	}
	v := e.byHand(p, acc)
	if p.Turn() == game.Black {
		v = -v
	}
	t.Value, t.Phase = fade(v, p), phase(p)
	strong := game.Red
	if v < 0 {
		strong = game.Black
	}
	t.Scale = float64(winnable(p, strong)) / allWinnable * float64(fade(fadesOver, p)) / fadesOver
}
