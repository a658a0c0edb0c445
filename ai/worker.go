package ai

import (
	"sync/atomic"
	"unsafe"

	"yeye/ai/net"
	"yeye/game"
)

// maxPly is the maximum depth of the tree.
const maxPly = 128

// stackOffset is the number of frames before the root's, so that looking back needs no bounds check.
const stackOffset = 6

// frame is an entry of the search stack: the state of one ply.
type frame struct {
	move      game.Move // the move made here, which leads to the next ply
	index     int       // piece×target of that move, 0 if none
	cont      *continuation
	quiet     bool  // the move is not a capture
	moveCount int   // index in the move order, from 1; 0 if there was none
	reduction int   // plies by which the search of the move was reduced
	classic   Score // classic value for Red
	structures
	eval             Score // static value, noScore in check
	killers          [2]game.Move
	excluded         game.Move
	checked          bool
	tablePV          bool
	hasLegality      bool          // legality is that of the position
	hasSources       bool          // sources are those of the position
	legality         game.Legality // see worker.legal
	sources          [game.MaxSources]game.Source
	nSources         int
	doubleExtensions int // double extensions in the line so far
	cutoffs          int
	pv               [maxPly]game.Move
	pvLen            int
}

// worker is one thread's search: its position, stack and histories. It allocates nothing while it searches.
type worker struct {
	id             int
	engine         *Engine
	table          *table
	off            Switches
	eval           evaluator
	stack          *net.Stack // of the network's accumulators, nil without one
	salt           uint64     // separates the table entries of different evaluations
	rules          game.Rules
	margins        Margins
	reductions     *[64][64]int8
	pos            game.Position
	ply            int
	nodes          uint64
	publishedNodes atomic.Uint64 // copy of nodes for other threads, updated at each poll
	nextPoll       uint64        // nodes at which to poll the clock next
	nodeLimit      uint64        // nodes at which this worker stops, 0 means no limit
	stopped        bool
	voter          voter // its best line, for the vote among several threads

	frames [maxPly + stackOffset + 2]frame
	lists  [2 * (maxPly + 2)][game.MaxMoves]scored

	// The moves since the start of the game, their undo data, and the keys before them.
	moves     []game.Move
	undos     []game.Undo
	keys      []uint64
	rootIndex int // index of the root
	// number of earlier positions by the top bits of their keys: 0 means that a position is new
	seen [1 << 12]uint8

	roots      []rootMove
	pvIndex    int // index of the root move searched; earlier ones are done (MultiPV)
	depth      int // of the iteration
	selDepth   int
	nullMinPly int // no null move before this ply while a null move cutoff is verified

	blind     int // chance in 256ths; see overlook.go
	blindSeed uint64

	hist           *histories
	noContinuation continuation // the history after no move: all zero, like noQuiet
	noQuiet        butterfly
}

func newWorker(e *Engine, id int) *worker {
	w := &worker{id: id, engine: e, hist: new(histories)}
	hugePages(unsafe.Pointer(w.hist), unsafe.Sizeof(*w.hist))
	w.moves = make([]game.Move, 0, 1024)
	w.undos = make([]game.Undo, 0, 1024)
	w.keys = make([]uint64, 0, 1024)
	return w
}

