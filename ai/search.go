package ai

import "yeye/game"

// node is the search's state of one node.
type node struct {
	depth       int
	beta        Score
	pv, root    bool // on the principal variation, at its root
	cut         bool // an expected cut node
	checked     bool
	mustDeviate bool      // one side must deviate, or it loses by repetition
	excluded    game.Move // the excluded move of a singular extension search

	tableEntry   entry // from the table
	tableHit     bool
	tableMove    game.Move
	tableScore   Score
	tableCapture bool

	raw       Score // static evaluation without corrections, noScore if not computed
	static    Score // raw plus corrections
	estimate  Score // static, or the table's better score
	slots     [correctKinds]*int16
	improving bool // static is higher than two plies ago
}

// whole reports whether no move is excluded.
func (n *node) whole() bool { return n.excluded == game.NoMove }

// search returns the score of the position for the side to move, exact between alpha and beta, else a bound (principal
// variation search). depth is in plies; cut marks an expected cut node.
func (w *worker) search(alpha, beta Score, depth int, cut bool) Score {
	if depth <= 0 {
		return w.quiesce(alpha, beta, 0)
	}
	f := w.frame()
	f.pvLen = 0
	ply := w.ply
	if w.shouldStop() {
		return 0
	}
	n := node{depth: depth, pv: beta-alpha > 1, root: ply == 0, cut: cut, checked: f.checked, excluded: f.excluded}
	if n.pv && ply+1 > w.selDepth {
		w.selDepth = ply + 1
	}
	if n.root || !n.whole() {
		return w.searchNode(f, &n, alpha, beta)
	}
	r := w.rule()
	if r.over {
		return r.score
	}
	if !r.mustDeviate() {
		return w.searchNode(f, &n, alpha, beta)
	}
	alpha, beta = max(alpha, r.least), min(beta, r.most)
	if alpha >= beta {
		return r.clamp(alpha)
	}
	n.mustDeviate = true
	return r.clamp(w.searchNode(f, &n, alpha, beta))
}

// searchNode is search for a node where no rule ends the game.
func (w *worker) searchNode(f *frame, n *node, alpha, beta Score) Score {
	ply := w.ply
	if !n.root && n.whole() {
		if ply >= maxPly-2 {
			return w.leaf(f)
		}
		if !w.off.MateDistance {
			// Mate distance pruning: no score here improves on a shorter mate already found.
			alpha = max(alpha, matedIn(ply))
			beta = min(beta, mateIn(ply+1))
			if alpha >= beta {
				return alpha
			}
		}
	}
	n.beta = beta
	if s, ok := w.probe(f, n, alpha); ok {
		return s
	}
	w.setStatic(f, n)
	w.hindsight(n)
	w.frames[ply+stackOffset+1].killers = [2]game.Move{}
	w.frames[ply+stackOffset+2].cutoffs = 0
	if !n.pv && !n.checked && !n.mustDeviate && n.whole() {
		if s, ok := w.prune(f, n, alpha); ok || w.stopped {
			return s
		}
	}
	// Internal iterative reduction: without a table move the order is a guess. A shallower search supplies the move for
	// the next time.
	if n.tableMove == game.NoMove && n.whole() && n.depth >= w.margins.IIRDepth && (n.pv || n.cut) {
		n.depth--
	}
	if !n.pv && !n.checked && !n.mustDeviate && n.whole() &&
		n.depth >= w.margins.ProbCutDepth && !beta.decided() {
		if s, ok := w.probCut(f, n); ok || w.stopped {
			return s
		}
	}
	return w.searchMoves(f, n, alpha)
}

// probe looks the node up in the table, and reports whether the entry causes a cutoff.
func (w *worker) probe(f *frame, n *node, alpha Score) (Score, bool) {
	p := &w.pos
	if !w.off.Table && n.whole() {
		n.tableEntry, n.tableHit = w.table.probe(p.Key() ^ w.salt)
	}
	n.tableScore, n.tableMove = n.tableEntry.score.fromTable(w.ply), n.tableEntry.move
	if n.root {
		n.tableMove = w.roots[w.pvIndex].pv[0]
	}
	if n.whole() {
		f.tablePV = n.pv || n.tableEntry.pv
	}
	n.tableCapture = n.tableMove != game.NoMove && p.At(n.tableMove.To()) != game.NoPiece
	// Close to the move limit the stored score no longer holds.
	if !n.tableHit || n.pv || n.mustDeviate || n.tableEntry.depth < n.depth ||
		p.HalfMoves() >= game.MoveLimitPlies-12 && !w.off.MoveLimit {
		return 0, false
	}
	if !n.tableEntry.cutsOff(n.tableScore, alpha, n.beta) {
		return 0, false
	}
	if m := n.tableMove; m != game.NoMove && n.tableScore >= n.beta && !n.tableCapture && p.Allows(m, w.legal(f)) {
		w.updateQuietHistories(m, w.margins.bonus(n.depth))
	}
	if n.tableScore >= n.beta {
		w.penalizePreviousMove(n.depth)
	}
	return n.tableScore, true
}

