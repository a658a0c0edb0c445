package engine

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/internal/sleep"
)

// Ledger adds up players' engine time over several processes. Add returns the totals of the players given.
type Ledger interface {
	Add(ctx context.Context, used map[id.Player]time.Duration) (all map[id.Player]time.Duration, err error)
}

// shareEvery is how often a process records the engine time used.
const shareEvery = 2 * time.Second

// Share keeps the ledger up to date until ctx ends. If the ledger cannot be reached, this process counts its own use,
// and records it later. refused is called with the error.
func (e *Engine) Share(ctx context.Context, l Ledger, refused func(error)) {
	e.queue.startSharing()
	for range sleep.Every(ctx, shareEvery) {
		used := e.queue.takeUnshared()
		if len(used) == 0 {
			continue
		}
		all, err := l.Add(ctx, used)
		if err != nil {
			e.queue.applyTotals(used, nil)
			if ctx.Err() == nil {
				refused(err)
			}
			continue
		}
		e.queue.applyTotals(nil, all)
	}
}

// startSharing makes the queue record engine time to be shared.
func (q *queue) startSharing() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.unshared = map[id.Player]time.Duration{}
}

// takeUnshared returns the engine time used since the last call.
func (q *queue) takeUnshared() map[id.Player]time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	used := q.unshared
	q.unshared = map[id.Player]time.Duration{}
	return used
}

// applyTotals adds back the engine time that could not be recorded, and sets players' totals, plus the time used here
// meanwhile.
func (q *queue) applyTotals(back, all map[id.Player]time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for p, used := range back {
		q.unshared[p] += used
	}
	for p, used := range all {
		q.usageOf(p).time = used + q.unshared[p]
	}
}
