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
)

// Fault is an ordered fault: the one shape that POST /sandbox/faults takes. Which fields count depends on Kind; the
// package comment has the table and examples.
type Fault struct {
	ID    int    `json:"id"`
	Kind  string `json:"kind"`
	Count int    `json:"count"` // how often it happens, default 1; -1 for ever
	Skip  int    `json:"skip"`  // how many occasions pass first
	Fired int    `json:"fired"` // how often it has happened

	// Requests: which ones. Method empty is any; Path is below /api/v9, with * for one part: /channels/*/messages.
	Method string `json:"method,omitempty"`
	Path   string `json:"path,omitempty"`
	After  bool   `json:"after,omitempty"` // the request is carried out first, only its answer is spoilt

	Status       int    `json:"status,omitempty"`
	Code         int    `json:"code,omitempty"`
	Message      string `json:"message,omitempty"`
	Scope        string `json:"scope,omitempty"` // of a 429: user, global or shared
	RetryAfterMS int    `json:"retry_after_ms,omitempty"`
	DelayMS      int    `json:"delay_ms,omitempty"` // of "reorder" too: how long the next event is waited for, default 1000

	// The gateway. On is when: "now" (the default), or in answer to "resume" or "identify".
	On        string `json:"on,omitempty"`
	Resumable bool   `json:"resumable,omitempty"`
	CloseCode int    `json:"close_code,omitempty"`
	Event     string `json:"event,omitempty"` // for duplicate, reorder and lose; empty is any

	// The world.
	ChannelID Snowflake `json:"channel_id,omitempty"`
	MessageID Snowflake `json:"message_id,omitempty"`
	Deny      []string  `json:"deny,omitempty"`
}

// faultKinds says for each kind where it strikes.
var faultKinds = map[string]string{
	"status": "request", "rate_limit": "request", "slow": "request", "late": "request", "cut": "request",
	"reconnect": "gateway", "invalid_session": "gateway", "close": "gateway", "drop": "gateway", "half_open": "gateway", "no_ack": "gateway",
	"duplicate": "event", "reorder": "event", "lose": "event",
	"permissions": "world", "delete_channel": "world", "delete_message": "world", "archive": "world", "expire_tokens": "world",
}

// faultBox holds the faults that are still to happen.
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

// forRequest finds the fault ordered for a request, if any. Only the bot's requests are spoilt: callbacks and webhooks,
// which carry no name, are its too.
func (b *faultBox) forRequest(r *http.Request, who *user) *Fault {
	if who != nil && !who.bot {
		return nil
	}
	return b.take(func(f *Fault) bool {
		return faultKinds[f.Kind] == "request" && (f.Method == "" || f.Method == r.Method) && matches(f.Path, r.URL.Path)
	})
}

// matches compares a path with a pattern in which * stands for one part and a final ** for any number.
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

// play spoils a request and reports whether it may go on.
func (f *Fault) play(s *Server, w http.ResponseWriter, r *http.Request) bool {
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
		tooMany(w, time.Duration(f.RetryAfterMS)*time.Millisecond, scope, "ordered")
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

// outlive takes a request's body in and makes it independent of its sender, and reports whether it had come in whole.
func outlive(r *http.Request) bool {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return false
	}
	*r = *r.WithContext(context.WithoutCancel(r.Context()))
	r.Body = io.NopCloser(bytes.NewReader(body))
	return true
}

// knownErrors are the refusals that a fault can name by code alone.
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

