package interaction

import (
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
				u.Go(func() { close(done) })
				<-done
			}
		}
	}()
	for range 200 {
		did.Store(0)
		u.Go(func() { u.Go(func() { u.Go(func() { did.Add(1) }) }) })
		for did.Load() == 0 {
			u.Wait()
		}
	}
	close(stop)
	<-stranger
	u.Go(func() { u.Go(func() { did.Add(1) }) })
	if u.Wait(); did.Load() != 2 {
		t.Errorf("waited for %d of 2", did.Load())
	}
}
