package flipped

import (
	"context"
	"math"

	"yeye/game"
	"yeye/game/jieqi"
)

const (
	maxPly      = 64
	infinite    = 31_000
	mate        = 30_000
	mateBound   = mate - 1000 // scores from this one on are mates
	unclearLoss = 2500        // probably mated, but an unknown piece might have a move
)

// Engine searches. It must not be used by several goroutines at once.
type Engine struct {
	board   board
	table   table
	salt    uint64 // XORed into the keys: which pieces may be face down
	history [32][game.Squares]int32
	stack   [maxPly + 1]frame
	// repetition history: the positions since the last irreversible move of the game, then those of the tree
	path    []step
	nodes   uint64
	limit   uint64
	stopped bool
	ctx     context.Context
}

// frame is the search's state of one ply.
type frame struct {
	moves   [jieqi.MaxMoves]game.Move
	order   [jieqi.MaxMoves]int32
	killers [2]game.Move
}

// step is a position of the repetition history, and whether its side to move was in check.
type step struct {
	key   uint64
	check bool
}

// tableSize is the number of entries, of 16 bytes.
const tableSize = 1 << 18

// New makes an engine.
func New() *Engine {
	return &Engine{table: make(table, tableSize), path: make([]step, 0, 512)}
}

// lmr[depth][move number] is how many plies a late quiet move is reduced.
var lmr = func() (t [maxPly + 1][64]int8) {
	for d := 1; d < len(t); d++ {
		for n := 1; n < len(t[d]); n++ {
			t[d][n] = int8(0.3 + math.Log(float64(d))*math.Log(float64(n))/2.2)
		}
	}
	return
}()

// countNode counts a node and reports whether the search must stop.
func (e *Engine) countNode() bool {
	e.nodes++
	if e.nodes&1023 == 0 && e.ctx.Err() != nil || e.nodes >= e.limit {
		e.stopped = true
	}
	return e.stopped
}

// repeated scores a repetition. A side that has given check with every move since the earlier occurrence loses;
// otherwise it is a draw. Right after the root move only a third occurrence counts, as in the rule. Deeper in the tree
// a second one does, because the repetition can be repeated.
func (e *Engine) repeated(check bool, ply int) (value int32, ok bool) {
	n := len(e.path) // the position is not in the history yet
	key := e.board.key
	first := ply == 1
	for i, back := n-1, 0; i >= 0 && back < int(e.board.halfmoveClock); i, back = i-1, back+1 {
		if e.path[i].key != key || (n-i)%2 != 0 {
			continue
		}
		if first {
			first = false
			continue
		}
		mine, theirs := true, check // whether all moves of each side since then gave check
		for j := i + 1; j < n; j++ {
			if (n-j)%2 == 0 {
				theirs = theirs && e.path[j].check // the side to move now was in check
			} else {
				mine = mine && e.path[j].check
			}
		}
		switch {
		case theirs && !mine:
			return mate - int32(ply), true
		case mine && !theirs:
			return -mate + int32(ply), true
		}
		return 0, true
	}
	return 0, false
}

// Margins of the search in centipawns, and depths in plies.
const (
	reverseDepth, reverseSlope                 = 4, 90 // up to this depth; per depth
	nullDepth, nullReduction, nullDivisor      = 3, 3, 4
	futilityDepth, futilityBase, futilitySlope = 3, 70, 110
	moveCount                                  = 8 // quiet moves tried at depth 0; grows with the square of the depth
	reductionDepth, goodHistory                = 3, 2000
	deltaMargin                                = 120 // added to the value of the captured piece in quiescence
	evasionPlies                               = 6   // plies of quiescence in which all evasions are searched
)

// search returns the score for the side to move, exact between alpha and beta.
func (e *Engine) search(depth, ply int, alpha, beta int32, nullAllowed bool) int32 {
	b := &e.board
	check := b.inCheck()
	if ply > 0 {
		if v, ok := e.repeated(check, ply); ok {
			return v
		}
		if b.halfmoveClock >= jieqi.MoveLimitPlies {
			return 0
		}
	}
	if check && ply < maxPly/2 {
		depth++
	}
	if depth <= 0 {
		return e.quiesce(ply, 0, alpha, beta, check)
	}
	if e.countNode() || ply >= maxPly {
		return b.evaluate()
	}
	if alpha = max(alpha, -mate+int32(ply)); alpha >= mate-int32(ply)-1 {
		return alpha
	}
	pv := beta-alpha > 1
	key := b.key ^ e.salt
	stored, value, known := e.table.get(key, ply)
	if known && !pv && int(stored.depth) >= depth {
		if stored.kind == boundExact || stored.kind == boundLower && value >= beta ||
			stored.kind == boundUpper && value <= alpha {
			return value
		}
	}
	n := node{depth: depth, ply: ply, beta: beta, pv: pv, check: check, stored: stored.move, static: b.evaluate()}
	if known && (stored.kind == boundExact || stored.kind == boundLower && value > n.static ||
		stored.kind == boundUpper && value < n.static) {
		n.static = value
	}
	if !pv && !check && beta < mateBound && beta > -mateBound {
		if v, ok := e.prune(&n, nullAllowed); ok || e.stopped {
			return v
		}
	}
	return e.searchMoves(&n, alpha)
}

