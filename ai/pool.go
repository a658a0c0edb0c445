package ai

import (
	"context"
	"fmt"

	"yeye/ai/character"
	"yeye/game"
)

// PoolOptions sets the number of engines that search at the same time, and the memory
// of each. The zero value means one engine with [DefaultHashMB].
type PoolOptions struct {
	Workers int
	HashMB  int // for each worker
	// Analysis is the largest number of threads of a search by Lines, as far as
	// engines are idle; 0 means 1.
	Analysis int
	Book     Book // of opening moves, for characters that use one; nil means none
	// Background is for searches that may wait: their threads get a low priority,
	// where the system supports that, so that urgent work is done first.
	Background bool
}

// Pool is a bounded number of engines of one thread each, shared by all games of a
// program, so that no more than that many cores are busy.
type Pool struct {
	free     chan *Engine
	analysis int
	book     Book
}

// NewPool builds a pool. Engines are built when they are first needed and keep
// their memory from game to game.
func NewPool(o PoolOptions) *Pool {
	n := max(o.Workers, 1)
	p := &Pool{free: make(chan *Engine, n), analysis: o.Analysis, book: o.Book}
	for range n {
		p.free <- &Engine{options: Options{HashMB: o.HashMB}, background: o.Background}
	}
	return p
}

// take waits for a free engine; the caller must return it to free.
func (p *Pool) take(ctx context.Context) (*Engine, error) {
	select {
	case e := <-p.free:
		return e, nil
	default:
	}
	select {
	case e := <-p.free:
		return e, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// Think returns the move that the character of this level plays in g, which is only
// read. The same moves with another seed lead to another game: give each game its
// own seed. It waits for a free engine; if the context ends before one is free, the
// error is the context's; if it ends later, the best move so far is returned within
// 10 ms. A game without a legal move gives [ErrOver].
//
// value is the search's score of the position for the side to move, in hundredths of
// a pawn. Known is false for a move that was not searched: from the book, or a
// random one.
func (p *Pool) Think(ctx context.Context, g *game.Game, level character.Level, seed uint64) (m game.Move, value int, known bool, err error) {
	c, ok := CharacterAt(level)
	if !ok {
		return game.NoMove, 0, false, fmt.Errorf("there is no level %d", level)
	}
	if m, ok := c.BookMove(p.book, g, seed); ok {
		return m, 0, false, nil
	}
	e, err := p.take(ctx)
	if err != nil {
		return game.NoMove, 0, false, err
	}
	defer func() { p.free <- e }()
	m, score, known, err := c.choose(ctx, e, g, seed)
	return m, int(score), known, err
}

// idle returns the number of threads with which a position can be analyzed now, one
// engine being taken. The other engines are not reserved: a later caller shares the
// cores until this search has ended.
func (p *Pool) idle() int { return max(1, min(p.analysis, 1+len(p.free))) }

// Lines returns the best lim.MultiPV moves of g, best first, with their scores and
// lines of play, at the engine's full strength: for a hint or an analysis. It waits
// for a free engine as Think does.
func (p *Pool) Lines(ctx context.Context, g *game.Game, lim Limits) ([]Info, error) {
	e, err := p.take(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { p.free <- e }()
	threads := 1
	if !lim.Fresh {
		threads = p.idle()
	}
	e.Configure(Options{HashMB: e.Options().HashMB, Threads: threads})
	return e.Lines(ctx, g, lim)
}
