package fault

import (
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
)

// Queue holds the faults that are pending. The zero value is empty.
type Queue struct {
	mu     sync.Mutex
	lastID int // id of the newest fault
	list   []*Fault
}

// Add gives a fault its id, and queues it if it is not to be applied at once. The caller must apply the others itself.
func (b *Queue) Add(f Fault) (id int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lastID++
	f.ID = b.lastID
	if f.deferred() {
		b.list = append(b.list, &f)
	}
	return f.ID
}

// List returns the pending faults by ascending id.
func (b *Queue) List() []Fault {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := make([]Fault, len(b.list))
	for n, f := range b.list {
		list[n] = *f
	}
	return list
}

// Clear removes all pending faults.
func (b *Queue) Clear() {
	b.mu.Lock()
	b.list = nil
	b.mu.Unlock()
}

// ForRequest returns the fault for a request whose path is the part below /api/v9; nil if there is none.
func (b *Queue) ForRequest(r *http.Request) *Fault {
	return b.take(func(f *Fault) bool {
		return f.Target() == Request && (f.Method == "" || f.Method == r.Method) && matches(f.Path, r.URL.Path)
	})
}

// ForHandshake returns the fault for a connection at its "hello", "identify" or "resume"; nil if there is none.
func (b *Queue) ForHandshake(on string) *Fault {
	return b.take(func(f *Fault) bool { return f.Target() == Gateway && f.On == on })
}

// ForEvent returns the fault for an event; nil if there is none.
func (b *Queue) ForEvent(event string) *Fault {
	return b.take(func(f *Fault) bool { return f.Target() == Event && (f.Event == "" || f.Event == event) })
}

// take returns a copy of the first pending fault that matches and has no skips left, nil if there is none. It uses up
// one skip of each matching fault before that.
func (b *Queue) take(hit func(*Fault) bool) *Fault {
	b.mu.Lock()
	defer b.mu.Unlock()
	for n, f := range b.list {
		if !hit(f) {
			continue
		}
		if f.Skip > 0 {
			f.Skip--
			continue
		}
		f.Fired++
		if f.Count > 0 && f.Fired >= f.Count {
			b.list = slices.Delete(b.list, n, n+1)
		}
		return new(*f)
	}
	return nil
}

// matches compares a path with a pattern in which * matches one part and a final ** any number.
func matches(pattern, p string) bool {
	if pattern == "" {
		return true
	}
	if head, ok := strings.CutSuffix(pattern, "/**"); ok {
		n := strings.Count(head, "/")
		parts := strings.SplitAfterN(p, "/", n+2)
		if len(parts) < n+2 {
			return false
		}
		pattern, p = head, strings.TrimSuffix(strings.Join(parts[:n+1], ""), "/")
	}
	ok, err := path.Match(pattern, p)
	return ok && err == nil
}