// node is the search's state of one node.
type node struct {
	depth, ply int
	beta       int32
	pv, check  bool
	stored     game.Move // from the table
	static     int32     // static evaluation, or the table's better score
}

// prune tries to prune the node: by reverse futility, if its static evaluation is so far above beta that a few plies
// will not lose the margin, or by a null move that still holds beta.
func (e *Engine) prune(n *node, nullAllowed bool) (int32, bool) {
	b := &e.board
	if n.depth <= reverseDepth && n.static-reverseSlope*int32(n.depth) >= n.beta {
		return n.static, true
	}
	if !nullAllowed || n.depth < nullDepth || n.static < n.beta || !b.canPass() {
		return 0, false
	}
	e.path = append(e.path, step{b.key, n.check})
	quiet := b.halfmoveClock
	b.halfmoveClock = 0
	b.nullMove()
	v := -e.search(n.depth-nullReduction-n.depth/nullDivisor, n.ply+1, -n.beta, -n.beta+1, false)
	b.nullMove()
	b.halfmoveClock = quiet
	e.popPath()
	if e.stopped {
		return 0, false
	}
	return min(v, mateBound-1), v >= n.beta
}

// searchMoves searches the moves of a node that was not pruned.
func (e *Engine) searchMoves(n *node, alpha int32) int32 {
	b, f := &e.board, &e.stack[n.ply]
	moves := b.moves(f.moves[:0], allSquares)
	e.scoreMoves(f, moves, n.stored)
	e.path = append(e.path, step{b.key, n.check})
	defer e.popPath()
	best, bestMove, kind, tried := int32(-infinite), game.NoMove, boundUpper, 0
	for i := range moves {
		m := f.next(moves, i)
		if !b.legal(m) {
			continue
		}
		tried++
		quiet := b.at[m.To()] == none
		if quiet && !n.pv && !n.check && best > -mateBound && n.depth <= futilityDepth {
			if n.static+futilityBase+futilitySlope*int32(n.depth) <= alpha || tried > moveCount*(1+n.depth*n.depth) {
				continue
			}
		}
		mover := b.at[m.From()]
		u := b.do(m, game.NoRole)
		v := e.searchReduced(n, alpha, tried, e.reduction(n, mover, m.To(), tried, quiet))
		b.undo(m, u)
		if e.stopped {
			return 0
		}
		if v > best {
			best, bestMove = v, m
		}
		if v > alpha {
			alpha, kind = v, boundExact
		}
		if alpha >= n.beta {
			kind = boundLower
			if quiet {
				e.updateHistory(f, moves[:i], m, mover, n.depth)
			}
			break
		}
	}
	if tried == 0 {
		return b.noMovesScore(n.check, n.ply)
	}
	e.table.put(b.key^e.salt, n.ply, n.depth, best, bestMove, kind)
	return best
}

// reduction returns how many plies a move is reduced: late quiet ones, unless their history is good.
func (e *Engine) reduction(n *node, mover piece, to game.Square, tried int, quiet bool) int {
	if tried == 1 || !quiet || n.depth < reductionDepth || n.check {
		return 0
	}
	less := int(lmr[min(n.depth, maxPly)][min(tried, 63)])
	return max(0, less-b2i(n.pv)-b2i(e.history[mover][to] > goodHistory))
}

