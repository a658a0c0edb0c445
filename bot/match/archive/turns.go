package archive

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"yeye/bot/id"
)

// readQueue serializes the reading of players' long files, so that many files cost no more memory than one. The next
// turn goes to the player who has used the least time since the reader was last free: a player with many files delays
// the others by one. The zero readQueue is free.
type readQueue struct {
	mu      sync.Mutex
	busy    bool
	waiting []*waiter // the first to come first
	used    map[id.Player]time.Duration
}

type waiter struct {
	player id.Player
	ready  chan struct{}
}

// run runs f in a player's turn. It returns an error if ctx ends before.
func (t *readQueue) run(ctx context.Context, p id.Player, f func() error) error {
	if err := t.wait(ctx, p); err != nil {
		return err
	}
	started := time.Now()
	defer func() { t.release(p, time.Since(started)) }()
	return f()
}

func (t *readQueue) wait(ctx context.Context, p id.Player) error {
	t.mu.Lock()
	if !t.busy {
		t.busy = true
		t.mu.Unlock()
		return nil
	}
	own := &waiter{p, make(chan struct{})}
	t.waiting = append(t.waiting, own)
	t.mu.Unlock()
	select {
	case <-own.ready:
		return nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	i := slices.Index(t.waiting, own)
	if i >= 0 {
		t.waiting = slices.Delete(t.waiting, i, i+1)
	}
	t.mu.Unlock()
	if i < 0 { // the turn was the turn was given meanwhile
		t.release(p, 0)
	}
	return ctx.Err()
}

// release ends a player's turn, which lasted took, and gives the next.
func (t *readQueue) release(p id.Player, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.waiting) == 0 {
		t.busy, t.used = false, nil
		return
	}
	if t.used == nil {
		t.used = map[id.Player]time.Duration{}
	}
	t.used[p] += took
	first := slices.MinFunc(
		t.waiting,
		func(a, b *waiter) int { return cmp.Compare(t.used[a.player], t.used[b.player]) },
	)
	t.waiting = slices.DeleteFunc(t.waiting, func(w *waiter) bool { return w == first })
	close(first.ready)
}
