package engine

import (
	"context"
	"time"

	"yeye/bot/id"
)

// Ledger is where several processes write down what players have had of their engines, so that a player's share is one for all of
// them. It returns what the players named have had in all.
type Ledger interface {
	Spend(ctx context.Context, had map[id.Player]time.Duration) (all map[id.Player]time.Duration, err error)
}

// shareEvery is how often a process writes down what its engines were used for: until then others do not know.
const shareEvery = 2 * time.Second

// Share keeps the ledger in step until ctx ends. Where it cannot be reached this process goes by its own use, and writes that down
// later. Refused is told why it could not.
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
		all, err := l.Spend(ctx, had)
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

// keepBook has the queue remember what is to be shared.
func (q *queue) keepBook() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.book = map[id.Player]time.Duration{}
}

// unshared takes what has been used since it was called last.
func (q *queue) unshared() map[id.Player]time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	had := q.book
	q.book = map[id.Player]time.Duration{}
	return had
}

// shared puts back what could not be written down, and sets what players have had in all, with what they have had here meanwhile.
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
