package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"yeye/bot/sandbox/internal/ratelimit"
)

// Fault is an ordered fault: the body of POST /sandbox/faults. Which fields count depends on Kind; the package comment
// has the table and examples.
type Fault struct {
	ID    int    `json:"id"`
	Kind  string `json:"kind"`
	Count int    `json:"count"` // how often it happens, default 1; -1 for ever
	Skip  int    `json:"skip"`  // how many occasions pass first
	Fired int    `json:"fired"` // how often it has happened

	// The requests concerned. Method empty is any; Path is below /api/v9, with * for one part: /channels/*/messages.
	Method string `json:"method,omitempty"`
	Path   string `json:"path,omitempty"`
	After  bool   `json:"after,omitempty"` // the request is carried out first, only its response is spoilt

	Status       int    `json:"status,omitempty"`
	Code         int    `json:"code,omitempty"`
	Message      string `json:"message,omitempty"`
	Scope        string `json:"scope,omitempty"` // of a 429: user, global or shared
	RetryAfterMS int    `json:"retry_after_ms,omitempty"`
	DelayMS      int    `json:"delay_ms,omitempty"` // for "reorder", how long to wait for the next event, default 1000

	// The gateway. On is the occasion: "now" (the default), or in answer to "resume" or "identify".
	On        string `json:"on,omitempty"`
	Resumable bool   `json:"resumable,omitempty"`
	CloseCode int    `json:"close_code,omitempty"`
	Event     string `json:"event,omitempty"` // for duplicate, reorder and lose; empty is any

	// The objects concerned.
	GuildID   Snowflake `json:"guild_id,omitempty"` // default: the first
	Allow     bool      `json:"allow,omitempty"`
	ChannelID Snowflake `json:"channel_id,omitempty"`
	MessageID Snowflake `json:"message_id,omitempty"`
	Deny      []string  `json:"deny,omitempty"`
	Everybody bool      `json:"everybody,omitempty"` // denied to all but the owner, not to the bot
}

// faultKinds says for each kind what it affects.
var faultKinds = map[string]string{
	"status": "request", "rate_limit": "request", "slow": "request", "late": "request", "cut": "request",
	"reconnect": "gateway", "invalid_session": "gateway", "close": "gateway", "drop": "gateway", "half_open": "gateway", "no_ack": "gateway",
	"duplicate": "event", "reorder": "event", "lose": "event",
	"permissions": "state", "delete_channel": "state", "delete_message": "state", "archive": "state", "expire_tokens": "state",
	"message_content": "state", "guild_remove": "state", "guild_outage": "state", "guild_return": "state",
}

// faultBox holds the pending faults.
type faultBox struct {
	mu   sync.Mutex
	next int
	list []*Fault
}

// take finds the first fault that fits and counts its occasion.
func (b *faultBox) take(fits func(*Fault) bool) *Fault {
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
			b.list = slices.Delete(slices.Clone(b.list), n, n+1)
		}
		copied := *f
		return &copied
	}
	return nil
}

// forRequest returns the fault ordered for a request, if any. Only the bot's requests are spoilt: callbacks and
// webhooks, which carry no name, are its too.
func (b *faultBox) forRequest(r *http.Request, who *user) *Fault {
	if who != nil && !who.bot {
		return nil
	}
	return b.take(func(f *Fault) bool {
		return faultKinds[f.Kind] == "request" && (f.Method == "" || f.Method == r.Method) && matches(f.Path, r.URL.Path)
	})
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

// play spoils a request and reports whether it may continue.
func (f *Fault) play(s *state, w http.ResponseWriter, r *http.Request) bool {
	if f.Kind == "late" && !outlive(r) {
		return false
	}
	if f.DelayMS > 0 {
		select {
		case <-time.After(time.Duration(f.DelayMS) * time.Millisecond):
		case <-r.Context().Done():
			return false
		case <-s.done:
		}
	}
	switch f.Kind {
	case "rate_limit":
		scope := f.Scope
		if scope == "" {
			scope = "user"
		}
		writeError(w, &ratelimit.Refused{Scope: scope, Wait: time.Duration(f.RetryAfterMS) * time.Millisecond})
		return false
	case "status":
		writeError(w, f.refusal())
		return false
	case "cut":
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			conn.Close()
		}
		return false
	}
	return true
}

