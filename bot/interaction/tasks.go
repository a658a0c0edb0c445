package interaction

import (
	"context"
	"sync"
	"time"
)

// Tasks is background work that the bot can wait for and cancel. Unlike with a [sync.WaitGroup], a task may
// start another during a Wait, which then waits for that too. The zero Tasks is ready
// for use.
type Tasks struct {
	// Recovered receives the panic of a task, which then ends; nil lets it end the program.
	Recovered func(p any)

	mu      sync.Mutex
	next    int
	cancels map[int]context.CancelFunc // one for each task in progress
	ended   bool
	none    chan struct{} // closed when no task is left; nil unless Wait is in progress
}

// Go runs f concurrently. Its context ends with f, or with Cancel.
func (t *Tasks) Go(f func(context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cancels == nil {
		t.cancels = make(map[int]context.CancelFunc)
	}
	n := t.next
	t.next++
	t.cancels[n] = cancel
	if t.ended {
		cancel()
	}
	go func() {
		defer t.done(n, cancel)
		defer t.recovered()
		f(ctx)
	}()
}

// After runs f like Go after a pause, unless the tasks are canceled by then or the timer is stopped. It counts as a
// task once f starts.
func (t *Tasks) After(pause time.Duration, f func(context.Context)) *time.Timer {
	return time.AfterFunc(pause, func() {
		t.mu.Lock()
		ended := t.ended
		t.mu.Unlock()
		if !ended {
			t.Go(f)
		}
	})
}

// recovered is deferred by a task, so that its panic ends only that task.
func (t *Tasks) recovered() {
	if t.Recovered == nil {
		return
	}
	if p := recover(); p != nil {
		t.Recovered(p)
	}
}

func (t *Tasks) done(n int, cancel context.CancelFunc) {
	cancel()
	t.mu.Lock()
	defer t.mu.Unlock()
	if delete(t.cancels, n); len(t.cancels) == 0 && t.none != nil {
		close(t.none)
		t.none = nil
	}
}

// Cancel ends the contexts of all tasks, also of those that start later.
func (t *Tasks) Cancel() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	for _, cancel := range t.cancels {
		cancel()
	}
}

// Wait returns when no task is in progress.
func (t *Tasks) Wait() {
	t.mu.Lock()
	if len(t.cancels) == 0 {
		t.mu.Unlock()
		return
	}
	if t.none == nil {
		t.none = make(chan struct{})
	}
	none := t.none
	t.mu.Unlock()
	<-none
}
