package desk

import (
	"context"
	"time"

	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// dueWithin bounds how long what is due may take.
const dueWithin = time.Minute

// Due does what is due: characters' turns, if there is an engine, and what happens by time alone.
func (d *Desk) Due() {
	d.t.Helper()
	handlers := d.Jobs
	if d.Engine.Thinker != nil {
		handlers = append(handlers[:len(handlers):len(handlers)], d.Engine.Handler())
	}
	s, err := scheduler.New(scheduler.Options{DB: d.DB, Worker: "desk", Handlers: handlers, Waker: d.Waker, Logger: d.Logger})
	if err != nil {
		d.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(d.t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); s.Run(ctx) }()
	defer func() { stop(); <-ended }()
	// A job that is about to be begun is neither due nor being done: one look is not enough.
	for end, looks := time.Now().Add(dueWithin), 0; looks < 3; time.Sleep(time.Millisecond) {
		if looks++; d.waiting(s) {
			looks = 0
		}
		if time.Now().After(end) {
			d.t.Fatal("what is due takes too long")
		}
	}
}

// waiting reports whether something that a desk can do is due, or being done.
func (d *Desk) waiting(s *scheduler.Scheduler) bool {
	d.t.Helper()
	busy := func() bool { return s.Busy(scheduler.Timed)+s.Busy(scheduler.Engine)+s.Busy(scheduler.Slow) > 0 }
	if busy() { // what is being done may write what is due next
		return true
	}
	kinds := map[string]bool{}
	for _, h := range s.Handlers {
		kinds[h.Kind] = true
	}
	due, err := store.All(d.t.Context(), d.DB.Read(), store.Value[string], `SELECT job FROM jobs WHERE ready_at <= ?`, store.Millis(d.now))
	if err != nil {
		d.t.Fatal(err)
	}
	for _, kind := range due {
		if kinds[kind] {
			return true
		}
	}
	return busy()
}
