package ai

import "yeye/game"

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// hasAttackers reports whether a side has anything to attack with. If not, passing may be
// the best move, and pruning that relies on the opposite is off.
func (w *worker) hasAttackers(c game.Color) bool {
	p := &w.pos
	return p.Pieces(c, game.Rook).Or(p.Pieces(c, game.Cannon)).Or(p.Pieces(c, game.Horse)).Any()
}

// leaf returns the static value where the tree must end.
func (w *worker) leaf(f *frame) Score {
	if f.checked {
		return 0
	}
	return w.evaluate(f)
}

// prune tries to prune the whole node by its static value.
func (w *worker) prune(f *frame, n *node, alpha Score) (Score, bool) {
	beta, depth := n.beta, n.depth
	// Razoring: so far below alpha that a quiet move cannot make it up within the
	// depth left. Only captures could, and quiescence searches just those, at the
	// price of a leaf.
	if !w.off.Razoring && depth <= w.margins.RazorDepth && n.estimate < alpha-Score(w.margins.RazorBase+w.margins.RazorSlope*depth*depth) {
		if s := w.quiesce(alpha, alpha+1, 0); s <= alpha && !s.decided() {
			return s, true
		}
		if w.stopped {
			return 0, false
		}
	}
	// So far above beta that a few quiet plies will not lose the margin.
	if !w.off.ReverseFutility && depth <= w.margins.ReverseDepth && n.estimate >= beta && !n.estimate.decided() && !beta.decided() &&
		n.estimate-Score(w.margins.ReverseSlope*(depth-b2i(n.improving))) >= beta && !f.tablePV {
		return (n.estimate*2 + beta) / 3, true
	}
	// Null move: if passing still holds beta, moving will. Only where the node should
	// fail high, for elsewhere it wastes time. Not without attackers, when having to
	// move may be what loses; and a deep cutoff is verified without further null
	// moves.
	if w.off.NullMove || !n.cut || w.ancestor(1).move == game.NoMove || n.estimate < beta || n.static < beta+Score(w.margins.NullBase-w.margins.NullSlope*depth) ||
		depth < w.margins.NullDepth || w.ply < w.nullMinPly || !w.hasAttackers(w.pos.Turn()) || beta.decided() {
		return 0, false
	}
	r := w.margins.NullReduction + depth/w.margins.NullDivisor + min(int(n.estimate-beta)/w.margins.NullSpread, w.margins.NullSpreadMax)
	w.doNullMove()
	s := -w.search(-beta, -beta+1, depth-r, !n.cut)
	w.undoNullMove()
	if w.stopped || s < beta {
		return 0, false
	}
	if s.decided() {
		s = beta
	}
	if w.off.Verification || w.nullMinPly > 0 || depth < w.margins.VerifyDepth {
		return s, true
	}
	w.nullMinPly = w.ply + 3*(depth-r)/4
	v := w.search(beta-1, beta, depth-r, false)
	w.nullMinPly = 0
	return s, v >= beta && !w.stopped
}

// probCut prunes the node if a capture beats beta by a margin in a shallow search: it will
// beat beta in a deep one.
func (w *worker) probCut(f *frame, n *node) (Score, bool) {
	probCutBeta := n.beta + Score(w.margins.ProbCut)
	if n.tableHit && n.tableEntry.depth >= n.depth-3 && n.tableEntry.bound != boundNone && n.tableScore < probCutBeta {
		return 0, false
	}
	var pk picker
	w.pickCaptures(&pk, f, w.lists[2*w.ply][:], n.tableMove, probCutBeta-n.static)
	for m := pk.move(); m != game.NoMove; m = pk.move() {
		if !w.seeGE(m, probCutBeta-n.static) {
			continue
		}
		w.do(m)
		s := -w.quiesce(-probCutBeta, -probCutBeta+1, 0)
		if s >= probCutBeta && n.depth > w.margins.ProbCutReduction {
			s = -w.search(-probCutBeta, -probCutBeta+1, n.depth-w.margins.ProbCutReduction, !n.cut)
		}
		w.undo()
		if w.stopped {
			return 0, false
		}
		if s >= probCutBeta {
			if !w.off.Table && !s.decided() {
				w.table.store(w.pos.Key()^w.salt, entry{move: m, score: s, eval: n.raw, depth: n.depth - 3, bound: boundLower, pv: f.tablePV})
			}
			return s - (probCutBeta - n.beta), !s.decided()
		}
	}
	return 0, false
}

