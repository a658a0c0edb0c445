package engine

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"yeye/bot/id"
)

// queue limits how many searches run at once. It first admits the searches of the players who have used the least
// engine time lately, so that fifty matches of one player do not delay another's. Low-priority searches, such as
// those of analyses, are admitted only while no other waits, and are preempted when one does.
type queue struct {
	mu          sync.Mutex
	free        int // how many more may run
	hourly      time.Duration
	waiting     []*waiter // in order of arrival
	lowPriority []*waiter // running searches that can be preempted
	usage       map[id.Player]*usage
	unshared    map[id.Player]time.Duration // engine time not yet shared with other processes; nil if there are none
}

// waiter is one player's search that waits for the engine.
type waiter struct {
	who       id.Player
	admitted  chan struct{}           // closed when the search may run
	interrupt context.CancelCauseFunc // of a patient search, nil for others
	preempted bool                    // it has been preempted, and its slot is in use again
}

// errPreempted is the cancel cause of a low-priority search that is preempted.
var errPreempted = errors.New("the engine is needed for a move")

// usage is the engine time that a player has used; it decays by hourly an hour.
type usage struct {
	time     time.Duration
	at       time.Time // the moment for which time holds
	thinking int       // searches for this player that run now
}

// UsualHourly is how much engine use drains in an hour if no limit is configured: it still orders the waiting searches.
const UsualHourly = 20 * time.Minute

const (
	// assumedTime is the time assumed for a running search.
	assumedTime = time.Second
	// maxUsers bounds the memory: beyond it players with next to no use are forgotten.
	maxUsers = 10_000
	// maxPenalty is the longest delay of an answer to a player who has used up the hour.
	maxPenalty = time.Minute
)

func newQueue(atOnce int, hourly time.Duration) *queue {
	if atOnce <= 0 {
		atOnce = 1 << 30
	}
	if hourly <= 0 {
		hourly = UsualHourly
	}
	return &queue{free: atOnce, hourly: hourly, usage: make(map[id.Player]*usage)}
}

// acquire waits for a slot; the caller must call release afterwards.
func (q *queue) acquire(ctx context.Context, who id.Player) error {
	return q.wait(ctx, &waiter{who: who, admitted: make(chan struct{})})
}

// acquireLowPriority waits for a slot that no move needs. The returned context is canceled with errPreempted when a
// move needs it; then, or when the search is done, the caller must call releaseLowPriority.
func (q *queue) acquireLowPriority(ctx context.Context, who id.Player) (context.Context, *waiter, error) {
	mine, interrupt := context.WithCancelCause(ctx)
	w := &waiter{who: who, admitted: make(chan struct{}), interrupt: interrupt}
	if err := q.wait(ctx, w); err != nil {
		interrupt(err)
		return nil, nil, err
	}
	return mine, w, nil
}

// releaseLowPriority releases a slot of acquireLowPriority, like release.
func (q *queue) releaseLowPriority(w *waiter, took time.Duration) (over time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	w.interrupt(nil)
	q.removeLowPriority(w)
	return q.returnSlot(w, took)
}

func (q *queue) removeLowPriority(w *waiter) {
	if n := slices.Index(q.lowPriority, w); n >= 0 {
		q.lowPriority = slices.Delete(q.lowPriority, n, n+1)
	}
}

func (q *queue) wait(ctx context.Context, w *waiter) error {
	q.mu.Lock()
	q.waiting = append(q.waiting, w)
	q.admit()
	if w.interrupt == nil {
		q.preempt()
	}
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
	q.removeLowPriority(w)
	q.returnSlot(w, 0) // it was admitted at the same moment
	return ctx.Err()
}

// release returns a slot that was used for took, and returns by how much the player has exceeded the hour's engine
// time.
func (q *queue) release(who id.Player, took time.Duration) (over time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.returnSlot(&waiter{who: who}, took)
}

// returnSlot, admit and preempt require the lock.
func (q *queue) returnSlot(w *waiter, took time.Duration) (over time.Duration) {
	u := q.usageOf(w.who)
	u.thinking--
	u.time += took
	if q.unshared != nil && took > 0 {
		q.unshared[w.who] += took
	}
	over = max(0, u.time-q.hourly) // before another is admitted, for whom this player may be forgotten
	if !w.preempted {
		q.free++
	}
	q.admit()
	return over
}

func (q *queue) admit() {
	for q.free > 0 && len(q.waiting) > 0 {
		next := 0
		for n := range q.waiting {
			if q.before(n, next) {
				next = n
			}
		}
		w := q.waiting[next]
		q.waiting = slices.Delete(q.waiting, next, next+1)
		if w.interrupt != nil {
			q.lowPriority = append(q.lowPriority, w)
		}
		q.usageOf(w.who).thinking++
		q.free--
		close(w.admitted)
	}
}

// before reports whether waiter n is admitted before waiter other.
func (q *queue) before(n, other int) bool {
	if patient := q.waiting[n].interrupt != nil; patient != (q.waiting[other].interrupt != nil) {
		return !patient
	}
	return q.weight(n) < q.weight(other)
}

// preempt cancels one low-priority search for each waiting other search, and reuses their slots at once: on a busy
// machine a search may take a while to notice.
func (q *queue) preempt() {
	need := 0
	for _, w := range q.waiting {
		if w.interrupt == nil {
			need++
		}
	}
	for range min(need, len(q.lowPriority)) {
		w := q.lowPriority[0]
		q.removeLowPriority(w)
		w.preempted = true
		w.interrupt(errPreempted)
		q.free++
	}
	q.admit()
}

func (q *queue) weight(n int) time.Duration {
	u := q.usageOf(q.waiting[n].who)
	return u.time + time.Duration(u.thinking)*assumedTime
}

// usageOf returns a player's usage by now.
func (q *queue) usageOf(who id.Player) *usage {
	now := time.Now()
	u := q.usage[who]
	if u == nil {
		if len(q.usage) >= maxUsers {
			for p, o := range q.usage {
				if q.drain(o, now); o.thinking == 0 && o.time < assumedTime {
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
