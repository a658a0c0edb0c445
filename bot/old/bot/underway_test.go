package bot

import (
	"sync/atomic"
	"testing"
)

// Work that begins other work while somebody waits is waited for to the end, and new work may begin at any moment.
func TestUnderway(t *testing.T) {
	var u underway
	u.wait() // nothing is under way
	var did atomic.Int64
	stop := make(chan struct{})
	strange := make(chan struct{})
	go func() { // as an interaction that comes while the bot ends
		defer close(strange)
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
			u.wait()
		}
	}
	close(stop)
	<-strange
	u.Go(func() { u.Go(func() { did.Add(1) }) })
	if u.wait(); did.Load() != 2 {
		t.Errorf("waited for %d of 2", did.Load())
	}
}
