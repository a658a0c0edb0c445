package ai

import "yeye/game"

// learnFrom rewards the move that refuted and blames those tried before it.
func (w *worker) learnFrom(f *frame, m game.Move, quiets, captures []game.Move, depth int) {
	p := &w.pos
	bonus, malus := w.margins.bonus(depth), w.margins.malus(depth)
	if victim := p.At(m.To()); victim != game.NoPiece {
		learn(&w.hist.capture[pieceToIndex(p.At(m.From()), m.To())][victim.Role()], bonus)
	} else {
		if f.killers[0] != m {
			f.killers[1], f.killers[0] = f.killers[0], m
		}
		if prev := w.before(f, 1); prev.move != game.NoMove {
			w.hist.counter[prev.index] = m
		}
		w.learnQuiet(f, m, bonus)
		for _, q := range quiets {
			w.learnQuiet(f, q, -malus)
		}
	}
	for _, c := range captures {
		learn(&w.hist.capture[pieceToIndex(p.At(c.From()), c.To())][p.At(c.To()).Role()], -malus)
	}
}

func (w *worker) learnQuiet(f *frame, m game.Move, bonus int) {
	learn(&w.hist.quiet[w.pos.Turn()&1][m&(1<<14-1)], bonus)
	w.learnContinuation(f, pieceToIndex(w.pos.At(m.From()), m.To()), bonus)
}

func (w *worker) learnContinuation(f *frame, to, bonus int) {
	for _, n := range [...]int{1, 2, 4} {
		if e := w.before(f, n); e.move != game.NoMove {
			learn(&e.cont[to], bonus)
		}
	}
}
