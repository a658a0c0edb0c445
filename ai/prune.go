package ai

import "yeye/game"

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// hasAttackers reports whether a side has a rook, cannon or horse. Without one zugzwang is common, so pruning that
// assumes that a move is better than a null move is off.
func (w *worker) hasAttackers(c game.Color) bool {
	p := &w.pos
	return p.Pieces(c, game.Rook).Or(p.Pieces(c, game.Cannon)).Or(p.Pieces(c, game.Horse)).Any()
}

// leaf returns the static evaluation at maxPly, where the tree must end.
func (w *worker) leaf(f *frame) Score {
	if f.checked {
		return 0
	}
	return w.evaluate(f)
}

// prune tries to prune the node by its static evaluation.
func (w *worker) prune(f *frame, n *node, alpha Score) (Score, bool) {
	beta, depth := n.beta, n.depth
	// Razoring: the node is so far below alpha that quiet moves cannot make up for it within the depth left. Only
	// captures could, and quiescence searches just those.
	if depth <= w.margins.RazorDepth &&
		n.estimate < alpha-Score(w.margins.RazorBase+w.margins.RazorSlope*depth*depth) {
		if s := w.quiesce(alpha, alpha+1, 0); s <= alpha && !s.decided() {
			return s, true
		}
		if w.stopped {
			return 0, false
		}
	}
	// Reverse futility: the node is so far above beta that a few quiet plies will not lose the margin.
	if depth <= w.margins.ReverseDepth && n.estimate >= beta && !n.estimate.decided() &&
		!beta.decided() &&
		n.estimate-Score(w.margins.ReverseSlope*(depth-b2i(n.improving))) >= beta && !f.tablePV {
		return (n.estimate*2 + beta) / 3, true
	}
	// Null move: if passing still holds beta, moving will. It is tried only at expected cut nodes, since elsewhere it
	// wastes time, and not without attackers, because of zugzwang. A cutoff at high depth is verified without further
	// null moves.
	if !n.cut || w.ancestor(1).move == game.NoMove || n.estimate < beta ||
		n.static < beta+Score(w.margins.NullBase-w.margins.NullSlope*depth) ||
		depth < w.margins.NullDepth || w.ply < w.nullMinPly || !w.hasAttackers(w.pos.Turn()) || beta.decided() {
		return 0, false
	}
	r := w.margins.NullReduction + depth/w.margins.NullDivisor +
		min(int(n.estimate-beta)/w.margins.NullSpread, w.margins.NullSpreadMax)
	w.doNullMove()
	s := -w.search(-beta, -beta+1, depth-r, !n.cut)
	w.undoNullMove()
	if w.stopped || s < beta {
		return 0, false
	}
	if s.decided() {
		s = beta
	}
	if w.nullMinPly > 0 || depth < w.margins.VerifyDepth {
		return s, true
	}
	w.nullMinPly = w.ply + 3*(depth-r)/4
	v := w.search(beta-1, beta, depth-r, false)
	w.nullMinPly = 0
	return s, v >= beta && !w.stopped
}

// probCut prunes the node if a capture beats beta by a margin in a shallow search, because it will probably beat beta
// in a deep one.
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
				w.table.store(w.pos.Key()^w.salt,
					entry{move: m, score: s, eval: n.raw, depth: n.depth - 3, bound: boundLower, pv: f.tablePV})
			}
			return s - (probCutBeta - n.beta), !s.decided()
		}
	}
	return 0, false
}

// canSkip reports whether a move can be pruned, with an upper bound of its score. It prunes late quiet moves, moves
// whose static evaluation cannot reach alpha, moves with a bad history, and exchanges that lose more than the depth
// left could win back.
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
			n.static+Score(w.margins.CaptureFutilityBase+w.margins.CaptureFutilitySlope*lmrDepth)+
				exchangeValue[p.At(t.move.To()).Role()]+Score(t.history/w.margins.CaptureFutilityHistory) <= alpha {
			return true, -infinite
		}
		// Checks are kept whatever they cost: the exchange evaluation does not show what a sacrifice near the king
		// gains.
		return !t.givesCheck && depth <= w.margins.CaptureSEEDepth &&
			!w.seeGE(t.move, -Score(w.margins.CaptureSEE*depth)), -infinite
	}
	// A move that refuted nothing elsewhere will not do so late in a shallow node.
	if !w.off.HistoryPruning && lmrDepth <= w.margins.BadHistoryDepth && t.history < -w.margins.BadHistory*depth {
		return true, -infinite
	}
	lmrDepth = max(0, lmrDepth+t.history/w.margins.QuietFutilityHistory)
	if futilityValue := n.static + Score(w.margins.FutilityBase+w.margins.FutilitySlope*lmrDepth); !w.off.Futility &&
		!n.checked && lmrDepth <= w.margins.FutilityDepth && futilityValue <= alpha {
		if alpha.decided() {
			futilityValue = -infinite
		}
		return true, futilityValue
	}
	return lmrDepth <= w.margins.QuietSEEDepth && !w.seeGE(t.move, -Score(w.margins.QuietSEE*lmrDepth*lmrDepth)),
		-infinite
}

// extend returns the extension of a move in plies. If several moves refute the node, it returns the node's score
// instead, with settled set (multi-cut).
func (w *worker) extend(f *frame, n *node, t *moveInfo) (plies int, s Score, settled bool) {
	switch {
	case t.move == n.tableMove && n.whole() && n.depth >= w.margins.SingularDepth && n.tableHit &&
		n.tableEntry.bound&boundLower != 0 && n.tableEntry.depth >= n.depth-3 && !n.tableScore.decided():
		// Is this the only good move? If all others score well below it, the position depends on it and is searched
		// deeper.
		singularBeta := n.tableScore - Score(n.depth*w.margins.Singular*3/2/64)
		if n.pv {
			singularBeta = n.tableScore - Score(n.depth*w.margins.Singular/64)
		}
		// The search without the move has half the depth and costs little. Double extensions are limited per line so
		// that it ends.
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
	// A check leaves few replies, so one more ply costs little, and checks can push losses beyond the horizon. Checks
	// that lose the piece are not extended.
	case !w.off.CheckExtension && t.givesCheck && n.pv && w.seeGE(t.move, 0):
		return 1, 0, false
	}
	return 0, 0, false
}

// reduce returns the reduction, in plies, of a move that was just made: by depth and move number, then adjusted. Less
// for a good history, a killer, a move that gives check or answers one, and a node that is on a principal variation or
// was on one according to the table. More if the table's move is a capture, because quiet moves are then rarely best;
// if the static evaluation is not improving; and at an expected cut node, where the first moves cause the cutoff or
// none does.
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
