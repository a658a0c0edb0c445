package ai

import (
	"context"
	"fmt"

	"yeye/ai/character"
	"yeye/game"
)

// PoolOptions sets the number of engines that search at the same time, and their memory. The zero value means one
// engine with [DefaultHashMB].
type PoolOptions struct {
	Workers int
	HashMB  int // for each worker
	// Analysis is the maximum of threads that one search by Lines may use while other engines are idle; 0 means 1.
	Analysis int
	Book     Book // opening moves, for characters that use a book; nil means none
	// Background is for searches that may wait: their threads run at low priority where the system supports it, so that
	// urgent work is done first.
	Background bool
}

// Pool is a bounded number of single-threaded engines shared by all games of a program, so that at most that many cores
// are busy.
type Pool struct {
	free     chan *Engine
	analysis int
	book     Book
}

// NewPool makes a pool. Its engines are built when first needed and keep their tables from game to
// game.
func NewPool(o PoolOptions) *Pool {
	n := max(o.Workers, 1)
	p := &Pool{free: make(chan *Engine, n), analysis: o.Analysis, book: o.Book}
	for range n {
		p.free <- &Engine{options: Options{HashMB: o.HashMB}, background: o.Background}
	}
	return p
}

// take waits for a free engine. The caller must return it to p.free.
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

// Think returns the move that the character of this level plays in g. g is only read. Give each game its own seed, so
// that games differ. Think waits for a free engine. If ctx ends before one is free, Think returns its cause; if it ends
// later, Think returns the best move so far within 10 ms. If there is no legal move, the error is [ErrOver].
//
// value is the score for the side to move, in centipawns. known is false if the move was not searched: it is a book
// move or a random one.
func (p *Pool) Think(ctx context.Context, g *game.Game, level character.Level,
	seed uint64) (m game.Move, value int, known bool, err error) {
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

// idle returns the number of threads that an analysis can use now, including its own engine's. The other engines are
// not reserved: a later caller shares the cores until this search ends.
func (p *Pool) idle() int { return max(1, min(p.analysis, 1+len(p.free))) }

// Lines returns the best lim.MultiPV moves of g with their scores and lines, best first, at full
// strength: for a hint or an analysis. It waits for a free engine as Think does.
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