// searchReduced searches the move just made: all but the first with a null window and reduced, and deeper and with the
// full window only if it beats alpha.
func (e *Engine) searchReduced(n *node, alpha int32, tried, less int) int32 {
	if tried == 1 {
		return -e.search(n.depth-1, n.ply+1, -n.beta, -alpha, true)
	}
	v := -e.search(n.depth-1-less, n.ply+1, -alpha-1, -alpha, true)
	if v > alpha && less > 0 && !e.stopped {
		v = -e.search(n.depth-1, n.ply+1, -alpha-1, -alpha, true)
	}
	if v > alpha && v < n.beta && !e.stopped {
		v = -e.search(n.depth-1, n.ply+1, -n.beta, -alpha, true)
	}
	return v
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// popPath pops the repetition history.
func (e *Engine) popPath() { e.path = e.path[:len(e.path)-1] }

// noMovesScore returns the score of a position without a known legal move: it is lost, unless an unknown piece may have
// one.
func (b *board) noMovesScore(check bool, ply int) int32 {
	if b.noUnknown() {
		return -mate + int32(ply)
	}
	if check {
		return -unclearLoss + int32(ply)
	}
	return b.evaluate()
}

// noUnknown reports whether the side to move has no unknown piece that might have a move.
func (b *board) noUnknown() bool {
	return int(b.unscored[b.turn]) == b.dark.And(b.byRole[b.turn][0]).Count()
}

// canPass reports whether the side to move has a piece that makes zugzwang unlikely.
func (b *board) canPass() bool {
	set := &b.byRole[b.turn]
	return set[game.Rook].Or(set[game.Horse]).Or(set[game.Cannon]).Any()
}

// quiesce searches captures, and for evasionPlies in check all moves.
func (e *Engine) quiesce(ply, qply int, alpha, beta int32, check bool) int32 {
	b := &e.board
	if e.countNode() || ply >= maxPly {
		return b.evaluate()
	}
	evasions := check && qply < evasionPlies
	best := int32(-infinite)
	within := b.byRole[b.turn.Other()][0]
	if evasions {
		within = allSquares
	} else {
		if best = b.evaluate(); best >= beta {
			return best
		}
		alpha = max(alpha, best)
	}
	static := best
	f := &e.stack[ply]
	moves := b.moves(f.moves[:0], within)
	e.scoreMoves(f, moves, game.NoMove)
	tried := 0
	for i := range moves {
		m := f.next(moves, i)
		if !evasions {
			gain := b.pieceValue(m.To())
			if static+gain+deltaMargin <= alpha || f.order[i] < 0 {
				continue
			}
		}
		if !b.legal(m) {
			continue
		}
		tried++
		u := b.do(m, game.NoRole)
		v := -e.quiesce(ply+1, qply+1, -beta, -alpha, b.inCheck())
		b.undo(m, u)
		if e.stopped {
			return 0
		}
		if best = max(best, v); best >= beta {
			return best
		}
		alpha = max(alpha, best)
	}
	if evasions && tried == 0 {
		return b.noMovesScore(check, ply)
	}
	return best
}

// scoreMoves scores moves for ordering: the table's move, good captures, killers, quiet moves by history, bad captures.
func (e *Engine) scoreMoves(f *frame, moves []game.Move, first game.Move) {
	b := &e.board
	for i, m := range moves {
		order := int32(0)
		switch gain := b.pieceValue(m.To()); {
		case m == first:
			order = 1 << 30
		case gain > 0:
			loss := b.pieceValue(m.From())
			if order = 1<<20 + 16*gain - loss; loss > gain+60 && b.guarded(m, b.turn.Other()) {
				order = gain - loss - 1<<16
			}
		case m == f.killers[0]:
			order = 1 << 18
		case m == f.killers[1]:
			order = 1<<18 - 1
		default:
			order = min(e.history[b.at[m.From()]][m.To()], 1<<17)
		}
		f.order[i] = order
	}
}

// next swaps the best of moves[i:] to index i and returns it.
func (f *frame) next(moves []game.Move, i int) game.Move {
	best := i
	for j := i + 1; j < len(moves); j++ {
		if f.order[j] > f.order[best] {
			best = j
		}
	}
	moves[i], moves[best] = moves[best], moves[i]
	f.order[i], f.order[best] = f.order[best], f.order[i]
	return moves[i]
}

// updateHistory rewards a quiet move that caused a cutoff, and penalizes the quiet moves tried before it.
func (e *Engine) updateHistory(f *frame, before []game.Move, m game.Move, mover piece, depth int) {
	if f.killers[0] != m {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
	add := func(x *int32, n int32) { *x += n - *x*max(n, -n)/(1<<14) }
	n := int32(min(depth*depth, 400))
	add(&e.history[mover][m.To()], 8*n)
	for _, other := range before {
		if p := e.board.at[other.From()]; e.board.at[other.To()] == none {
			add(&e.history[p][other.To()], -4*n)
		}
	}
}
