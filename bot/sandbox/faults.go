package sandbox

import (
	"cmp"
	"encoding/json"
	"net/http"
	"time"

	"yeye/bot/sandbox/internal/fault"
	"yeye/bot/sandbox/internal/ratelimit"
	"yeye/bot/sandbox/internal/socket"
)

// Fault is an injected fault: the one shape that POST /sandbox/faults takes. Which fields count depends on Kind; the
// package comment has the table and examples.
type Fault = fault.Fault

// faultFor returns the injected fault that matches a request, nil if there is none. Faults hit only the bot's requests,
// which include callbacks and webhooks without a token.
func (s api) faultFor(c *call) *Fault {
	if c.user != nil && !c.user.bot {
		return nil
	}
	return s.faults.ForRequest(c.r)
}

// applyRequestFault applies a request's fault and reports whether the request must still be handled. If not, it has
// been answered, or never will be.
func (s api) applyRequestFault(f *Fault, w http.ResponseWriter, r *http.Request) bool {
	switch f.Apply(w, r, s.done) {
	case fault.Continue:
		return true
	case fault.Refused:
		e := faultError(f)
		if writeError(w, e); e.Code == errUnknownInteraction.Code || e.Code == errAlreadyAcknowledged.Code {
			interactionEndpoints(s).expireByID(r.PathValue("interaction"))
		}
	case fault.RateLimited:
		writeError(w, &ratelimit.LimitError{Scope: cmp.Or(f.Scope, "user"),
			Wait: time.Duration(f.RetryAfterMS) * time.Millisecond})
	}
	return false
}

// knownErrors are the errors that a fault can name by their code alone.
var knownErrors = []*Error{errUnknownChannel, errUnknownMessage, errUnknownInteraction, errAlreadyAcknowledged,
	errMissingAccess,
	errMissingPerms,
	errArchived, errLocked, errWebhookToken, errUnknownWebhook, errCannotDM, errTooLarge, errDailyCommands}

// faultError is the response of a fault of kind "status". Its status is 0 if the fault has neither a status nor a known
// code.
func faultError(f *Fault) *Error {
	e := Error{Status: f.Status, Code: f.Code, Message: f.Message}
	for _, known := range knownErrors {
		if known.Code == f.Code && f.Code != 0 {
			e = *known
			e.Status = cmp.Or(f.Status, known.Status)
		}
	}
	e.Message = cmp.Or(e.Message, http.StatusText(e.Status))
	return &e
}

// applyHandshakeFault applies a fault injected for "hello", "identify" or "resume", and reports whether there was one:
// then the handshake must not continue. The caller holds state.mu.
func (c *conn) applyHandshakeFault(on string) bool {
	f := c.s.faults.ForHandshake(on)
	if f == nil {
		return false
	}
	c.applyFault(f)
	return f.Kind != "no_ack"
}

// applyFault applies a gateway fault to the connection. The caller holds state.mu.
func (c *conn) applyFault(f *Fault) {
	switch f.Kind {
	case "reconnect":
		c.SendOp(socket.OpReconnect, nil)
	case "invalid_session":
		if c.ses != nil && !f.Resumable { // Discord invalidates the session as well
			delete(c.s.hub.sessions, c.ses.id)
			c.ses.conn, c.ses = nil, nil
		}
		c.SendOp(socket.OpInvalidSession, f.Resumable)
	case "close":
		c.Close(f.CloseCode, "Ordered")
		if c.ses != nil && f.CloseCode >= 4003 && f.CloseCode != 4008 && f.CloseCode != 4009 {
			delete(c.s.hub.sessions, c.ses.id)
		}
	case "drop":
		c.Drop()
	case "half_open":
		c.HalfOpen()
	case "no_ack":
		c.StopAcks()
	case "frame":
		c.SendRaw([]byte(f.Frame), f.Binary)
	}
}

// applyEventFaults returns the events to deliver instead of one: none, that event, or that event twice. An event that a
// fault holds back is delivered after the next one, or alone if none comes in time. Faults hit only the bot's events.
// The caller holds mu.
func (h *hub) applyEventFaults(ses *session, event string, data json.RawMessage) []json.RawMessage {
	if !ses.user.bot || event == "READY" || event == "RESUMED" || event == "GUILD_CREATE" {
		return []json.RawMessage{data}
	}
	if f := h.faults.ForEvent(event); f != nil {
		switch f.Kind {
		case "lose":
			return nil
		case "duplicate":
			return []json.RawMessage{data, data}
		case "reorder":
			ses.heldEvents = append(ses.heldEvents, loggedEvent{event: event, frame: data})
			hold := f.Delay()
			if hold <= 0 {
				hold = time.Second
			}
			time.AfterFunc(hold, func() {
				h.mu.Lock()
				defer h.mu.Unlock()
				h.releaseHeld(ses)
			})
			return nil
		}
	}
	if len(ses.heldEvents) > 0 {
		h.deliver(ses, event, data)
		h.releaseHeld(ses)
		return nil
	}
	return []json.RawMessage{data}
}
