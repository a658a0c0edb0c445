package interaction

import "sync"

// Tasks is work in progress that can be waited for. Unlike with a [sync.WaitGroup], a task may start another while somebody waits:
// it is done only after it has started the other, so that none is missed.
type Tasks struct {
	mu   sync.Mutex
	n    int
	none chan struct{} // closed when nothing is left; nil unless somebody waits
}

// Go runs f concurrently.
func (t *Tasks) Go(f func()) {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
	go func() {
		defer t.done()
		f()
	}()
}

func (t *Tasks) done() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.n--; t.n == 0 && t.none != nil {
		close(t.none)
		t.none = nil
	}
}

// count returns how many tasks are in progress.
func (t *Tasks) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.n
}

// Wait returns when no task is in progress.
func (t *Tasks) Wait() {
	t.mu.Lock()
	if t.n == 0 {
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
