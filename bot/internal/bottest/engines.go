package bottest

import (
	"context"
	"slices"
	"sync"

	"yeye/ai"
	"yeye/ai/character"
	"yeye/ai/explain"
	"yeye/game"
)

// Scripted is an engine that plays the given moves, one a turn, then any legal move. If it is asked again about a turn
// whose answer was not used, as after an expired lease, it gives the same answer.
type Scripted struct {
	Moves []string
	Gate  chan struct{} // if set, each answer waits for a token

	mu    sync.Mutex
	turns []uint64 // the seeds of the turns answered so far
}

// Think implements [engine.Thinker].
func (s *Scripted) Think(ctx context.Context, g *game.Game, _ character.Level,
	seed uint64) (game.Move, int, bool, error) {
	if gate := s.gate(); gate != nil {
		select {
		case <-ctx.Done():
			return game.NoMove, 0, false, ctx.Err()
		case <-gate:
		}
	}
	s.mu.Lock()
	n := slices.Index(s.turns, seed)
	if n < 0 {
		n = len(s.turns)
		s.turns = append(s.turns, seed)
	}
	s.mu.Unlock()
	if n < len(s.Moves) {
		if m, err := game.ParseMove(s.Moves[n]); err == nil && g.Position().IsLegal(m) {
			return m, 0, false, nil
		}
	}
	var buf [game.MaxMoves]game.Move
	return g.Position().LegalMoves(buf[:0])[0], 0, false, nil
}

func (s *Scripted) gate() chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Gate
}

// Hold makes answers wait from now on.
func (s *Scripted) Hold() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Gate = make(chan struct{}, 16)
}

// Answer releases the answer that waits, or the next one.
func (s *Scripted) Answer() { s.gate() <- struct{}{} }

// Hasty is a searcher that searches few nodes and counts its searches. If it has a gate, each search waits for a token.
type Hasty struct {
	Gate  chan struct{}
	Quick []uint64 // keys of the positions that were searched with the first pass's nodes

	pool *ai.Pool
	mu   sync.Mutex
	all  int
}

// NewHasty returns a searcher without a gate.
func NewHasty() *Hasty {
	return &Hasty{pool: ai.NewPool(ai.PoolOptions{Workers: 1, HashMB: 4})}
}

// Lines implements [engine.Searcher].
func (s *Hasty) Lines(ctx context.Context, g *game.Game, lim ai.Limits) ([]ai.Info, error) {
	if s.Gate != nil {
		select {
		case <-s.Gate:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	s.mu.Lock()
	s.all++
	if lim.Nodes < 100_000 {
		s.Quick = append(s.Quick, g.Position().Key())
	}
	s.mu.Unlock()
	lim.Nodes = min(lim.Nodes, 3000)
	return s.pool.Lines(ctx, g, lim)
}

// Searches returns how often it has searched.
func (s *Hasty) Searches() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all
}

// Advised is an analyst who gives one hint, when released.
type Advised struct {
	Hint explain.Hint
	Gate chan struct{}
}

// Suggest implements [engine.Analyst].
func (a *Advised) Suggest(ctx context.Context, _ *game.Game) (explain.Hint, error) {
	if a.Gate != nil {
		select {
		case <-a.Gate:
		case <-ctx.Done():
			return explain.Hint{}, ctx.Err()
		}
	}
	return a.Hint, nil
}
