package engine

import (
	"context"
	"slices"
	"sync"
	"time"

	"yeye/bot/id"
)

// queue lets so many think at once, and of those that wait the ones first whose players have had the least of the engine lately:
// fifty matches of one player do not hold up the one of another.
type queue struct {
	mu      sync.Mutex
	free    int // how many more may think
	hourly  time.Duration
	waiting []*waiter // in the order of their coming
	usage   map[id.Player]*usage
}

// waiter is a question of somebody's for the engine.
type waiter struct {
	who      id.Player
	admitted chan struct{} // closed when it may be asked
}

// usage is what somebody has had of the engine; it drains by hourly in an hour.
type usage struct {
	time     time.Duration
	at       time.Time // when time was right
	thinking int       // questions of theirs that are thought about now
}

const (
	// usualHourly orders those that wait where nobody has said how much engine time is anybody's in an hour.
	usualHourly = 20 * time.Minute
	// foreseen is what a question that is being thought about counts for: its time is not known yet.
	foreseen = time.Second
	// maxUsers bounds the memory: beyond it those who have had next to nothing are forgotten.
	maxUsers = 10_000
	// slowest is the longest that an answer is held back from somebody who has used up the hour.
	slowest = time.Minute
)

func newQueue(atOnce int, hourly time.Duration) *queue {
	if atOnce <= 0 {
		atOnce = 1 << 30
	}
	if hourly <= 0 {
		hourly = usualHourly
	}
	return &queue{free: atOnce, hourly: hourly, usage: make(map[id.Player]*usage)}
}

// take waits for a turn; then give must follow.
func (q *queue) take(ctx context.Context, who id.Player) error {
	w := &waiter{who: who, admitted: make(chan struct{})}
	q.mu.Lock()
	q.waiting = append(q.waiting, w)
	q.admit()
	q.mu.Unlock()
	select {
	case <-w.admitted:
		return nil
	case <-ctx.Done():
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if n := slices.Index(q.waiting, w); n >= 0 {
		q.waiting = slices.Delete(q.waiting, n, n+1)
		return ctx.Err()
	}
	q.back(who, 0) // it was let in at the same moment
	return ctx.Err()
}

// give ends a turn that took so long, and says how much more than the hour's engine time the player has had.
func (q *queue) give(who id.Player, took time.Duration) (over time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.back(who, took)
}

// back and admit want the lock held.
func (q *queue) back(who id.Player, took time.Duration) (over time.Duration) {
	u := q.of(who)
	u.thinking--
	u.time += took
	over = max(0, u.time-q.hourly) // before somebody is let in, for whom this player may be forgotten
	q.free++
	q.admit()
	return over
}

func (q *queue) admit() {
	for q.free > 0 && len(q.waiting) > 0 {
		next := 0
		for n := range q.waiting {
			if q.weight(n) < q.weight(next) {
				next = n
			}
		}
		w := q.waiting[next]
		q.waiting = slices.Delete(q.waiting, next, next+1)
		q.of(w.who).thinking++
		q.free--
		close(w.admitted)
	}
}

func (q *queue) weight(n int) time.Duration {
	u := q.of(q.waiting[n].who)
	return u.time + time.Duration(u.thinking)*foreseen
}

// of is what somebody has had by now.
func (q *queue) of(who id.Player) *usage {
	now := time.Now()
	u := q.usage[who]
	if u == nil {
		if len(q.usage) >= maxUsers {
			for p, o := range q.usage {
				if q.drain(o, now); o.thinking == 0 && o.time < foreseen {
					delete(q.usage, p)
				}
			}
		}
		u = &usage{at: now}
		q.usage[who] = u
	}
	q.drain(u, now)
	return u
}

func (q *queue) drain(u *usage, now time.Time) {
	u.time = max(0, u.time-time.Duration(float64(now.Sub(u.at))*q.hourly.Hours()))
	u.at = now
}
