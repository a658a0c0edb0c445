package interaction

import (
	"context"
	"sync"
	"time"
)

// Tasks is background work that ends with the bot. It can be waited for and canceled. Unlike with a [sync.WaitGroup], a task may
// start another while somebody waits: it is done only after it has started the other, so that none is missed. The zero Tasks is ready
// for use.
type Tasks struct {
	// Recovered receives the panic of a task, which then ends; nil lets it end the program.
	Recovered func(p any)

	mu      sync.Mutex
	next    int
	cancels map[int]context.CancelFunc // of the tasks in progress
	ended   bool
	none    chan struct{} // closed when nothing is left; nil unless somebody waits
}

// Go runs f concurrently. Its context ends with f, or by Cancel.
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

// After runs f like Go after a pause, unless the tasks are canceled by then or the timer is stopped. It counts as a task from then on.
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

// recovered is deferred where a panic must end only what panicked.
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

// Cancel ends the contexts of all tasks, also of those that begin later.
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
