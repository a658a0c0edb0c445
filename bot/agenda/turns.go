package agenda

import (
	"context"
	"slices"
	"sync"
	"time"

	"yeye/bot/session"
)

// turns lets so many sessions think at once, and of those that wait the ones first
// whose starters have had the least of the engine lately: fifty games of one
// person do not hold up the one of another.
type turns struct {
	mu      sync.Mutex
	free    int // how many more may think
	hourly  time.Duration
	waiting []*waiter // in the order of their coming
	had     map[session.PlayerID]*had
}

// waiter is somebody's session whose character is to think.
type waiter struct {
	who      session.PlayerID
	admitted chan struct{} // closed when it may
}

// had is what somebody has had of the engine; it drains by hourly in an hour.
type had struct {
	time    time.Duration
	at      time.Time // when time was right
	playing int       // sessions that think now
}

const (
	// usualHourly orders those that wait where nobody has said how much engine time
	// is anybody's in an hour.
	usualHourly = 20 * time.Minute
	// foreseen stands for a thinking under way, whose time is not known yet.
	foreseen = time.Second
	// mostHad bounds the memory: beyond it those who have had next to nothing are
	// forgotten.
	mostHad = 10_000
	// slowest is the longest that an answer is held back from somebody who has used
	// up the hour.
	slowest = time.Minute
)

func newTurns(atOnce int, hourly time.Duration) *turns {
	if atOnce <= 0 {
		atOnce = 1 << 30
	}
	if hourly <= 0 {
		hourly = usualHourly
	}
	return &turns{free: atOnce, hourly: hourly, had: make(map[session.PlayerID]*had)}
}

// take waits for a turn; then give must follow.
func (t *turns) take(ctx context.Context, who session.PlayerID) error {
	w := &waiter{who: who, admitted: make(chan struct{})}
	t.mu.Lock()
	t.waiting = append(t.waiting, w)
	t.admit()
	t.mu.Unlock()
	select {
	case <-w.admitted:
		return nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := slices.Index(t.waiting, w); n >= 0 {
		t.waiting = slices.Delete(t.waiting, n, n+1)
		return ctx.Err()
	}
	t.back(who, 0) // it was let in at the same moment
	return ctx.Err()
}

// give ends a turn that took so long, and tells how much more than the hour's
// engine time the person has had.
func (t *turns) give(who session.PlayerID, took time.Duration) (over time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.back(who, took)
}

// back and admit want the lock held.
func (t *turns) back(who session.PlayerID, took time.Duration) (over time.Duration) {
	h := t.of(who)
	h.playing--
	h.time += took
	over = max(0, h.time-t.hourly) // before somebody is let in, for whom who may be forgotten
	t.free++
	t.admit()
	return over
}

func (t *turns) admit() {
	for t.free > 0 && len(t.waiting) > 0 {
		next := 0
		for n := range t.waiting {
			if t.weight(n) < t.weight(next) {
				next = n
			}
		}
		w := t.waiting[next]
		t.waiting = slices.Delete(t.waiting, next, next+1)
		t.of(w.who).playing++
		t.free--
		close(w.admitted)
	}
}

func (t *turns) weight(n int) time.Duration {
	h := t.of(t.waiting[n].who)
	return h.time + time.Duration(h.playing)*foreseen
}

// of is what somebody has had by now.
func (t *turns) of(who session.PlayerID) *had {
	now := time.Now()
	h := t.had[who]
	if h == nil {
		if len(t.had) >= mostHad {
			for p := range t.had {
				if o := t.drained(t.had[p], now); o.playing == 0 && o.time < foreseen {
					delete(t.had, p)
				}
			}
		}
		h = &had{at: now}
		t.had[who] = h
	}
	return t.drained(h, now)
}

func (t *turns) drained(h *had, now time.Time) *had {
	h.time = max(0, h.time-time.Duration(float64(now.Sub(h.at))*t.hourly.Hours()))
	h.at = now
	return h
}