// setStatic sets the static evaluation, from the table if it has one.
func (w *worker) setStatic(f *frame, n *node) {
	n.raw, n.static, n.estimate = noScore, noScore, noScore
	switch {
	case n.checked:
		f.eval = noScore
		return
	case !n.whole():
		n.static, n.estimate = f.eval, f.eval
		n.slots = w.correctionSlots(f)
	default:
		n.raw = n.tableEntry.eval
		if !n.tableHit || n.raw == noScore {
			n.raw = w.evaluate(f)
			if !n.tableHit && !w.off.Table {
				w.table.store(w.pos.Key()^w.salt, entry{score: noScore, eval: n.raw, depth: -7, pv: f.tablePV})
			}
		}
		n.slots = w.correctionSlots(f)
		n.static = w.corrected(n.raw, &n.slots)
		f.eval, n.estimate = n.static, n.static
		if n.tableHit && n.tableEntry.improvesOn(n.tableScore, n.static) {
			n.estimate = n.tableScore
		}
	}
	switch two, four := w.ancestor(2).eval, w.ancestor(4).eval; {
	case two != noScore:
		n.improving = n.static > two
	case four != noScore:
		n.improving = n.static > four
	default:
		n.improving = true
	}
}

// hindsight adjusts the depth after a reduced move by comparing the static evaluations before and after it. It searches
// deeper if the opponent's position did not get worse by the move, and less deep if both sides evaluate themselves as
// ahead, because that will soon be resolved.
func (w *worker) hindsight(n *node) {
	before := w.ancestor(1)
	if w.off.Hindsight || n.root || n.checked || !n.whole() || before.eval == noScore {
		return
	}
	switch {
	case before.reduction >= w.margins.HindsightDeeper && n.static <= -before.eval:
		n.depth++
	case before.reduction >= w.margins.HindsightLess && n.depth >= 2 &&
		n.static+before.eval > Score(w.margins.Hindsight):
		n.depth--
	}
}

// searchMoves searches the moves of a node that was not pruned.
func (w *worker) searchMoves(f *frame, n *node, alpha Score) Score {
	ply := w.ply
	list := w.lists[2*ply][:]
	if !n.whole() {
		list = w.lists[2*ply+1][:]
	}
	var pk picker
	w.pick(&pk, f, list, n.tableMove)
	best, bestMove := -infinite, game.NoMove
	startAlpha := alpha
	var failed tried
	count := 0
	attackers, overlooked := w.hasAttackers(w.pos.Turn()), false

	for m := pk.move(); m != game.NoMove; m = pk.move() {
		if m == n.excluded || (n.root && !w.searchesRootMove(m)) {
			continue
		}
		if w.blind > 0 && !n.root && !n.checked && w.overlooks(m) {
			overlooked = true
			continue
		}
		count++
		w.table.prefetch(w.pos.KeyAfter(m) ^ w.salt) // most moves are searched, and the entry is out of the cache
		t := moveInfo{move: m, moveCount: count}
		w.describe(n, &pk, &t)
		if !n.root && best > -RuleBound && attackers {
			skip, atMost := w.canSkip(n, &t, &pk, alpha)
			if skip {
				best = max(best, atMost)
				continue
			}
		}
		extension := 0
		if !n.root && ply < 2*w.depth {
			var settled bool
			var s Score
			if extension, s, settled = w.extend(f, n, &t); settled || w.stopped {
				return s
			}
		}
		nodes := w.nodes + 1
		s := w.searchMove(f, n, &t, alpha, best, extension)
		if w.stopped {
			return 0
		}
		if n.root {
			w.recordRootMove(m, s, alpha, count, w.nodes-nodes)
		}
		best = max(best, s)
		if s > alpha {
			bestMove = m
			if n.pv && !n.root {
				w.extendPV(f, m)
			}
			if s >= n.beta {
				f.cutoffs++
				break
			}
			alpha = s
			if n.depth >= w.margins.RaisedFrom && n.depth <= w.margins.RaisedTo && !s.decided() {
				n.depth-- // the remaining moves must improve on a move known to be good
			}
		} else {
			failed.add(m, t.capture)
		}
	}
	if count == 0 {
		switch {
		case !n.whole() || n.root:
			return alpha
		case overlooked:
			return n.static
		}
		return matedIn(ply) // checkmate, or stalemate, which loses as well
	}
	w.learn(f, n, &failed, best, bestMove, startAlpha)
	return best
}

// learn updates histories and table with the result of a node whose moves were searched. move is the best of them,
// [game.NoMove] if none reached alpha.
func (w *worker) learn(f *frame, n *node, failed *tried, best Score, move game.Move, alpha Score) {
	if move == game.NoMove && n.whole() {
		w.rewardPreviousMove(n, best)
	}
	if move != game.NoMove && best >= n.beta {
		w.updateHistories(f, move, failed.quiets[:failed.nQuiets], failed.captures[:failed.nCaptures], n.depth)
	}
	if best <= alpha {
		f.tablePV = f.tablePV || (w.ancestor(1).tablePV && n.depth > 3)
	}
	if n.whole() && !n.mustDeviate && !(n.root && w.pvIndex > 0) {
		w.storeResult(f, n, best, move)
	}
}