// outlive reads a request's body and makes it independent of its sender, and reports whether it arrived complete.
func outlive(r *http.Request) bool {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return false
	}
	*r = *r.WithContext(context.WithoutCancel(r.Context()))
	r.Body = io.NopCloser(bytes.NewReader(body))
	return true
}

// knownErrors are the refusals that a fault can give by code alone.
var knownErrors = []*Error{errUnknownChannel, errUnknownMessage, errUnknownInter, errAnswered, errMissingAccess, errMissingPerms,
	errArchived, errWebhookToken, errUnknownWebhook, errCannotDM, errTooLarge, errDailyCommands}

func (f *Fault) refusal() *Error {
	e := Error{Status: f.Status, Code: f.Code, Message: f.Message}
	for _, known := range knownErrors {
		if known.Code == f.Code && f.Code != 0 {
			e = *known
			if f.Status != 0 {
				e.Status = f.Status
			}
		}
	}
	if e.Message == "" {
		e.Message = http.StatusText(e.Status)
	}
	return &e
}

// atHandshake plays a gateway fault ordered for IDENTIFY or RESUME and reports whether there was one.
func (b *faultBox) atHandshake(c *conn, on string) bool {
	f := b.take(func(f *Fault) bool { return faultKinds[f.Kind] == "gateway" && f.On == on })
	if f == nil {
		return false
	}
	f.strike(c)
	return f.Kind != "no_ack"
}

// strike applies a gateway fault to one connection. The caller holds state.mu.
func (f *Fault) strike(c *conn) {
	switch f.Kind {
	case "reconnect":
		c.sendOp(opReconnect, nil)
	case "invalid_session":
		if c.ses != nil && !f.Resumable { // Discord invalidates the session as well
			delete(c.s.hub.sessions, c.ses.id)
			c.ses.conn, c.ses = nil, nil
		}
		c.sendOp(opInvalidSession, f.Resumable)
	case "close":
		c.close(f.CloseCode, "Ordered")
		if c.ses != nil && f.CloseCode >= 4003 && f.CloseCode != 4008 && f.CloseCode != 4009 {
			delete(c.s.hub.sessions, c.ses.id)
		}
	case "drop":
		c.snap()
	case "half_open":
		c.mu.Lock()
		c.deaf = true
		c.mu.Unlock()
	case "no_ack":
		c.mu.Lock()
		c.noAcks = true
		c.mu.Unlock()
	}
}

// onEvent returns the events to deliver in place of one to the bot: none, it, it twice, or it before one held back.
func (b *faultBox) onEvent(h *hub, ses *session, event string, data json.RawMessage) []json.RawMessage {
	if !ses.user.bot || event == "READY" || event == "RESUMED" || event == "GUILD_CREATE" {
		return []json.RawMessage{data}
	}
	f := b.take(func(f *Fault) bool {
		return faultKinds[f.Kind] == "event" && (f.Event == "" || f.Event == event)
	})
	if f != nil {
		switch f.Kind {
		case "lose":
			return nil
		case "duplicate":
			return []json.RawMessage{data, data}
		case "reorder":
			ses.held = append(ses.held, logged{event: event, frame: data})
			// A held event is sent after the next one, or by itself if none comes in time.
			hold := time.Second
			if f.DelayMS > 0 {
				hold = time.Duration(f.DelayMS) * time.Millisecond
			}
			time.AfterFunc(hold, func() {
				h.mu.Lock()
				defer h.mu.Unlock()
				h.releaseHeld(ses)
			})
			return nil
		}
	}
	if len(ses.held) > 0 {
		h.deliver(ses, event, data)
		h.releaseHeld(ses)
		return nil
	}
	return []json.RawMessage{data}
}
