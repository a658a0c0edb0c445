package engine

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"yeye/bot/id"
)

// queue limits how many searches run at once. Of those that wait it admits first the ones whose players have used the
// least engine time lately: fifty matches of one player do not delay another player's. Patient searches, such as those
// of analyses, are admitted only while no other waits, and are interrupted as soon as one does.
type queue struct {
	mu      sync.Mutex
	free    int // how many more may run
	hourly  time.Duration
	waiting []*waiter // in order of arrival
	patient []*waiter // those that run now and can be interrupted
	usage   map[id.Player]*usage
	book    map[id.Player]time.Duration // use to be shared with other processes; nil if there are none
}

// waiter is one player's search that waits for the engine.
type waiter struct {
	who       id.Player
	admitted  chan struct{}           // closed when the search may run
	interrupt context.CancelCauseFunc // of a patient search, nil for others
	left      bool                    // it has been interrupted, and its slot is in use again
}

// errInterrupted is the cause with which the context of a patient search ends: another one waits for the engine.
var errInterrupted = errors.New("the engine is needed for a move")

// usage is the engine time that a player has used; it drains by hourly in an hour.
type usage struct {
	time     time.Duration
	at       time.Time // the moment for which time holds
	thinking int       // searches for this player that run now
}

// UsualHourly is how much engine use drains in an hour if no limit is configured: it still orders the waiting searches.
const UsualHourly = 20 * time.Minute

const (
	// foreseen is the time charged for a running search, whose real time is not known yet.
	foreseen = time.Second
	// maxUsers bounds the memory: beyond it players with next to no use are forgotten.
	maxUsers = 10_000
	// slowest is the longest that an answer is held back from a player who has used up the hour.
	slowest = time.Minute
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

// take waits for a slot; the caller must call give afterwards.
func (q *queue) take(ctx context.Context, who id.Player) error {
	return q.wait(ctx, &waiter{who: who, admitted: make(chan struct{})})
}

// takePatiently waits for a slot that no move needs. The returned context ends with errInterrupted when a move needs
// it; then, or when the search is done, givePatiently must follow.
func (q *queue) takePatiently(ctx context.Context, who id.Player) (context.Context, *waiter, error) {
	mine, interrupt := context.WithCancelCause(ctx)
	w := &waiter{who: who, admitted: make(chan struct{}), interrupt: interrupt}
	if err := q.wait(ctx, w); err != nil {
		interrupt(err)
		return nil, nil, err
	}
	return mine, w, nil
}

// givePatiently ends a turn of takePatiently, like give.
func (q *queue) givePatiently(w *waiter, took time.Duration) (over time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	w.interrupt(nil)
	q.forget(w)
	return q.back(w, took)
}

func (q *queue) forget(w *waiter) {
	if n := slices.Index(q.patient, w); n >= 0 {
		q.patient = slices.Delete(q.patient, n, n+1)
	}
}

func (q *queue) wait(ctx context.Context, w *waiter) error {
	q.mu.Lock()
	q.waiting = append(q.waiting, w)
	q.admit()
	if w.interrupt == nil {
		q.makeRoom()
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
	q.forget(w)
	q.back(w, 0) // it was admitted at the same moment
	return ctx.Err()
}

// give releases a slot after took, and returns by how much the player has exceeded the hour's engine time.
func (q *queue) give(who id.Player, took time.Duration) (over time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.back(&waiter{who: who}, took)
}

// back, admit and makeRoom require the lock.
func (q *queue) back(w *waiter, took time.Duration) (over time.Duration) {
	u := q.of(w.who)
	u.thinking--
	u.time += took
	if q.book != nil && took > 0 {
		q.book[w.who] += took
	}
	over = max(0, u.time-q.hourly) // before another is admitted, for whom this player may be forgotten
	if !w.left {
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
			q.patient = append(q.patient, w)
		}
		q.of(w.who).thinking++
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

// makeRoom interrupts as many patient searches as others wait, and reuses their slots at once: on a busy machine a
// patient search may take a while to notice.
func (q *queue) makeRoom() {
	need := 0
	for _, w := range q.waiting {
		if w.interrupt == nil {
			need++
		}
	}
	for range min(need, len(q.patient)) {
		w := q.patient[0]
		q.forget(w)
		w.left = true
		w.interrupt(errInterrupted)
		q.free++
	}
	q.admit()
}

func (q *queue) weight(n int) time.Duration {
	u := q.of(q.waiting[n].who)
	return u.time + time.Duration(u.thinking)*foreseen
}

// of returns a player's usage by now.
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
