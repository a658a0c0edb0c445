package fault

import (
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
)

// Box holds the faults that are still to happen. The zero value is empty.
type Box struct {
	mu   sync.Mutex
	last int // the number of the newest order
	list []*Fault
}

// Add gives an order its number, and stores it if it waits for its occasion. The caller must carry the others out
// itself.
func (b *Box) Add(f Fault) (id int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last++
	f.ID = b.last
	if f.waits() {
		b.list = append(b.list, &f)
	}
	return f.ID
}

// List returns what is still to happen, in the order of the orders.
func (b *Box) List() []Fault {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := make([]Fault, len(b.list))
	for n, f := range b.list {
		list[n] = *f
	}
	return list
}

// Clear withdraws all faults.
func (b *Box) Clear() {
	b.mu.Lock()
	b.list = nil
	b.mu.Unlock()
}

// ForRequest returns the fault that strikes a request whose path is the part below /api/v9; nil if there is none.
func (b *Box) ForRequest(r *http.Request) *Fault {
	return b.take(func(f *Fault) bool {
		return f.Target() == Request && (f.Method == "" || f.Method == r.Method) && matches(f.Path, r.URL.Path)
	})
}

// ForHandshake returns the fault that strikes a connection at its "hello", "identify" or "resume"; nil if there is
// none.
func (b *Box) ForHandshake(on string) *Fault {
	return b.take(func(f *Fault) bool { return f.Target() == Gateway && f.On == on })
}

// ForEvent returns the fault that strikes an event; nil if there is none.
func (b *Box) ForEvent(event string) *Fault {
	return b.take(func(f *Fault) bool { return f.Target() == Event && (f.Event == "" || f.Event == event) })
}

// take counts an occasion for the fitting faults, up to the first one that happens now, and returns a copy of that; nil
// if none does.
func (b *Box) take(fits func(*Fault) bool) *Fault {
	b.mu.Lock()
	defer b.mu.Unlock()
	for n, f := range b.list {
		if !fits(f) {
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
		copied := *f
		return &copied
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
