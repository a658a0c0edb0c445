package ai

import "yeye/game"

// quiesce searches captures (and, in check, all evasions) until the position is quiet enough for its static evaluation
// to mean something. Otherwise the search would stop in the middle of an exchange and count the rook just captured but
// not the one about to be. depth starts at 0 and decreases.
func (w *worker) quiesce(alpha, beta Score, depth int) Score {
	f := w.frame()
	f.pvLen = 0
	if w.shouldStop() {
		return 0
	}
	if w.ply+1 > w.selDepth {
		w.selDepth = w.ply + 1
	}
	r := w.rule()
	if r.over {
		return r.score
	}
	return r.clamp(w.quiesceNode(f, alpha, beta, depth))
}

// quiesceNode is quiesce for a node where no rule ends the game.
func (w *worker) quiesceNode(f *frame, alpha, beta Score, depth int) Score {
	ply := w.ply
	if ply >= maxPly-2 {
		return w.leaf(f)
	}
	if w.off.Quiescence {
		return w.evaluate(f)
	}
	pvNode := beta-alpha > 1
	p := &w.pos
	key := p.Key() ^ w.salt
	var known entry
	var hit bool
	if !w.off.Table {
		known, hit = w.table.probe(key)
	}
	f.tablePV = pvNode || known.pv
	if hit && !pvNode && known.bound != boundNone {
		s := known.score.fromTable(ply)
		if known.cutsOff(s, alpha, beta) {
			return s
		}
	}
	checked := f.checked && !w.off.Evasions
	best, raw, futile := -infinite, noScore, -infinite
	if checked {
		f.eval = noScore
	} else {
		best, raw = w.standPat(f, &known, hit)
		// Captures are optional, so the static evaluation is a lower bound (stand pat).
		if best >= beta {
			if !hit && !w.off.Table {
				w.table.store(key, entry{score: best.toTable(ply), eval: raw, depth: -1, bound: boundLower,
					pv: f.tablePV})
			}
			return best
		}
		alpha = max(alpha, best)
		futile = best + Score(w.margins.DeltaMargin)
	}

	var pk picker
	if checked {
		w.frames[ply+stackOffset].killers = [2]game.Move{}
		w.pick(&pk, f, w.lists[2*ply][:], known.move)
	} else {
		w.pickCaptures(&pk, f, w.lists[2*ply][:], known.move, -Score(w.margins.QSearchLoss))
	}
	bestMove := game.NoMove
	count := 0
	for m := pk.move(); m != game.NoMove; m = pk.move() {
		if w.blind > 0 && !checked && w.overlooks(m) {
			continue
		}
		count++
		victim := p.At(m.To())
		if checked && best > -RuleBound && !w.off.MoveCount && victim == game.NoPiece &&
			count > w.margins.QSearchEvasions {
			pk.skipQuiets = true
			continue
		}
		givesCheck := p.GivesCheck(m)
		if !checked && !givesCheck && best > -RuleBound {
			if !w.off.MoveCount && count > w.margins.QSearchCaptures {
				continue
			}
			if atMost := w.mostGain(m, futile, alpha); atMost <= alpha {
				best = max(best, atMost)
				continue
			}
		}
		w.step(m, givesCheck)
		s := -w.quiesce(-beta, -alpha, depth-1)
		w.undo()
		if w.stopped {
			return 0
		}
		if s > best {
			best = s
			if s > alpha {
				bestMove = m
				if pvNode {
					w.extendPV(f, m)
				}
				if s >= beta {
					break
				}
				alpha = s
			}
		}
	}
	if checked && count == 0 {
		return matedIn(ply)
	}
	if !w.off.Table && !(best.decided() && best < MateBound && best > -MateBound) {
		b := boundUpper
		if best >= beta {
			b = boundLower
		}
		w.table.store(key, entry{move: bestMove, score: best.toTable(ply), eval: raw, depth: -b2i(depth < 0), bound: b,
			pv: f.tablePV})
	}
	return best
}

// standPat returns the score of not capturing, from the table if that is better, and the static evaluation without
// corrections.
func (w *worker) standPat(f *frame, known *entry, hit bool) (best, raw Score) {
	raw = known.eval
	if !hit || raw == noScore {
		raw = w.evaluate(f)
	}
	slots := w.correctionSlots(f)
	best = w.corrected(raw, &slots)
	f.eval = best
	if hit && known.bound != boundNone {
		if s := known.score.fromTable(w.ply); !s.decided() && known.improvesOn(s, best) {
			best = s
		}
	}
	return best, raw
}

// mostGain returns an upper bound of what a capture is likely to score if that is not above alpha, else infinite.
// futile is the bound for a capture that wins nothing (delta pruning).
func (w *worker) mostGain(m game.Move, futile, alpha Score) Score {
	if w.off.Futility {
		return infinite
	}
	if gain := futile + exchangeValue[w.pos.At(m.To()).Role()]; gain <= alpha {
		return gain
	}
	if futile <= alpha && !w.seeGE(m, 1) {
		return futile
	}
	return infinite
}
