package archive

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"yeye/bot/id"
)

// readQueue serializes the reading of long files, to bound memory. It is fair: the next to read is the player who has
// used the least time since the queue was last empty, so a player with many files delays others by one file. The zero
// readQueue is ready to use.
type readQueue struct {
	mu      sync.Mutex
	busy    bool
	waiting []*waiter // in order of arrival
	used    map[id.Player]time.Duration
}

type waiter struct {
	player id.Player
	ready  chan struct{}
}

// run runs f when it is player p's turn. It returns an error if ctx ends before that.
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
	if i < 0 { // the turn was granted meanwhile: pass it on
		t.release(p, 0)
	}
	return ctx.Err()
}

// release ends a player's turn, which lasted took, and grants the next.
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
