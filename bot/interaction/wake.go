package interaction

import (
	"context"
	"slices"
	"sync"

	"yeye/bot/id"
)

// wakes is the subjects that a handler has changed, whose cards are to be looked at once it is known which of them the response
// itself shows: else the card would be sent twice.
type wakes struct {
	mu       sync.Mutex
	subjects []id.Subject
	done     bool
}

type wakesKey struct{}

// collecting is a context in which changed subjects are collected.
func collecting(ctx context.Context) (context.Context, *wakes) {
	w := &wakes{}
	return context.WithValue(ctx, wakesKey{}, w), w
}

// Collected reports whether ctx is of a handler whose response is still to come; then the subject's card is looked at after that.
// Listeners ask before they wake the display themselves.
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

// release has the cards looked at that a response does not show.
func (w *wakes) release(p Presenter, a *Response) {
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
