package sandbox

import "encoding/json"

// resume answers RESUME: the missed events and RESUMED, or INVALID_SESSION. The caller holds mu.
func (s gateway) resume(c *conn, data json.RawMessage) {
	var body struct {
		Token     string `json:"token"`
		SessionID string `json:"session_id"`
		Seq       int64  `json:"seq"`
	}
	if json.Unmarshal(data, &body) != nil {
		c.close(4002, "Error while decoding payload")
		return
	}
	if s.opt.StrictResume && !c.onward {
		c.sendOp(opInvalidSession, false)
		return
	}
	if c.spoilHandshake("resume") {
		return
	}
	token, _ := bareToken(body.Token)
	u := s.byToken[token]
	if u == nil {
		c.close(4004, "Authentication failed.")
		return
	}
	ses := s.hub.sessions[body.SessionID]
	if ses == nil || ses.user != u || len(ses.log) > 0 && body.Seq < ses.log[0].seq-1 {
		c.sendOp(opInvalidSession, false)
		return
	}
	if body.Seq > ses.seq {
		c.close(4007, "Invalid seq")
		return
	}
	if old := ses.conn; old != nil && old != c {
		old.ses = nil
		old.close(4000, "The session goes on elsewhere")
	}
	c.ses, ses.conn = ses, c
	for _, e := range ses.log {
		if e.seq > body.Seq {
			c.send(e.frame)
		}
	}
	s.hub.dispatch(ses, "RESUMED", map[string]any{"_trace": []string{"sandbox"}})
	s.announce()
}
