package ai

import "yeye/game"

// updateHistories rewards the move that refuted the node and penalizes the moves tried before it.
func (w *worker) updateHistories(f *frame, m game.Move, quiets, captures []game.Move, depth int) {
	p := &w.pos
	bonus, malus := w.margins.bonus(depth), w.margins.malus(depth)
	if victim := p.At(m.To()); victim != game.NoPiece {
		updateHistory(&w.hist.capture[pieceToIndex(p.At(m.From()), m.To())][victim.Role()], bonus)
	} else {
		if f.killers[0] != m {
			f.killers[1], f.killers[0] = f.killers[0], m
		}
		if prev := w.ancestor(1); prev.move != game.NoMove {
			w.hist.counter[prev.index] = m
		}
		w.updateQuietHistories(m, bonus)
		for _, q := range quiets {
			w.updateQuietHistories(q, -malus)
		}
	}
	for _, c := range captures {
		updateHistory(&w.hist.capture[pieceToIndex(p.At(c.From()), c.To())][p.At(c.To()).Role()], -malus)
	}
}

func (w *worker) updateQuietHistories(m game.Move, bonus int) {
	updateHistory(w.hist.quiet[w.pos.Turn()&1].of(m), bonus)
	w.updateContinuation(0, pieceToIndex(w.pos.At(m.From()), m.To()), bonus)
}

// penalizePreviousMove penalizes the previous quiet move if the table refutes it and it was tried early, because it was
// ordered wrongly.
func (w *worker) penalizePreviousMove(depth int) {
	if last := w.ancestor(1); !w.off.LastMove && last.quiet && last.moveCount <= w.margins.EarlyMove {
		w.updateContinuation(1, last.index, -w.margins.malus(depth+1))
	}
}

// rewardPreviousMove rewards the previous quiet move if no reply reached alpha. The reward is larger the later it was
// tried and the further the node's score is below expectation.
func (w *worker) rewardPreviousMove(n *node, best Score) {
	last := w.ancestor(1)
	if w.off.LastMove || !last.quiet {
		return
	}
	parts := 1 + b2i(last.moveCount > w.margins.LateMove) +
		b2i(!n.checked && best <= n.static-Score(w.margins.BelowStatic)) +
		b2i(last.eval != noScore && best <= -last.eval-Score(w.margins.BelowEarlier))
	if !n.pv && !n.cut && parts == 1 {
		return
	}
	bonus := w.margins.bonus(n.depth) * parts / 2
	w.updateContinuation(1, last.index, bonus)
	updateHistory(w.hist.quiet[w.pos.Turn()&1^1].of(last.move), bonus/2)
}

// updateContinuation updates the entry to (a piece×target) of the continuation histories of the moves 1, 2 and 4 plies
// before the ply back plies ago.
func (w *worker) updateContinuation(back, to, bonus int) {
	for _, n := range [...]int{1, 2, 4} {
		if e := &w.frames[w.ply+stackOffset-back-n]; e.move != game.NoMove {
			updateHistory(&e.cont[to], bonus)
		}
	}
}
