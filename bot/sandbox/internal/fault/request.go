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
	Continue    Outcome = iota // handle it as usual
	Refused                    // answer with the fault's Status, Code and Message
	RateLimited                // answer with a 429 of the fault's Scope and RetryAfterMS
	NoResponse                 // do not answer
)

// Apply applies the part of a fault that needs no response: it waits for the delay, or until done is closed, and cuts
// the connection. It returns what the caller must do with the request. A request whose client disconnects meanwhile is
// NoResponse, except with "late", which handles it anyway.
func (f *Fault) Apply(w http.ResponseWriter, r *http.Request, done <-chan struct{}) Outcome {
	if f.Kind == "late" && !detachFromSender(r) {
		return NoResponse
	}
	if f.DelayMS > 0 {
		select {
		case <-time.After(f.Delay()):
		case <-r.Context().Done():
			return NoResponse
		case <-done:
		}
	}
	switch f.Kind {
	case "rate_limit":
		return RateLimited
	case "status":
		return Refused
	case "cut":
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			conn.Close()
		}
		return NoResponse
	}
	return Continue
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
