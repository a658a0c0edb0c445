package interaction

import (
	"context"
	"slices"
	"sync"

	"yeye/bot/id"
)

// wakes collects the subjects that a handler has changed. Their cards are updated only after the handler returns, when
// it is known which of them the response itself shows: that card would otherwise be sent twice.
type wakes struct {
	mu       sync.Mutex
	subjects []id.Subject
	done     bool
}

type wakesKey struct{}

// collecting returns a context in which changed subjects are collected.
func collecting(ctx context.Context) (context.Context, *wakes) {
	w := &wakes{}
	return context.WithValue(ctx, wakesKey{}, w), w
}

// Collected reports whether ctx belongs to a handler that has not responded yet; if so, it records the subject, whose
// card is then updated after the response. Listeners call it before they wake the display themselves.
func Collected(ctx context.Context, s id.Subject) bool {
	w, ok := ctx.Value(wakesKey{}).(*wakes)
	if !ok {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done {
		return false
	}
	if !slices.Contains(w.subjects, s) {
		w.subjects = append(w.subjects, s)
	}
	return true
}

// wakeOthers wakes the cards of the changed subjects that the response does not show.
func (w *wakes) wakeOthers(p Presenter, a *Response) {
	w.mu.Lock()
	w.done = true
	all := w.subjects
	w.mu.Unlock()
	for _, s := range all {
		if a.Card == nil || a.Card.Subject != s {
			p.Wake(s)
		}
	}
}
