package ai

import "yeye/game"

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// lateCount is how many moves are tried at a depth before the remaining quiet
// ones are taken for hopeless.
func lateCount(depth int, improving bool) int {
	if improving {
		return 8 + depth*depth
	}
	return (8 + depth*depth) / 2
}

// fights reports whether a side has anything to attack with. Where it has not,
// passing may be the best move and pruning that trusts the opposite is off.
func (w *worker) fights(c game.Color) bool {
	p := &w.pos
	return p.Pieces(c, game.Rook).Or(p.Pieces(c, game.Cannon)).Or(p.Pieces(c, game.Horse)).Any()
}

// leaf is the static value where the tree must end.
func (w *worker) leaf(f *frame) Score {
	if f.checked {
		return 0
	}
	return w.evaluate(f)
}

// prune tries to give up the whole node by its static value.
func (w *worker) prune(f *frame, n *node, alpha Score) (Score, bool) {
	beta, depth := n.beta, n.depth
	// Razoring: so far below alpha that a quiet move cannot make it up within the
	// depth left. Only captures could, and quiescence looks at just those, for the
	// price of a leaf.
	if !w.off.Razoring && depth <= 4 && n.estimate < alpha-Score(w.margins.RazorBase+w.margins.RazorSlope*depth*depth) {
		if s := w.quiesce(alpha, alpha+1, 0); s <= alpha && !s.decided() {
			return s, true
		}
		if w.stopped {
			return 0, false
		}
	}
	// So far above beta that a few quiet plies will not lose it.
	if !w.off.ReverseFutility && depth < 9 && n.estimate >= beta && !n.estimate.decided() && !beta.decided() &&
		n.estimate-Score(w.margins.ReverseSlope*(depth-b2i(n.improving))) >= beta && !f.tablePV {
		return (n.estimate*2 + beta) / 3, true
	}
	// Null move: if passing still holds beta, moving will. Only where the node should
	// fail high, for elsewhere it is time lost. Not with bare hands,
	// when having to move may be what loses, and a deep cutoff is verified without
	// further null moves.
	if w.off.NullMove || !n.cut || w.before(f, 1).move == game.NoMove || n.estimate < beta || n.static < beta+Score(w.margins.NullBase-w.margins.NullSlope*depth) ||
		depth < 2 || w.ply < w.nullFrom || !w.fights(w.pos.Turn()) || beta.decided() {
		return 0, false
	}
	r := 4 + depth/3 + min(int(n.estimate-beta)/w.margins.NullSpread, 4)
	w.doNull()
	s := -w.search(-beta, -beta+1, depth-r, !n.cut)
	w.undoNull()
	if w.stopped || s < beta {
		return 0, false
	}
	if s.decided() {
		s = beta
	}
	if w.off.Verification || w.nullFrom > 0 || depth < 12 {
		return s, true
	}
	w.nullFrom = w.ply + 3*(depth-r)/4
	v := w.search(beta-1, beta, depth-r, false)
	w.nullFrom = 0
	return s, v >= beta && !w.stopped
}

// probCut: a capture that beats beta by a margin in a shallow look will beat
// beta in the deep one.
func (w *worker) probCut(f *frame, n *node) (Score, bool) {
	mark := n.beta + Score(w.margins.ProbCut)
	if n.hit && n.known.depth >= n.depth-3 && n.known.bound != boundNone && n.tableScore < mark {
		return 0, false
	}
	var pk picker
	w.pickCaptures(&pk, f, w.lists[2*w.ply][:], n.tableMove, mark-n.static)
	for m := pk.move(); m != game.NoMove; m = pk.move() {
		if !w.gains(m, mark-n.static) {
			continue
		}
		w.do(m)
		s := -w.quiesce(-mark, -mark+1, 0)
		if s >= mark && n.depth > 4 {
			s = -w.search(-mark, -mark+1, n.depth-4, !n.cut)
		}
		w.undo()
		if w.stopped {
			return 0, false
		}
		if s >= mark {
			if !w.off.Table && !s.decided() {
				w.table.store(w.pos.Key()^w.salt, entry{move: m, score: s, eval: n.raw, depth: n.depth - 3, bound: boundLower, pv: f.tablePV})
			}
			return s - (mark - n.beta), !s.decided()
		}
	}
	return 0, false
}

