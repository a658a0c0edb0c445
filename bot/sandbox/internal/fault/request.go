package fault

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"time"
)

// Outcome is how a request goes on after its fault.
type Outcome int

const (
	Passes  Outcome = iota // as usual
	Refused                // with the refusal of the fault's Status, Code and Message
	Limited                // with a 429 of the fault's Scope and RetryAfterMS
	Lost                   // without an answer
)

// Play does to a request what its fault can do without an answer: it waits out the delay, cut short when done is closed, and
// cuts the connection. It returns how the request is to go on. A request whose sender leaves meanwhile is lost, unless the
// fault is "late": then it no longer depends on its sender.
func (f *Fault) Play(w http.ResponseWriter, r *http.Request, done <-chan struct{}) Outcome {
	if f.Kind == "late" && !outlive(r) {
		return Lost
	}
	if f.DelayMS > 0 {
		select {
		case <-time.After(f.Delay()):
		case <-r.Context().Done():
			return Lost
		case <-done:
		}
	}
	switch f.Kind {
	case "rate_limit":
		return Limited
	case "status":
		return Refused
	case "cut":
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			conn.Close()
		}
		return Lost
	}
	return Passes
}

// Delay returns DelayMS as a duration.
func (f *Fault) Delay() time.Duration { return time.Duration(f.DelayMS) * time.Millisecond }

// outlive reads a request's body and makes the request independent of its sender. It reports whether the body was whole.
func outlive(r *http.Request) bool {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return false
	}
	*r = *r.WithContext(context.WithoutCancel(r.Context()))
	r.Body = io.NopCloser(bytes.NewReader(body))
	return true
}