// strike does a gateway fault to one connection. The caller holds Server.mu.
func (f *Fault) strike(c *conn) {
	switch f.Kind {
	case "reconnect":
		c.sendOp(opReconnect, nil)
	case "invalid_session":
		if c.ses != nil && !f.Resumable { // Discord forgets the session with it
			delete(c.s.sessions, c.ses.id)
			c.ses.conn, c.ses = nil, nil
		}
		c.sendOp(opInvalidSession, f.Resumable)
	case "close":
		c.close(f.CloseCode, "Ordered")
		if c.ses != nil && f.CloseCode >= 4003 && f.CloseCode != 4008 && f.CloseCode != 4009 {
			delete(c.s.sessions, c.ses.id)
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

// onEvent gives the events to deliver in place of one to the bot: none, it, it twice, or it before one held back.
func (b *faultBox) onEvent(s *Server, ses *session, event string, data json.RawMessage) []json.RawMessage {
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
			// What is held comes after the next event, or by itself if none comes in time.
			hold := time.Second
			if f.DelayMS > 0 {
				hold = time.Duration(f.DelayMS) * time.Millisecond
			}
			time.AfterFunc(hold, func() {
				s.mu.Lock()
				defer s.mu.Unlock()
				s.releaseHeld(ses)
			})
			return nil
		}
	}
	if len(ses.held) > 0 {
		s.deliver(ses, event, data)
		s.releaseHeld(ses)
		return nil
	}
	return []json.RawMessage{data}
}

func (s *Server) releaseHeld(ses *session) {
	held := ses.held
	ses.held = nil
	for _, h := range held {
		s.deliver(ses, h.event, h.frame)
	}
}

// Order registers a fault, or does it at once if it is one of the world or of the gateway now. It gives the fault's id.
func (s *Server) Order(f Fault) (int, error) {
	if err := s.checkFault(&f); err != nil {
		return 0, err
	}
	s.faults.mu.Lock()
	s.faults.next++
	f.ID = s.faults.next
	s.faults.mu.Unlock()
	switch kind := faultKinds[f.Kind]; {
	case kind == "world":
		return f.ID, s.worldFault(f)
	case kind == "gateway" && f.On == "now":
		s.mu.Lock()
		for _, ses := range s.sessions {
			if ses.user.bot && ses.conn != nil {
				f.strike(ses.conn)
			}
		}
		s.mu.Unlock()
		return f.ID, nil
	}
	s.faults.mu.Lock()
	s.faults.list = append(s.faults.list, &f)
	s.faults.mu.Unlock()
	return f.ID, nil
}

func (s *Server) checkFault(f *Fault) error {
	var bad form
	where, known := faultKinds[f.Kind]
	bad.choice("kind", known, "see the package comment of bot/sandbox")
	if f.Count == 0 {
		f.Count = 1
	}
	if where == "gateway" && f.On == "" {
		f.On = "now"
	}
	if f.Kind == "status" && f.Status == 0 && f.refusal().Status == 0 {
		bad.required("status")
	}
	if f.Kind == "close" && (f.CloseCode < 1000 || f.CloseCode > 4999) {
		bad.required("close_code")
	}
	if where == "gateway" {
		bad.choice("on", f.On == "now" || f.On == "resume" || f.On == "identify", "now, resume, identify")
	}
	if f.Kind == "rate_limit" {
		bad.choice("scope", slices.Contains([]string{"", "user", "global", "shared"}, f.Scope), "user, global, shared")
	}
	for _, name := range f.Deny {
		_, ok := permissionNames[name]
		bad.choice("deny", ok, "names of permissions, such as SEND_MESSAGES")
	}
	return bad.err()
}

// worldFault changes the world under the bot's hands.
func (s *Server) worldFault(f Fault) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch f.Kind {
	case "expire_tokens":
		for _, i := range s.inter.order {
			i.at = i.at.Add(-tokenLife - time.Second)
			i.late = true
		}
		return nil
	case "delete_message":
		m := s.messages[f.MessageID]
		if m == nil {
			return errUnknownMessage
		}
		s.remove(m)
		return nil
	}
	ch := s.world.channels[f.ChannelID]
	if ch == nil {
		return errUnknownChannel
	}
	switch f.Kind {
	case "permissions":
		ch.denied = 0
		for _, name := range f.Deny {
			ch.denied |= permissionNames[name]
		}
	case "delete_channel":
		s.dropChannel(ch)
	case "archive":
		if ch.thread == nil {
			return errWrongChannelType
		}
		s.setArchived(ch, true)
		s.emitThread(ch)
	}
	return nil
}

func (s *Server) getFaults(w http.ResponseWriter, r *http.Request) {
	s.faults.mu.Lock()
	list := []Fault{}
	for _, f := range s.faults.list {
		list = append(list, *f)
	}
	s.faults.mu.Unlock()
	writeJSON(w, http.StatusOK, list)
}

func (s *Server) postFault(w http.ResponseWriter, r *http.Request) {
	var f Fault
	if !readControl(w, r, &f) {
		return
	}
	id, err := s.Order(f)
	if err != nil {
		writeError(w, err)
		return
	}
	writeJSON(w, http.StatusOK, map[string]int{"id": id})
}

func (s *Server) clearFaults(w http.ResponseWriter, r *http.Request) {
	s.faults.mu.Lock()
	s.faults.list = nil
	s.faults.mu.Unlock()
	w.WriteHeader(http.StatusNoContent)
}