// tried holds the moves of a node that were searched and did not become the best.
type tried struct {
	quiets             [64]game.Move
	captures           [32]game.Move
	nQuiets, nCaptures int
}

// add adds a move, unless the list is full.
func (t *tried) add(m game.Move, capture bool) {
	switch {
	case capture && t.nCaptures < len(t.captures):
		t.captures[t.nCaptures] = m
		t.nCaptures++
	case !capture && t.nQuiets < len(t.quiets):
		t.quiets[t.nQuiets] = m
		t.nQuiets++
	}
}

// moveInfo is what is known about a move before it is searched.
type moveInfo struct {
	move                game.Move
	moveCount           int // index in the move order, from 1
	capture, givesCheck bool
	killer              bool // one of the two killers
	index               int  // piece×target
	history             int
	reduction           int
}

// describe fills in what is known about the move t.
func (w *worker) describe(n *node, pk *picker, t *moveInfo) {
	p, m := &w.pos, t.move
	victim := p.At(m.To())
	t.capture, t.givesCheck, t.index = victim != game.NoPiece, p.GivesCheck(m), pieceToIndex(p.At(m.From()), m.To())
	if t.capture {
		if !w.off.CaptureHistory {
			t.history = int(w.hist.capture[t.index][victim.Role()])
		}
	} else {
		if !w.off.History {
			t.history = int(*w.hist.quiet[p.Turn()&1].of(m))
		}
		if !w.off.Continuation {
			t.history += int(w.ancestor(1).cont[t.index]) + int(w.ancestor(2).cont[t.index])
		}
	}
	t.killer = m == pk.refutations[0] || m == pk.refutations[1]
	if !w.off.Reductions {
		t.reduction = int(w.reductions[min(n.depth, 63)][min(t.moveCount, 63)])
	}
}

// searchMove makes the move and searches it: a late move with a reduction and a null window, and deeper and with the
// full window only if it beats alpha.
func (w *worker) searchMove(f *frame, n *node, t *moveInfo, alpha, best Score, extension int) (s Score) {
	w.step(t.move, t.givesCheck)
	w.frame().doubleExtensions += b2i(extension == 2)
	f.moveCount = t.moveCount
	depth, surprise := n.depth-1+extension, 0
	switch {
	case !w.off.Reductions && n.depth >= 2 && t.moveCount > 1+b2i(n.root):
		d := max(1, min(depth-w.reduce(f, n, t), depth))
		f.reduction = depth - d
		s = -w.search(-alpha-1, -alpha, d, true)
		f.reduction = 0
		if s > alpha && d < depth {
			if s > best+Score(w.margins.Deeper) && !n.root {
				depth++
			} else if s < best+Score(w.margins.Shallower) && depth > d+1 {
				depth--
			}
			s = -w.search(-alpha-1, -alpha, depth, !n.cut)
			if !t.capture {
				surprise = w.margins.bonus(depth)
				if s <= alpha {
					surprise = -w.margins.malus(depth)
				}
			}
		}
	case !n.pv || t.moveCount > 1:
		s = -w.search(-alpha-1, -alpha, depth, !n.cut)
	}
	if n.pv && (t.moveCount == 1 || s > alpha) {
		s = -w.search(-n.beta, -alpha, depth, false)
	}
	w.undo()
	// The re-search of a late move shows how good it is as a reply. For earlier moves it shows less, and updating their
	// histories too was measured to be worse.
	if prev := w.ancestor(1); surprise != 0 && prev.move != game.NoMove {
		updateHistory(&prev.cont[t.index], surprise)
	}
	return s
}

// storeResult stores the node's score in the table, and updates the correction histories.
func (w *worker) storeResult(f *frame, n *node, best Score, move game.Move) {
	b := boundUpper
	switch {
	case best >= n.beta:
		b = boundLower
	case n.pv && move != game.NoMove:
		b = boundExact
	}
	// A win by the repetition rules depends on how the position was reached, so it is not stored.
	if !w.off.Table && !(best.decided() && best < MateBound && best > -MateBound) {
		w.table.store(w.pos.Key()^w.salt, entry{move: move, score: best.toTable(w.ply), eval: n.raw, depth: n.depth,
			bound: b, pv: f.tablePV})
	}
	if !n.checked && !best.decided() && (move == game.NoMove || w.pos.At(move.To()) == game.NoPiece) &&
		!(b == boundLower && best <= n.static) && !(b == boundUpper && best >= n.static) {
		w.updateCorrections(&n.slots, best-n.static, n.depth)
	}
}

func (w *worker) extendPV(f *frame, m game.Move) {
	next := &w.frames[w.ply+stackOffset+1]
	f.pv[0] = m
	n := copy(f.pv[1:], next.pv[:next.pvLen])
	f.pvLen = n + 1
}