// hopeless reports whether a move can be left out unseen, and what it would at
// most have been worth. Late quiet moves are, those that the static value says
// cannot reach alpha, those with a bad history, and exchanges that lose more
// than the depth left could win back. Only so is it possible to look at a few
// moves deeply instead of all a little.
func (w *worker) hopeless(n *node, t *try, pk *picker, alpha Score) (bool, Score) {
	p, depth := &w.pos, n.depth
	if !w.off.MoveCount && t.count >= lateCount(depth, n.improving) {
		pk.skip = true
		if !t.capture && !t.gives {
			return true, -infinite
		}
	}
	left := max(depth-1-t.reduction, 0)
	if t.capture || t.gives {
		if !w.off.Futility && t.capture && !t.gives && !n.checked && left < 7 &&
			n.static+Score(w.margins.CaptureFutilityBase+w.margins.CaptureFutilitySlope*left)+exchangeValue[p.At(t.move.To()).Role()]+Score(t.history/80) <= alpha {
			return true, -infinite
		}
		// A check is kept whatever it costs: what a sacrifice before the king brings
		// does not show in the exchange.
		return !t.gives && depth < 9 && !w.gains(t.move, -Score(w.margins.CaptureSEE*depth)), -infinite
	}
	// A move that refuted nothing wherever it was tried will not begin to at the
	// end of a shallow list.
	if !w.off.HistoryPruning && left < 6 && t.history < -w.margins.BadHistory*depth {
		return true, -infinite
	}
	left = max(0, left+t.history/6500)
	if reach := n.static + Score(w.margins.FutilityBase+w.margins.FutilitySlope*left); !w.off.Futility && !n.checked && left < 10 && reach <= alpha {
		if alpha.decided() {
			reach = -infinite
		}
		return true, reach
	}
	return left < 10 && !w.gains(t.move, -Score(w.margins.QuietSEE*left*left)), -infinite
}

// extend is by how many plies the move is to be looked at deeper. If it turns
// out that several moves refute the node, it is settled instead.
func (w *worker) extend(f *frame, n *node, t *try) (plies int, s Score, settled bool) {
	switch {
	case !w.off.Singular && t.move == n.tableMove && n.excluded == game.NoMove && n.depth >= 6 && n.hit &&
		n.known.bound&boundLower != 0 && n.known.depth >= n.depth-3 && !n.tableScore.decided():
		// Is this move alone in being good? If everything else fails well below
		// its score, the position hangs on it and deserves a closer look.
		mark := n.tableScore - Score(n.depth*w.margins.Singular*3/2/64)
		if n.pv {
			mark = n.tableScore - Score(n.depth*w.margins.Singular/64)
		}
		// The search without the move is its own test: half as deep, it costs little,
		// and a second ply is given only so often on one line that it must end.
		f.excluded = t.move
		s := w.search(mark-1, mark, (n.depth-1)/2, n.cut)
		f.excluded = game.NoMove
		switch {
		case w.stopped:
			return 0, 0, true
		case s < mark:
			if f.doubles < 8 && s < mark-w.margins.twice(n) {
				return 2, 0, false
			}
			return 1, 0, false
		case s >= n.beta && !s.decided():
			return 0, s, true
		case n.tableScore >= n.beta:
			return -2, 0, false
		case n.cut:
			return -1, 0, false
		}
	// A check leaves few answers, so that a ply more costs little; and what a check
	// drives over the edge of the depth is just what the search must not lose sight
	// of. Checks that throw the piece away do not count.
	case !w.off.CheckExtension && t.gives && n.pv && w.gains(t.move, 0):
		return 1, 0, false
	}
	return 0, 0, false
}

// reduce is by how many plies the move, already made, is looked at less: its
// place in the order (reductions), mended by what else is known. For the move
// speak a good history, being a killer, giving check, answering one; for its node,
// having stood on a principal variation now or, as the table remembers, before:
// there the search has to be right. Against them speaks a table's move that is a
// capture, for then quiet moves are rarely the point; a static value that falls
// from move to move; and a node that should be cut off: its first moves do it or
// none does, and the rest only confirm that.
func (w *worker) reduce(f *frame, n *node, t *try) (r int) {
	if t.capture {
		r = t.reduction/2 - t.history/w.margins.CaptureHistory
	} else {
		r = t.reduction - t.history/w.margins.QuietHistory - b2i(t.special) + b2i(n.tableCapture)
	}
	r += -b2i(t.gives) + b2i(!n.improving) - b2i(f.tablePV) - b2i(f.tablePV && n.pv) - b2i(n.checked)
	if n.cut {
		r += 2 - b2i(t.capture)
	}
	if w.frames[w.ply+earlier].cutoffs > 3 {
		r++ // the replies refuted more often than not
	}
	return r
}
