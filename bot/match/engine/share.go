package engine

import (
	"context"
	"time"

	"yeye/bot/id"
)

// Ledger is where several processes record how much of their engines players have used, so that a player has one share
// for all of them. It returns the totals of the players named.
type Ledger interface {
	Add(ctx context.Context, had map[id.Player]time.Duration) (all map[id.Player]time.Duration, err error)
}

// shareEvery is how often a process records the use of its engines: until then others do not know.
const shareEvery = 2 * time.Second

// Share keeps the ledger up to date until ctx ends. If the ledger cannot be reached, this process counts its own use,
// and records it later. refused is called with the error.
func (e *Engine) Share(ctx context.Context, l Ledger, refused func(error)) {
	e.queue.keepBook()
	tick := time.NewTicker(shareEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		had := e.queue.unshared()
		if len(had) == 0 {
			continue
		}
		all, err := l.Add(ctx, had)
		if err != nil {
			e.queue.shared(had, nil)
			if ctx.Err() == nil {
				refused(err)
			}
			continue
		}
		e.queue.shared(nil, all)
	}
}

// keepBook makes the queue record use to be shared.
func (q *queue) keepBook() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.book = map[id.Player]time.Duration{}
}

// unshared returns the use since its last call.
func (q *queue) unshared() map[id.Player]time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	had := q.book
	q.book = map[id.Player]time.Duration{}
	return had
}

// shared adds back what could not be recorded, and sets players' totals, plus their use here meanwhile.
func (q *queue) shared(back, all map[id.Player]time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for p, had := range back {
		q.book[p] += had
	}
	for p, had := range all {
		q.of(p).time = had + q.book[p]
	}
}
