package ai

import "runtime"

// inBackground runs f on its own low-priority thread. It returns, or panics, when f does.
func inBackground(f func()) {
	broken := make(chan any, 1)
	go func() {
		// The thread is never unlocked: a lowered priority cannot be raised again, so the thread
		// ends with this goroutine.
		runtime.LockOSThread()
		lowerPriority()
		defer func() { broken <- recover() }()
		f()
	}()
	if p := <-broken; p != nil {
		panic(p)
	}
}
