package bot

import "sync"

// underway is work in hand that can be waited for. Unlike with a [sync.WaitGroup] more may come while somebody waits: what
// began it is done only after that, so that nothing is missed.
type underway struct {
	mu   sync.Mutex
	n    int
	none chan struct{} // closed when nothing is left; nil unless somebody waits
}

// Go runs f beside the caller.
func (u *underway) Go(f func()) {
	u.mu.Lock()
	u.n++
	u.mu.Unlock()
	go func() {
		defer u.done()
		f()
	}()
}

func (u *underway) done() {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.n--; u.n == 0 && u.none != nil {
		close(u.none)
		u.none = nil
	}
}

// wait returns when nothing is under way.
func (u *underway) wait() {
	u.mu.Lock()
	if u.n == 0 {
		u.mu.Unlock()
		return
	}
	if u.none == nil {
		u.none = make(chan struct{})
	}
	none := u.none
	u.mu.Unlock()
	<-none
}
