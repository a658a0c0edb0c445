package sandbox

import (
	"encoding/json"

	"yeye/bot/sandbox/internal/socket"
)

// resume answers RESUME: the missed events and RESUMED, or INVALID_SESSION. The caller holds mu.
func (s gateway) resume(c *conn, data json.RawMessage) {
	var body struct {
		Token     string `json:"token"`
		SessionID string `json:"session_id"`
		Seq       int64  `json:"seq"`
	}
	if json.Unmarshal(data, &body) != nil {
		c.Close(4002, "Error while decoding payload")
		return
	}
	if s.opt.StrictResume && !c.resuming {
		c.SendOp(socket.OpInvalidSession, false)
		return
	}
	if c.applyHandshakeFault("resume") {
		return
	}
	token, _ := cutBotPrefix(body.Token)
	u := s.byToken[token]
	if u == nil {
		c.Close(4004, "Authentication failed.")
		return
	}
	ses := s.hub.sessions[body.SessionID]
	if ses == nil || ses.user != u || len(ses.log) > 0 && body.Seq < ses.log[0].seq-1 {
		c.SendOp(socket.OpInvalidSession, false)
		return
	}
	if body.Seq > ses.seq {
		c.Close(4007, "Invalid seq")
		return
	}
	if old := ses.conn; old != nil && old != c {
		old.ses = nil
		old.Close(4000, "The session goes on elsewhere")
	}
	c.ses, ses.conn = ses, c
	for _, e := range ses.log {
		if e.seq > body.Seq {
			c.Send(e.frame)
		}
	}
	s.hub.dispatch(ses, "RESUMED", map[string]any{"_trace": []string{"sandbox"}})
	s.signalChange()
}
