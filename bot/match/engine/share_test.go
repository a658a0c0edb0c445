package engine

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/id"
)

// book is a ledger in memory, for any number of processes.
type book struct {
	mu  sync.Mutex
	all map[id.Player]time.Duration
	err error
}

func (b *book) Add(_ context.Context, used map[id.Player]time.Duration) (map[id.Player]time.Duration, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err != nil {
		return nil, b.err
	}
	all := map[id.Player]time.Duration{}
	for p, d := range used {
		b.all[p] += d
		all[p] = b.all[p]
	}
	return all, nil
}

func (b *book) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.err = err
}

// A player has one share of the engines over all processes; while the ledger cannot be reached each process counts its own use, and
// records it later.
func TestShareOverProcesses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &book{all: map[id.Player]time.Duration{}}
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		refusals := 0
		var engines []*Engine
		for range 2 {
			e := New(Options{Threads: 1, Hourly: time.Hour})
			engines = append(engines, e)
			all.Go(func() { e.Share(ctx, l, func(error) { refusals++ }) })
		}
		defer func() { cancel(); all.Wait() }()
		synctest.Wait()
		use := func(e *Engine, d time.Duration) (over time.Duration) {
			t.Helper()
			if err := e.queue.acquire(ctx, "mei"); err != nil {
				t.Fatal(err)
			}
			return e.queue.release("mei", d)
		}
		pause := func() { time.Sleep(3 * time.Second); synctest.Wait() }
		use(engines[0], 50*time.Minute)
		pause()
		use(engines[1], 30*time.Minute)
		pause()
		if over := use(engines[1], 0); over < 15*time.Minute {
			t.Errorf("%v over the hour, of 80 minutes on two processes", over)
		}
		l.fail(errors.New("no database"))
		use(engines[0], 10*time.Minute)
		pause()
		if refusals == 0 {
			t.Error("nobody was told")
		}
		l.fail(nil)
		pause()
		if used := l.all["mei"]; used != 90*time.Minute {
			t.Errorf("%v is written down", used)
		}
	})
}
