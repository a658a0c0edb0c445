package ai

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// Only the thread of a background search has a low priority, and no other
// goroutine gets that thread.
func TestBackgroundHasLowPriority(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	priority := func() int { // 20 less the niceness, at least 1
		n, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
		if err != nil {
			t.Error(err)
		}
		return n
	}
	before, inside, short := priority(), 0, false
	inBackground(func() {
		inside = priority()
		a, err := unix.SchedGetAttr(0, 0)
		short = err == nil && a.Runtime == timeSlice
	})
	want := max(1, before-niceFallback)
	if short {
		want = 20 - niceIdle
	}
	if inside != want {
		t.Errorf("%d in the background, %d outside, short turns: %v", inside, before, short)
	}
	others := make(chan int)
	for range 50 {
		go func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			others <- priority()
		}()
	}
	for range 50 {
		if n := <-others; n != before {
			t.Errorf("another thread has %d, not %d", n, before)
		}
	}
	if after := priority(); after != before {
		t.Errorf("%d afterwards", after)
	}
}