// reset prepares the worker for a search of g.
func (w *worker) reset(g *game.Game) {
	w.off = w.engine.options.Off
	w.table = w.engine.table
	w.salt = w.engine.salt()
	w.eval.configure(&w.engine.options)
	w.margins, w.reductions = w.engine.margins, w.engine.reductions
	w.rules = g.Rules()
	w.blind, w.blindSeed = w.engine.options.Blind, w.engine.options.Seed
	w.ply, w.nodes, w.nextPoll, w.stopped = 0, 0, 0, false
	w.publishedNodes.Store(0)
	w.voter.forget()
	w.nullMinPly = 0
	w.moves, w.undos, w.keys = w.moves[:0], w.undos[:0], w.keys[:0]
	w.seen = [1 << 12]uint8{}
	w.pos = g.Start()
	for _, m := range g.Moves() {
		w.keys = append(w.keys, w.pos.Key())
		w.seen[w.pos.Key()>>52]++
		w.moves = append(w.moves, m)
		w.undos = append(w.undos, w.pos.Do(m))
	}
	w.rootIndex = len(w.moves)
	if !w.off.MoveLimit && game.MoveLimitReached(&w.pos, w.moves, w.undos) {
		w.off.MoveLimit = true // the caller uses another limit; otherwise every move would be a draw
	}
	for i := range w.frames {
		f := &w.frames[i]
		f.move, f.index, f.cont, f.excluded = game.NoMove, 0, &w.noContinuation, game.NoMove
		f.quiet, f.moveCount, f.reduction = false, 0, 0
		f.killers = [2]game.Move{}
		f.eval, f.doubleExtensions, f.pvLen, f.cutoffs, f.hasLegality, f.hasSources = noScore, 0, 0, 0, false, false
	}
	w.frame().classic, w.frame().structures = classicSum(&w.pos), structuresOf(&w.pos)
	w.resetStack()
	w.frame().checked = w.pos.InCheck()
}

func (w *worker) frame() *frame { return &w.frames[w.ply+stackOffset] }

// ancestor returns the frame n plies before the current one.
func (w *worker) ancestor(n int) *frame { return &w.frames[w.ply+stackOffset-n] }

// legal returns the legality data of the current position, whose frame is f. It is computed on first use, because many
// nodes end without it.
func (w *worker) legal(f *frame) *game.Legality {
	if !f.hasLegality {
		w.pos.Legality(&f.legality)
		f.hasLegality = true
	}
	return &f.legality
}

// sources returns the pieces of the side to move except the king, with their targets, in the current position, whose
// frame is f. It serves captures and quiet moves.
func (w *worker) sources(f *frame) []game.Source {
	if !f.hasSources {
		f.nSources = len(w.pos.Sources(f.sources[:0], w.legal(f)))
		f.hasSources = true
	}
	return f.sources[:f.nSources]
}

// do makes a move and increments the ply.
func (w *worker) do(m game.Move) {
	w.step(m, w.pos.GivesCheck(m))
}

// step is do for callers that know whether the move gives check.
func (w *worker) step(m game.Move, check bool) {
	f := w.frame()
	p := &w.pos
	piece, taken := p.At(m.From()), p.At(m.To())
	f.move, f.quiet, f.moveCount, f.reduction = m, taken == game.NoPiece, 0, 0
	f.index = pieceToIndex(piece, m.To())
	f.cont = &w.hist.continuation[f.index]
	w.pushHistory(m, p.Key())
	w.undos = append(w.undos, p.Do(m))
	w.table.prefetch(p.Key() ^ w.salt)
	prefetch(unsafe.Pointer(&w.hist.continuationCorrection[w.ancestor(1).index][f.index]))
	w.ply++
	w.nodes++
	next := w.frame()
	next.checked, next.hasLegality, next.hasSources = check, false, false
	next.doubleExtensions = f.doubleExtensions
	next.structures = f.structures.moved(piece, taken, m)
	if w.stack != nil {
		w.stack.Made(w.ply, piece, taken, m.From(), m.To())
	} else {
		next.classic = classicAfter(f.classic, piece, taken, m)
	}
}

func (w *worker) pushHistory(m game.Move, key uint64) {
	w.keys = append(w.keys, key)
	w.seen[key>>52]++
	w.moves = append(w.moves, m)
}

func (w *worker) undo() {
	n := len(w.moves) - 1
	w.ply--
	w.pos.Undo(w.moves[n], w.undos[n])
	w.popHistory(n)
}

func (w *worker) popHistory(n int) {
	w.seen[w.keys[n]>>52]--
	w.moves, w.undos, w.keys = w.moves[:n], w.undos[:n], w.keys[:n]
}

