package ai

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"yeye/game"
)

// ErrOver means that the position has no legal move.
var ErrOver = errors.New("no legal move")

// ErrNoSuchMove means that Limits.SearchMoves holds no legal move.
var ErrNoSuchMove = errors.New("none of the moves to search is legal")

// Engine searches positions. It keeps its transposition table and histories from one search to the
// next. One search runs at a time; a second one waits.
type Engine struct {
	options    Options
	table      *table
	workers    []*worker
	background bool // its threads run at low priority
	margins    Margins
	reductions *[64][64]int8

	busy  sync.Mutex
	stop  atomic.Bool
	ctx   context.Context
	clock clock
}

// New builds an engine.
func New(o Options) *Engine {
	e := &Engine{}
	e.Configure(o)
	return e
}

// Configure changes the options. The table and the histories stay, with two exceptions: another size clears the table,
// and another evaluation or Blind clears the correction histories.
func (e *Engine) Configure(o Options) {
	e.busy.Lock()
	defer e.busy.Unlock()
	if o.HashMB <= 0 {
		o.HashMB = DefaultHashMB
	}
	o.Threads = max(o.Threads, 1)
	if e.table == nil || o.HashMB != e.options.HashMB {
		e.table = newTable(o.HashMB)
	}
	if was := e.options; o.Evaluation != was.Evaluation || o.Network != was.Network || o.Blind != was.Blind {
		for _, w := range e.workers {
			w.hist.clearCorrections()
		}
	}
	e.margins, e.reductions = defaultMargins, defaultReductions
	if o.Margins != nil {
		e.margins, e.reductions = o.Margins.searched(), o.Margins.reductions()
	}
	e.options = o
	for len(e.workers) < o.Threads {
		e.workers = append(e.workers, newWorker(e, len(e.workers)))
	}
	e.workers = e.workers[:o.Threads]
}

// Options returns the current options.
func (e *Engine) Options() Options { return e.options }

// Clear clears the table and the histories: the next search is like the first one of a new engine.
func (e *Engine) Clear() {
	e.busy.Lock()
	defer e.busy.Unlock()
	e.table.clear()
	for _, w := range e.workers {
		w.hist.clear()
	}
}

// salt returns a key that separates the table entries of different evaluations.
func (e *Engine) salt() uint64 {
	h := uint64(e.options.Evaluation)*0x3c6ef372fe94f82a ^ uint64(e.options.Blind)*0xd6e8feb86659fd93
	if n := e.options.Network; n != nil {
		h ^= n.Checksum()
	}
	if e.options.Noise > 0 || e.options.Blind > 0 {
		h ^= (e.options.Seed + uint64(e.options.Noise)) * 0xbf58476d1ce4e5b9
	}
	return h
}

// Search finds the best move of g's position within the limits. When ctx ends, it returns its best result so far within
// 10 ms, without an error. g is only read. If progress is not nil, Search calls it from this goroutine with each new
// line, whose slices it may keep.
//
// The error is [ErrOver] if there is no legal move, [ErrNoSuchMove] if Limits.SearchMoves holds none.
func (e *Engine) Search(ctx context.Context, g *game.Game, lim Limits, progress func(Info)) (Info, error) {
	lines, err := e.lines(ctx, g, lim, progress)
	if err != nil {
		return Info{}, err
	}
	return lines[0], nil
}

// Liner is an [Engine], or a [Pool] of them.
type Liner interface {
	// Lines is [Engine.Lines].
	Lines(ctx context.Context, g *game.Game, lim Limits) ([]Info, error)
}

// Lines is Search with several lines: the best lim.MultiPV moves, best first, each with its line. It is for hints and
// analysis.
func (e *Engine) Lines(ctx context.Context, g *game.Game, lim Limits) ([]Info, error) {
	return e.lines(ctx, g, lim, nil)
}

