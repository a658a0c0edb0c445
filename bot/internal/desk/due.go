package desk

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// stillFor bounds the time without a job starting or ending while something is due. All jobs together may take minutes
// on a busy machine.
const stillFor = 3 * time.Minute

// Due runs all due jobs: characters' turns, if there is an engine, and what happens by time.
func (d *Desk) Due() {
	d.t.Helper()
	handlers := slices.Concat(d.Jobs, d.Display.Jobs())
	if d.Engine.Thinker != nil {
		handlers = append(handlers, d.Engine.Handler())
	}
	if !d.ReceivesEvents("") { // jobs wait while the bot is deaf
		handlers = slices.DeleteFunc(handlers, func(h scheduler.Handler) bool { return h.Awaits == scheduler.People })
	}
	var steps atomic.Int64 // number of jobs started plus number of jobs ended
	var begun sync.Map     // jobs that are running, or stay claimed after an error
	for i, h := range handlers {
		handlers[i].Work = func(ctx context.Context, j scheduler.Job) error {
			begun.Store(row{j.Kind, j.Subject.ID}, true)
			steps.Add(1)
			defer steps.Add(1)
			err := h.Work(ctx, j)
			if err == nil {
				begun.Delete(row{j.Kind, j.Subject.ID})
			}
			return err
		}
	}
	d.dues++
	s, err := scheduler.New(scheduler.Options{DB: d.DB, Worker: fmt.Sprint("desk", d.dues), Handlers: handlers,
		Waker: d.Waker, Logger: d.Logger})
	d.must(err)
	ctx, stop := context.WithCancel(d.t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); s.Run(ctx) }()
	defer func() { stop(); <-ended }()
	seen, since := steps.Load(), time.Now()
	for ; d.waiting(s, &begun); time.Sleep(time.Millisecond) {
		if n := steps.Load(); n != seen {
			seen, since = n, time.Now()
		}
		if time.Since(since) > stillFor {
			d.t.Fatal("what is due takes too long")
		}
	}
}

// row returns the key of a job's row.
type row struct {
	kind string
	of   id.Match
}

// waiting reports whether a job that the desk can run is due, claimed or running.
func (d *Desk) waiting(s *scheduler.Scheduler, begun *sync.Map) bool {
	d.t.Helper()
	busy := func() bool { return s.Busy(scheduler.Timed)+s.Busy(scheduler.Engine)+s.Busy(scheduler.Slow) > 0 }
	if busy() { // what is being done may write what is due next
		return true
	}
	kinds := map[string]bool{}
	for _, h := range s.Handlers {
		kinds[h.Kind] = true
	}
	scan := store.Into(func(one *row) []any {
		return []any{&one.kind, &one.of}
	})
	now := store.Millis(d.time.Now())
	due, err := store.All(d.t.Context(), d.DB.Read(), scan, // what is due has no id here, because it is not begun
		`SELECT job, CASE WHEN ready_at <= ? THEN '' ELSE id END FROM jobs WHERE ready_at <= ? OR worker = ?`, now, now,
		s.Worker)
	d.must(err)
	for _, one := range due {
		if _, known := begun.Load(one); kinds[one.kind] && !known {
			return true
		}
	}
	return busy()
}
