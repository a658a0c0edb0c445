package interaction

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

// Wait also waits for work that the work in progress begins, and new work may begin at any moment.
func TestTasks(t *testing.T) {
	var u Tasks
	u.Wait() // no task is in progress
	var did atomic.Int64
	stop := make(chan struct{})
	stranger := make(chan struct{})
	go func() { // like an interaction that arrives while the bot stops
		defer close(stranger)
		for {
			select {
			case <-stop:
				return
			default:
				done := make(chan struct{})
				u.Go(func(context.Context) { close(done) })
				<-done
			}
		}
	}()
	for range 200 {
		did.Store(0)
		u.Go(func(context.Context) { u.Go(func(context.Context) { u.Go(func(context.Context) { did.Add(1) }) }) })
		for did.Load() == 0 {
			u.Wait()
		}
	}
	close(stop)
	<-stranger
	u.Go(func(context.Context) { u.Go(func(context.Context) { did.Add(1) }) })
	if u.Wait(); did.Load() != 2 {
		t.Errorf("waited for %d of 2", did.Load())
	}
}

// The context of a task lasts as long as the task, unless all are canceled; then that of a later one is over from the beginning.
func TestTasksCancel(t *testing.T) {
	var u Tasks
	begun, over := make(chan struct{}), make(chan error, 2)
	u.Go(func(ctx context.Context) {
		over <- ctx.Err()
		close(begun)
		<-ctx.Done()
		u.Go(func(ctx context.Context) { over <- ctx.Err() })
	})
	<-begun
	u.Cancel()
	u.Wait()
	if first, second := <-over, <-over; first != nil || !errors.Is(second, context.Canceled) {
		t.Errorf("%v before, %v after", first, second)
	}
}

// A task that panics is reported, and is over.
func TestTasksRecover(t *testing.T) {
	var got any
	u := Tasks{Recovered: func(p any) { got = p }}
	u.Go(func(context.Context) { panic("a fault on purpose") })
	u.Wait()
	if got != "a fault on purpose" {
		t.Errorf("reported: %v", got)
	}
}