func (e *Engine) lines(ctx context.Context, g *game.Game, lim Limits, progress func(Info)) ([]Info, error) {
	began := time.Now()
	e.busy.Lock()
	var helpers sync.WaitGroup
	// The answer does not wait for the helper threads to stop, which takes long on a busy machine. The next search
	// does.
	defer func() {
		if len(e.workers) == 1 {
			e.busy.Unlock()
			return
		}
		go func() {
			helpers.Wait()
			e.busy.Unlock()
		}()
	}()
	roots, err := rootMoves(g, lim.SearchMoves)
	if err != nil {
		return nil, err
	}
	roots = avoidRepetition(g, roots)
	e.ctx = ctx
	e.stop.Store(false)
	workers := e.workers
	if lim.Fresh {
		workers = workers[:1]
		workers[0].hist.clear()
		for _, idle := range e.workers[1:] {
			idle.publishedNodes.Store(0)
		}
	}
	e.clock = newClock(began, &lim, g.Position().Turn())
	table := e.table
	if lim.Fresh {
		table = e.table.part(lim.Nodes)
		table.clear()
	}
	table.newSearch()
	for i, w := range workers {
		w.reset(g)
		w.table = table
		if i == 0 {
			roots = w.notOverlooked(roots)
		}
		w.roots = append(w.roots[:0], roots...)
		w.nodeLimit = 0
		if lim.Nodes > 0 {
			w.nodeLimit = max(1, lim.Nodes/uint64(len(workers)))
		}
	}
	for _, w := range workers[1:] {
		helpers.Go(func() { e.run(func() { w.iterate(&lim, max(lim.MultiPV, 1), nil) }) })
	}
	main := e.workers[0]
	var report func(*worker, int, int)
	if progress != nil {
		report = func(w *worker, line, b int) {
			info := e.info(w, line)
			info.Bound = b
			progress(info)
		}
	}
	e.run(func() { main.iterate(&lim, max(lim.MultiPV, 1), report) })
	e.stop.Store(true)
	main.publishedNodes.Store(main.nodes)

	n := max(1, min(lim.MultiPV, len(main.roots)))
	lines := make([]Info, n)
	for i := range lines {
		lines[i] = e.info(main, i)
		if i > 0 {
			// A line that the interrupted last iteration did not reach keeps its score from the previous one, but
			// cannot be better than the best line found now.
			lines[i].Score = min(lines[i].Score, lines[i-1].Score)
		}
	}
	if n == 1 && len(workers) > 1 && lim.Depth == 0 && lim.Mate == 0 {
		if e.vote(&lines[0]) && progress != nil {
			progress(lines[0])
		}
	}
	return lines, nil
}

// vote lets the threads vote on the first thread's result, and reports whether another line won.
func (e *Engine) vote(line *Info) bool {
	opinions := make([]opinion, len(e.workers))
	for i, w := range e.workers[1:] {
		opinions[i+1] = w.voter.opinion()
	}
	first := &opinions[0]
	first.score, first.depth, first.selDepth, first.pvLen = line.Score, line.Depth, line.SelDepth,
		copy(first.pv[:], line.PV)
	best := elect(opinions)
	if best == 0 {
		return false
	}
	o := &opinions[best]
	line.Depth, line.SelDepth, line.Score = o.depth, max(o.selDepth, o.depth), o.score
	line.PV = append([]game.Move(nil), o.pv[:o.pvLen]...)
	return true
}

// run runs f, at low priority if the engine is in the background.
func (e *Engine) run(f func()) {
	if e.background {
		inBackground(f)
		return
	}
	f()
}

// info returns worker w's result for its i-th root move.
func (e *Engine) info(w *worker, i int) Info {
	r := &w.roots[i]
	w.publishedNodes.Store(w.nodes)
	var nodes uint64
	for _, o := range e.workers {
		nodes += o.publishedNodes.Load()
	}
	s := r.score
	if s == -infinite {
		s = r.previous
	}
	return Info{
		Depth: w.depth, SelDepth: max(r.selDepth, w.depth), MultiPV: i + 1,
		Nodes: nodes, Score: s, PV: append([]game.Move(nil), r.pv[:r.pvLen]...),
		Time: time.Since(e.clock.began), HashFull: w.table.full(),
	}
}

// rootMoves returns the moves to search at the root. It leaves out moves that lose at once by the repetition rules
// while any other move is left, even one that gets mated.
func rootMoves(g *game.Game, only []game.Move) ([]rootMove, error) {
	legal := g.Position().LegalMoves(nil)
	if len(legal) == 0 {
		return nil, ErrOver
	}
	var roots []rootMove
	for _, m := range legal {
		if len(only) == 0 || slices.Contains(only, m) {
			r := rootMove{move: m, score: -infinite, previous: -infinite, pvLen: 1}
			r.pv[0] = m
			roots = append(roots, r)
		}
	}
	if len(roots) == 0 {
		return nil, ErrNoSuchMove
	}
	var safe []rootMove
	for _, r := range roots {
		if loser, lost := g.Would(r.move).Loser(); !lost || loser != g.Position().Turn() {
			safe = append(safe, r)
		}
	}
	if len(safe) > 0 && len(only) == 0 {
		return safe, nil
	}
	return roots, nil
}
