package sandbox

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"yeye/bot/sandbox/internal/socket"
)

// gateway is the websocket API for bots and users.
type gateway struct{ *state }

// conn is a client's connection to the gateway, and the session that it serves.
type conn struct {
	*socket.Conn
	s        gateway
	resuming bool // dialed at the address for RESUME

	// Guarded by state.mu.
	ses      *session // nil until READY or RESUMED
	ackedSeq int64    // number of the last event that the client has acknowledged in a heartbeat
	askedSeq int64    // number of the last event when we last requested a heartbeat, at askedAt
	askedAt  time.Time
}

func (s gateway) address(c *call) (any, error) {
	return map[string]any{"url": s.url()}, nil
}

func (s gateway) url() string { return "ws" + strings.TrimPrefix(s.base, "http") + "/gateway/" }

// resumeURL returns the address for resuming a session, as READY gives it: it differs from the address of the first
// connection. The caller holds mu.
func (s gateway) resumeURL() string {
	if strings.HasPrefix(s.resumeAddress, "?") {
		return s.url() + "resume/" + s.resumeAddress
	}
	return cmp.Or(s.resumeAddress, s.url()+"resume/")
}

// keepsResumeQuery reports whether a client that resumes has kept the query of the address it was given, and added its
// own parameters to it.
func (s gateway) keepsResumeQuery(q url.Values) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	own, err := url.ParseQuery(strings.TrimPrefix(s.resumeAddress, "?"))
	for name, want := range own {
		if strings.HasPrefix(s.resumeAddress, "?") && (err != nil || !slices.Equal(q[name], want) || q.Get("v") == "") {
			return false
		}
	}
	return true
}

func (s gateway) addressForBot(c *call) (any, error) {
	return map[string]any{"url": s.url(), "shards": s.opt.Shards,
		"session_start_limit": s.identifies.limit(s.Now(), s.opt.MaxConcurrency)}, nil
}

// serve is one connection from HELLO to its end. fromHere has checked its origin.
func (s gateway) serve(w http.ResponseWriter, r *http.Request) {
	resuming := r.URL.Path == "/gateway/resume/"
	if resuming && !s.keepsResumeQuery(r.URL.Query()) {
		http.Error(w, "the address has a query of its own", http.StatusBadRequest)
		return
	}
	socket.Serve(w, r, s.opt.Heartbeat, func(c *socket.Conn) socket.Handler {
		return &conn{Conn: c, s: s, resuming: resuming}
	})
}

// Hello implements [socket.Handler]. It does not know yet who connects.
func (c *conn) Hello() bool {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return !c.applyHandshakeFault("hello")
}

// Bot reports whether the connection serves a session of the bot.
func (c *conn) Bot() bool {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return c.ses != nil && c.ses.user.bot
}

// Handle answers one payload of the client.
func (c *conn) Handle(f socket.Frame) {
	s := c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case f.Op == socket.OpHeartbeat:
		var seq int64
		if json.Unmarshal(f.Data, &seq) == nil {
			c.ackedSeq = max(c.ackedSeq, seq)
		}
		c.Ack()
	case c.ses != nil && (f.Op == socket.OpIdentify || f.Op == socket.OpResume):
		c.Close(4005, "Already authenticated")
	case f.Op == socket.OpIdentify:
		s.identify(c, f.Data)
	case f.Op == socket.OpResume:
		s.resume(c, f.Data)
	case c.ses == nil:
		c.Close(4003, "Not authenticated")
	case f.Op == socket.OpMembers:
		s.sendMembers(c.ses, f.Data)
	case c.ses.user.bot && f.Op != socket.OpPresence && f.Op != socket.OpVoice && f.Op != 31:
		c.Close(4001, "Unknown opcode")
	}
}

// Closed detaches the connection from its session. gaveUp means that the client closed with 1000 or 1001, which ends
// the session; otherwise the client may resume it.
func (c *conn) Closed(endedSession bool) {
	s := c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	ses := c.ses
	if ses == nil || ses.conn != c {
		return
	}
	ses.conn, ses.disconnectedAt = nil, time.Now()
	if endedSession {
		delete(s.hub.sessions, ses.id)
	}
	s.signalChange()
}
