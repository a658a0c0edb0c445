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
	mateBound   = mate - 1000 // a value of at least this is a mate
	unclearLoss = 2500        // probably lost, but an unknown piece might have a move
)

// Engine searches. It must not be used by several goroutines at once.
type Engine struct {
	board   board
	table   table
	salt    uint64 // added to the keys: which pieces may be face down
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

// lmr[depth][number] is how many plies a late quiet move is reduced.
var lmr = func() (t [maxPly + 1][64]int8) {
	for d := 1; d < len(t); d++ {
		for n := 1; n < len(t[d]); n++ {
			t[d][n] = int8(0.3 + math.Log(float64(d))*math.Log(float64(n))/2.2)
		}
	}
	return
}()

// countNode counts a node and reports whether the search must end.
func (e *Engine) countNode() bool {
	e.nodes++
	if e.nodes&1023 == 0 && e.ctx.Err() != nil || e.nodes >= e.limit {
		e.stopped = true
	}
	return e.stopped
}

// repeated scores a repetition. A side that has given check with every move since the earlier
// occurrence loses; otherwise it is a draw. Right after the root move only a third occurrence counts,
// as in the rule. Deeper in the tree a second one does, because what was done once can be done again.
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

// search returns the value for the side to move, exact between alpha and beta.
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
		if stored.kind == exactly || stored.kind == atLeast && value >= beta ||
			stored.kind == atMost && value <= alpha {
			return value
		}
	}
	static := b.evaluate()
	if known && (stored.kind == exactly || stored.kind == atLeast && value > static ||
		stored.kind == atMost && value < static) {
		static = value
	}
	if !pv && !check && beta < mateBound && beta > -mateBound {
		if depth <= 4 && static-90*int32(depth) >= beta {
			return static
		}
		if nullAllowed && depth >= 3 && static >= beta && b.canPass() {
			e.path = append(e.path, step{b.key, check})
			quiet := b.halfmoveClock
			b.halfmoveClock = 0
			b.nullMove()
			v := -e.search(depth-3-depth/4, ply+1, -beta, -beta+1, false)
			b.nullMove()
			b.halfmoveClock = quiet
			e.path = e.path[:len(e.path)-1]
			if e.stopped {
				return 0
			}
			if v >= beta {
				return min(v, mateBound-1)
			}
		}
	}

	f := &e.stack[ply]
	moves := b.moves(f.moves[:0], board90)
	e.scoreMoves(f, moves, stored.move)
	e.path = append(e.path, step{b.key, check})
	defer e.popPath()
	best, bestMove, kind, tried := int32(-infinite), game.NoMove, atMost, 0
	for i := range moves {
		m := f.next(moves, i)
		if !b.safe(m) {
			continue
		}
		tried++
		quiet := b.at[m.To()] == none
		if quiet && !pv && !check && best > -mateBound && depth <= 3 {
			if static+70+110*int32(depth) <= alpha || tried > 8+8*depth*depth {
				continue
			}
		}
		mover, to := b.at[m.From()], m.To()
		u := b.do(m, game.NoRole)
		var v int32
		switch {
		case tried == 1:
			v = -e.search(depth-1, ply+1, -beta, -alpha, true)
		default:
			less := 0
			if quiet && depth >= 3 && !check {
				if less = int(lmr[min(depth, maxPly)][min(tried, 63)]); pv && less > 0 {
					less--
				}
				if e.history[mover][to] > 2000 && less > 0 {
					less--
				}
			}
			v = -e.search(depth-1-less, ply+1, -alpha-1, -alpha, true)
			if v > alpha && less > 0 && !e.stopped {
				v = -e.search(depth-1, ply+1, -alpha-1, -alpha, true)
			}
			if v > alpha && v < beta && !e.stopped {
				v = -e.search(depth-1, ply+1, -beta, -alpha, true)
			}
		}
		b.undo(m, u)
		if e.stopped {
			return 0
		}
		if v > best {
			best, bestMove = v, m
		}
		if v > alpha {
			alpha, kind = v, exactly
		}
		if alpha >= beta {
			kind = atLeast
			if quiet {
				e.updateHistory(f, moves[:i], m, mover, depth)
			}
			break
		}
	}
	if tried == 0 {
		return b.noMoves(check, ply)
	}
	e.table.put(key, ply, depth, best, bestMove, kind)
	return best
}

// popPath pops the repetition history.
func (e *Engine) popPath() { e.path = e.path[:len(e.path)-1] }

// noMoves returns the value of a position without a known legal move: it is lost, unless an unknown
// piece may have one.
func (b *board) noMoves(check bool, ply int) int32 {
	if b.helpless() {
		return -mate + int32(ply)
	}
	if check {
		return -unclearLoss + int32(ply)
	}
	return b.evaluate()
}

// helpless reports whether the side to move has no unknown piece that might have a move.
func (b *board) helpless() bool {
	return int(b.unscored[b.turn]) == b.dark.And(b.byRole[b.turn][0]).Count()
}

// canPass reports whether the side to move has a piece that makes zugzwang unlikely.
func (b *board) canPass() bool {
	set := &b.byRole[b.turn]
	return set[game.Rook].Or(set[game.Horse]).Or(set[game.Cannon]).Any()
}

// quiesce searches captures, and in check, for some plies, all moves.
func (e *Engine) quiesce(ply, deep int, alpha, beta int32, check bool) int32 {
	b := &e.board
	if e.countNode() || ply >= maxPly {
		return b.evaluate()
	}
	evade := check && deep < 6
	best := int32(-infinite)
	within := b.byRole[b.turn.Other()][0]
	if evade {
		within = board90
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
		if !evade {
			gain := b.pieceValue(m.To())
			if static+gain+120 <= alpha || f.order[i] < 0 {
				continue
			}
		}
		if !b.safe(m) {
			continue
		}
		tried++
		u := b.do(m, game.NoRole)
		v := -e.quiesce(ply+1, deep+1, -beta, -alpha, b.inCheck())
		b.undo(m, u)
		if e.stopped {
			return 0
		}
		if best = max(best, v); best >= beta {
			return best
		}
		alpha = max(alpha, best)
	}
	if evade && tried == 0 {
		return b.noMoves(check, ply)
	}
	return best
}

// scoreMoves scores moves for ordering: the table's, good captures, killers, quiet moves by history, bad captures.
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