func (w *worker) doNullMove() {
	f := w.frame()
	f.move, f.index, f.cont = game.NoMove, 0, &w.noContinuation
	f.quiet, f.moveCount, f.reduction = false, 0, 0
	w.pushHistory(game.NoMove, w.pos.Key())
	w.undos = append(w.undos, w.pos.DoNull())
	w.table.prefetch(w.pos.Key() ^ w.salt)
	w.ply++
	w.nodes++
	next := w.frame()
	next.classic, next.structures = f.classic, f.structures
	next.checked, next.hasLegality, next.hasSources = false, false, false
	next.doubleExtensions = f.doubleExtensions
	if w.stack != nil {
		w.stack.NullMove(w.ply)
	}
}

func (w *worker) undoNullMove() {
	n := len(w.moves) - 1
	w.ply--
	w.pos.UndoNull(w.undos[n])
	w.popHistory(n)
}

// ruling is what the rules say about a position of the tree. Either the game ends there with a score, or one side would
// lose by repeating: then the score is at least least or at most most, since that side can still deviate.
type ruling struct {
	over        bool
	score       Score
	least, most Score
}

var unruled = ruling{least: -infinite, most: infinite}

// mustDeviate reports whether one side must deviate, or it loses by repetition.
func (r *ruling) mustDeviate() bool { return r.least > -infinite || r.most < infinite }

// clamp limits a score of the position to what the ruling allows.
func (r *ruling) clamp(s Score) Score { return max(r.least, min(r.most, s)) }

// ended returns a ruling that ends the game with score s.
func ended(s Score) ruling { return ruling{over: true, score: s} }

// rule returns the ruling of the current position by repetition, the move limit and lack of attackers.
func (w *worker) rule() ruling {
	p := &w.pos
	quiet := p.HalfMoves()
	r := unruled
	if !w.off.Repetition && quiet >= 4 && w.seen[p.Key()>>52] != 0 {
		if r = w.ruleRepetition(quiet); r.over {
			return r
		}
	}
	if !w.off.MoveLimit && quiet >= game.MoveLimitPlies && game.MoveLimitReached(p, w.moves, w.undos) {
		if !p.HasLegal() {
			return ended(matedIn(w.ply))
		}
		return ended(0)
	}
	if quiet == 0 && p.InsufficientMaterial() && p.HasLegal() {
		return ended(0)
	}
	return r
}

// ruleRepetition rules on the third occurrence as the game does. On the second one, inside the tree, a draw counts at
// once, because the repetition can be repeated. A loss does not: the side that checked may chase the next time, which
// makes it a draw. So it only means that this side gets at most a draw.
func (w *worker) ruleRepetition(quiet int) ruling {
	key, n := w.pos.Key(), len(w.moves)
	r := unruled
	found := 0
	for i := n - 1; i >= 0 && n-i <= quiet && w.moves[i] != game.NoMove; i-- {
		if w.keys[i] != key {
			continue
		}
		found++
		if found < game.RuledOccurrences-1 && i < w.rootIndex {
			continue // before the root
		}
		o := game.JudgeRepetition(&w.pos, w.moves, w.undos, w.rules, found+1)
		winner, won := o.Result.Winner()
		switch {
		case !o.Over():
			return unruled
		case !won:
			return ended(w.drawScore())
		case found == game.RuledOccurrences-1 && winner == w.pos.Turn():
			return ended(ruleScore - Score(w.ply))
		case found == game.RuledOccurrences-1:
			return ended(Score(w.ply) - ruleScore)
		case winner == w.pos.Turn():
			r.least = w.drawScore()
		default:
			r.most = w.drawScore()
		}
	}
	return r
}

// drawScore returns −1 or 1, so that draws differ and the search looks beyond the first one.
func (w *worker) drawScore() Score { return Score(w.nodes&2) - 1 }
