package sandbox

import (
	"encoding/json"
	"slices"
	"time"
)

// dispatch numbers an event, keeps it for RESUME and sends it if somebody is connected. The caller holds mu.
func (s *Server) dispatch(ses *session, event string, payload any) {
	data, err := json.Marshal(payload)
	if err != nil {
		s.log.Error("event cannot be written", "event", event, "err", err)
		return
	}
	for _, data := range s.faults.onEvent(s, ses, event, data) {
		s.deliver(ses, event, data)
	}
}

func (s *Server) deliver(ses *session, event string, data json.RawMessage) {
	ses.seq++
	seq := ses.seq
	b, _ := json.Marshal(frame{Op: opDispatch, Data: data, Seq: &seq, Type: &event})
	ses.log = append(ses.log, logged{seq, event, b})
	if len(ses.log) > maxLog+maxLog/4 {
		ses.log = slices.Clone(ses.log[len(ses.log)-maxLog:])
	}
	if ses.conn != nil {
		ses.conn.send(b)
	}
}

// resumed answers RESUME: the missed events and RESUMED, or INVALID_SESSION. The caller holds mu.
func (s *Server) resumed(c *conn, data json.RawMessage) {
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
	if s.faults.atHandshake(c, "resume") {
		return
	}
	token, _ := bareToken(body.Token)
	u := s.world.byToken[token]
	if u == nil {
		c.close(4004, "Authentication failed.")
		return
	}
	ses := s.sessions[body.SessionID]
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
	s.dispatch(ses, "RESUMED", map[string]any{"_trace": []string{"sandbox"}})
	s.announce()
}

// forgetSessions drops sessions that nobody has taken up again in time. The caller holds mu.
func (s *Server) forgetSessions() {
	for id, ses := range s.sessions {
		if ses.conn == nil && time.Since(ses.left) > resumeWithin {
			delete(s.sessions, id)
		}
	}
}
