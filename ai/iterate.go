package ai

import (
	"slices"
	"time"

	"yeye/game"
)

// rootMove is a move at the root with the search's result for it.
type rootMove struct {
	move     game.Move
	score    Score // of this iteration, -infinite if it did not become the best move
	previous Score // of the last finished iteration
	selDepth int
	nodes    uint64
	pv       [maxPly]game.Move
	pvLen    int
}

// shouldStop reports whether this worker must unwind. It checks the clock only every pollEvery nodes.
func (w *worker) shouldStop() bool {
	if w.stopped {
		return true
	}
	if w.nodes >= w.nextPoll {
		w.poll()
	}
	return w.stopped
}

const pollEvery = 512 // nodes; well under a millisecond

func (w *worker) poll() {
	w.nextPoll = w.nodes + pollEvery
	if w.nodeLimit > 0 {
		w.nextPoll = min(w.nextPoll, w.nodeLimit)
	}
	w.publishedNodes.Store(w.nodes)
	e := w.engine
	switch {
	case w.nodeLimit > 0 && w.nodes >= w.nodeLimit:
		w.stopped = true
	case w.id == 0 && w.depth <= 1 && w.pvIndex == 0:
		// The first iteration always completes. It takes a millisecond; without it a search that
		// starts late on a busy machine would answer with an arbitrary move.
	case e.stop.Load():
		w.stopped = true
	case w.id == 0 && e.clock.over(time.Now()):
		w.stopped = true
	case w.id == 0 && e.ctx.Err() != nil:
		w.stopped = true
	}
	if w.stopped && w.id == 0 {
		e.stop.Store(true)
	}
}

// searchesRootMove reports whether to search m at the root: it is among the moves to search, and not already the best
// move of an earlier line (MultiPV).
func (w *worker) searchesRootMove(m game.Move) bool {
	for i := w.pvIndex; i < len(w.roots); i++ {
		if w.roots[i].move == m {
			return true
		}
	}
	return false
}

// recordRootMove records the result of searching a root move.
func (w *worker) recordRootMove(m game.Move, s, alpha Score, moveCount int, nodes uint64) {
	for i := range w.roots {
		r := &w.roots[i]
		if r.move != m {
			continue
		}
		r.nodes += nodes
		if moveCount == 1 || s > alpha {
			r.score, r.selDepth = s, w.selDepth
			next := &w.frames[stackOffset+1]
			r.pv[0] = m
			r.pvLen = 1 + copy(r.pv[1:], next.pv[:next.pvLen])
		} else {
			r.score = -infinite
		}
		return
	}
}

func byScore(a, b rootMove) int {
	if a.score != b.score {
		return int(b.score - a.score)
	}
	return int(b.previous - a.previous)
}

// extensionPlies is how far below maxPly iterations end, so that extensions and captures have room in the tree.
const extensionPlies = 28

// iterate is iterative deepening: each iteration's result orders the moves of the next one, which saves more than the
// iteration costs. report gets each line's index and its bound, as in Info.Bound.
func (w *worker) iterate(lim *Limits, lines int, report func(w *worker, line int, b int)) {
	e := w.engine
	lines = min(lines, len(w.roots))
	deepest := maxPly - extensionPlies
	if lim.Depth > 0 {
		deepest = min(deepest, lim.Depth)
	}
	var stable int
	var last rootMove // the best of the last finished iteration
	for w.depth = 1; w.depth <= deepest; w.depth++ {
		// Each helper skips every fourth depth, a different one each, so that the threads do not search the same nodes.
		if w.id > 0 && w.depth > 3 && (w.depth+w.id)%4 == 0 {
			continue
		}
		for i := range w.roots {
			w.roots[i].previous, w.roots[i].score = w.roots[i].score, -infinite
			// the first move has a finite score even if the first iteration is interrupted
			if w.roots[i].previous == -infinite && i == 0 {
				w.roots[i].previous = 0
			}
		}
		for w.pvIndex = 0; w.pvIndex < lines; w.pvIndex++ {
			w.selDepth = 0
			w.aspirationWindow(report)
			slices.SortStableFunc(w.roots[:w.pvIndex+1], byScore)
			if w.stopped {
				break
			}
			if w.id == 0 && report != nil {
				for i := 0; i <= w.pvIndex; i++ {
					if i == w.pvIndex || w.pvIndex == lines-1 {
						report(w, i, 0)
					}
				}
			}
		}
		onFirstLine := w.pvIndex == 0
		w.pvIndex = 0
		if w.stopped {
			w.depth = max(w.depth-1, 1) // the last depth searched completely
			// Moves that the interrupted iteration did not reach keep their previous score.
			for i := range w.roots {
				if w.roots[i].score == -infinite {
					w.roots[i].score = w.roots[i].previous
				}
			}
			if onFirstLine && last.pvLen > 0 {
				w.restoreBestMove(&last)
			}
			break
		}
		best := &w.roots[0]
		if w.id != 0 {
			w.voter.record(best, w.depth)
			continue
		}
		if lim.Mate > 0 {
			if n, ok := best.score.Mate(); ok && n > 0 && n <= lim.Mate {
				break
			}
		}
		if best.move == last.move {
			stable++
		} else {
			stable = 0
		}
		share := float64(best.nodes) / float64(max(w.nodes, 1))
		if e.clock.shouldStop(time.Now(), w.depth, stable, int(last.score-best.score), share, len(w.roots) == 1) {
			break
		}
		last = *best
	}
	w.depth = min(w.depth, deepest)
}

// restoreBestMove restores last, the best move of the last finished iteration, if the interrupted iteration found only
// that this move loses by force: the moves it did not reach may be better.
func (w *worker) restoreBestMove(last *rootMove) {
	if w.roots[0].score > -RuleBound || last.score <= -RuleBound {
		return
	}
	if i := slices.IndexFunc(w.roots, func(r rootMove) bool { return r.move == last.move }); i >= 0 {
		copy(w.roots[1:i+1], w.roots[:i])
		w.roots[0] = *last
	}
}

// aspirationWindow searches one line with a narrow window around the last score. Most iterations agree with the
// previous one, and a narrow window causes more cutoffs.
func (w *worker) aspirationWindow(report func(w *worker, line int, b int)) {
	r := &w.roots[w.pvIndex]
	alpha, beta := -infinite, infinite
	delta := Score(w.margins.Aspiration)
	if w.depth >= w.margins.AspirationDepth && r.previous > -infinite && !r.previous.decided() {
		delta += Score(min(abs(int(r.previous))/w.margins.AspirationDivisor, w.margins.AspirationMax))
		alpha, beta = r.previous-delta, r.previous+delta
	}
	depth := w.depth
	for {
		s := w.search(alpha, beta, max(1, depth), false)
		slices.SortStableFunc(w.roots[w.pvIndex:], byScore)
		if w.stopped {
			return
		}
		switch {
		case s <= alpha && alpha > -infinite:
			beta = (alpha + beta) / 2
			alpha = max(s-delta, -infinite)
			depth = w.depth
			if w.id == 0 && report != nil {
				report(w, w.pvIndex, -1)
			}
		case s >= beta && beta < infinite:
			beta = min(s+delta, infinite)
			if depth > w.depth-3 {
				depth--
			}
			if w.id == 0 && report != nil {
				report(w, w.pvIndex, 1)
			}
		default:
			return
		}
		delta += delta / 2
		if delta > Score(w.margins.AspirationEnd) {
			alpha, beta = -infinite, infinite
		}
	}
}