// canSkip reports whether a move can be skipped unsearched, and its largest possible
// value. It skips late quiet moves, moves that by the static value cannot reach
// alpha, those with a bad history, and exchanges that lose more than the depth left
// could win back.
func (w *worker) canSkip(n *node, t *moveInfo, pk *picker, alpha Score) (bool, Score) {
	p, depth := &w.pos, n.depth
	if !w.off.MoveCount && t.moveCount >= w.margins.moveCountLimit(depth, n.improving) {
		pk.skipQuiets = true
		if !t.capture && !t.givesCheck {
			return true, -infinite
		}
	}
	lmrDepth := max(depth-1-t.reduction, 0)
	if t.capture || t.givesCheck {
		if !w.off.Futility && t.capture && !t.givesCheck && !n.checked && lmrDepth <= w.margins.CaptureFutilityDepth &&
			n.static+Score(w.margins.CaptureFutilityBase+w.margins.CaptureFutilitySlope*lmrDepth)+exchangeValue[p.At(t.move.To()).Role()]+Score(t.history/w.margins.CaptureFutilityHistory) <= alpha {
			return true, -infinite
		}
		// A check is kept whatever it costs: the gain of a sacrifice before the king
		// does not show in the exchange.
		return !t.givesCheck && depth <= w.margins.CaptureSEEDepth && !w.seeGE(t.move, -Score(w.margins.CaptureSEE*depth)), -infinite
	}
	// A move that refuted nothing wherever it was tried will not do so at the end of
	// a shallow list.
	if !w.off.HistoryPruning && lmrDepth <= w.margins.BadHistoryDepth && t.history < -w.margins.BadHistory*depth {
		return true, -infinite
	}
	lmrDepth = max(0, lmrDepth+t.history/w.margins.QuietFutilityHistory)
	if futilityValue := n.static + Score(w.margins.FutilityBase+w.margins.FutilitySlope*lmrDepth); !w.off.Futility && !n.checked && lmrDepth <= w.margins.FutilityDepth && futilityValue <= alpha {
		if alpha.decided() {
			futilityValue = -infinite
		}
		return true, futilityValue
	}
	return lmrDepth <= w.margins.QuietSEEDepth && !w.seeGE(t.move, -Score(w.margins.QuietSEE*lmrDepth*lmrDepth)), -infinite
}

// extend returns by how many plies the move is searched deeper. If it turns out that
// several moves refute the node, the node is settled instead.
func (w *worker) extend(f *frame, n *node, t *moveInfo) (plies int, s Score, settled bool) {
	switch {
	case !w.off.Singular && t.move == n.tableMove && n.excluded == game.NoMove && n.depth >= w.margins.SingularDepth && n.tableHit &&
		n.tableEntry.bound&boundLower != 0 && n.tableEntry.depth >= n.depth-3 && !n.tableScore.decided():
		// Is this the only good move? If all others fail well below its score, the
		// position depends on it and deserves a deeper search.
		singularBeta := n.tableScore - Score(n.depth*w.margins.Singular*3/2/64)
		if n.pv {
			singularBeta = n.tableScore - Score(n.depth*w.margins.Singular/64)
		}
		// The search without the move is itself the test and costs little, for it is half
		// as deep; double extensions are limited per line so that it must end.
		f.excluded = t.move
		s := w.search(singularBeta-1, singularBeta, (n.depth-1)/2, n.cut)
		f.excluded = game.NoMove
		switch {
		case w.stopped:
			return 0, 0, true
		case s < singularBeta:
			if f.doubleExtensions < w.margins.SingularDoubles && s < singularBeta-w.margins.doubleMargin(n) {
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
	// A check leaves few answers, so that one more ply costs little; and what a check
	// pushes beyond the search depth is just what the search must not miss. Checks
	// that lose the piece do not count.
	case !w.off.CheckExtension && t.givesCheck && n.pv && w.seeGE(t.move, 0):
		return 1, 0, false
	}
	return 0, 0, false
}

// reduce returns by how many plies less the move, already made, is searched: by its
// place in the order (reductions), corrected by what else is known. Less reduction
// for a good history, a killer, a move that gives check or answers one, and a node
// that is on a principal variation now or, as the table remembers, was before: there
// the search has to be right. More reduction if the table's move is a capture, for
// then quiet moves are rarely the point; if the static value falls from move to move;
// and if the node should be cut off: its first moves do it or none does, and the rest
// only confirm that.
func (w *worker) reduce(f *frame, n *node, t *moveInfo) (r int) {
	if t.capture {
		r = t.reduction/2 - t.history/w.margins.CaptureHistory
	} else {
		r = t.reduction - t.history/w.margins.QuietHistory - b2i(t.killer) + b2i(n.tableCapture)
	}
	r += -b2i(t.givesCheck) + b2i(!n.improving) - b2i(f.tablePV) - b2i(f.tablePV && n.pv) - b2i(n.checked)
	if n.cut {
		r += 2 - b2i(t.capture)
	}
	if w.frames[w.ply+stackOffset].cutoffs > w.margins.Cutoffs {
		r++ // most of the replies cause cutoffs
	}
	return r
}
