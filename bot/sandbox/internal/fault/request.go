package fault

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"time"
)

// Outcome says what the caller must do with a request after its fault.
type Outcome int

const (
	Passes  Outcome = iota // handle it as usual
	Refused                // answer with the fault's Status, Code and Message
	Limited                // answer with a 429 of the fault's Scope and RetryAfterMS
	Lost                   // do not answer
)

// Play does the part of a fault that needs no answer: it waits for the delay, or until done is closed, and cuts the
// connection. It returns what the caller must do with the request. A request whose sender leaves meanwhile is Lost,
// unless the fault is "late": then it no longer depends on its sender.
func (f *Fault) Play(w http.ResponseWriter, r *http.Request, done <-chan struct{}) Outcome {
	if f.Kind == "late" && !detachFromSender(r) {
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

// detachFromSender reads a request's body and makes the request's context independent of its sender. It returns false
// if the body was incomplete.
func detachFromSender(r *http.Request) bool {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return false
	}
	*r = *r.WithContext(context.WithoutCancel(r.Context()))
	r.Body = io.NopCloser(bytes.NewReader(body))
	return true
}
