package gateway

import (
	"errors"

	"github.com/gorilla/websocket"
)

// session is a gateway session, which outlives its connection for a while: RESUME on the next connection replays the
// missed events. Gateway.mu guards it.
type session struct {
	id      string
	address string // where READY asked to resume it, "" for the general address
	seq     int64  // the newest event's number
	intents Intents

	failures        int  // attempts to resume it in a row that failed
	refusals        int  // those of them that Discord refused
	invalidatedOnce bool // Discord has answered RESUME with Op 9, resumable
}

const (
	// after maxAstray failures in a row the session is resumed at the general address: its own address may be broken
	maxAstray = 2
	// maxFailures in a row, or maxRefusals, end a session.
	maxFailures = 5
	maxRefusals = 2
)

// Ends of connections.
var (
	errHung      = errors.New("opening the connection timed out")
	errSilent    = errors.New("heartbeats are not acknowledged")
	errReconnect = errors.New("asked by Discord to connect again")
)

// invalidSession is Op 9.
type invalidSession struct{ resumable bool }

func (e *invalidSession) Error() string { return "the session was invalidated by Discord" }

// Close codes after which Discord wants a new session.
const (
	closeNotAuthenticated = 4003
	closeSessionUnknown   = 4006 // no longer documented
	closeInvalidSeq       = 4007
)

// succeeded is called when the session has begun or was resumed.
func (s *session) succeeded() { s.failures, s.refusals, s.invalidatedOnce = 0, 0, false }

// resumableAfter reports whether the session can be resumed after its connection ended with err; hadEvents is whether
// events had arrived over it.
func (s *session) resumableAfter(err error, hadEvents bool) bool {
	if s.id == "" {
		return false
	}
	var invalid *invalidSession
	if errors.As(err, &invalid) {
		again := invalid.resumable && !s.invalidatedOnce
		s.invalidatedOnce = true
		return again
	}
	code := closeCode(err)
	switch code {
	case closeNotAuthenticated, closeSessionUnknown, closeInvalidSeq:
		return false
	case closeDisallowedIntents:
		return s.intents&MessageContent == 0
	}
	if hadEvents {
		return true
	}
	if s.failures++; s.failures == maxAstray {
		s.address = ""
	}
	if errors.Is(err, errHung) || code != 0 && code != websocket.CloseAbnormalClosure {
		s.refusals++
	}
	return s.failures < maxFailures && s.refusals < maxRefusals
}
