package ai

import "runtime"

// inBackground runs f on a thread of its own of low priority, and returns, or
// panics, when f does.
func inBackground(f func()) {
	broken := make(chan any, 1)
	go func() {
		// Never unlocked: a lowered priority cannot be raised again, so the
		// thread ends with this goroutine.
		runtime.LockOSThread()
		lower()
		defer func() { broken <- recover() }()
		f()
	}()
	if p := <-broken; p != nil {
		panic(p)
	}
}
