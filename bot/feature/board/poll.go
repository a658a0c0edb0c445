package board

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"
)

// If a proxy blocks WebSockets, the page uses long polling: a request waits for changes, and each act is a separate
// request. Bodies are the same as the WebSocket's messages.

// pollTimeout is how long a request waits for changes. Proxies close silent connections. Tests change it.
var pollTimeout = 20 * time.Second

// readRequest reads the body of a request and registers the connection; ok is false if it has replied with an error.
func (s *site) readRequest(w http.ResponseWriter, r *http.Request) (a pageMessage, ok bool) {
	w.Header().Set("Cache-Control", "no-store")
	if s.crossOrigin(r) {
		http.Error(w, "another page", http.StatusForbidden)
		return a, false
	}
	data, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(data, &a)
	}
	if err != nil {
		http.Error(w, "not a message", http.StatusBadRequest)
		return a, false
	}
	if !s.hub.accept() {
		http.Error(w, "too many boards are open", http.StatusServiceUnavailable)
		return a, false
	}
	return a, true
}

func (s *site) request(r *http.Request) *conn {
	s.listen()
	return &conn{site: s, language: language(r), awake: make(chan struct{}, 1), answers: make(chan any, 8)}
}

// answerAll replies to a request with messages.
func answerAll(w http.ResponseWriter, all ...any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(all) // fails only if the client is gone
}

// poll replies with the changes since the page's revision as soon as there are any, or with nothing after pollTimeout.
func (s *site) poll(w http.ResponseWriter, r *http.Request) {
	asked, ok := s.readRequest(w, r)
	if !ok {
		return
	}
	defer s.hub.release()
	c := s.request(r)
	defer c.recover()
	ctx, cancel := context.WithTimeout(r.Context(), pollTimeout)
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	m, err := c.enter(ctx, asked)
	if err == nil {
		defer func() { s.hub.leave(c, s.DB.Now()) }()
		if !s.hub.allow(c.session.key) {
			err = errTooMany
		}
	}
	if err == nil && asked.Hello {
		err = c.send(c.greeting(m))
	}
	if err == nil && (asked.Hello || m.Rev != asked.After) {
		err = c.sendFirst(ctx, m)
	}
	for err == nil && len(c.replies) == 0 && ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-c.awake:
			err = c.sendNews(ctx)
		}
	}
	if err != nil && !errors.Is(err, context.DeadlineExceeded) && r.Context().Err() == nil {
		c.closeWith(err)
	}
	answerAll(w, c.replies...)
}

// acts carries out an act and replies with its result.
func (s *site) acts(w http.ResponseWriter, r *http.Request) {
	a, ok := s.readRequest(w, r)
	if !ok {
		return
	}
	defer s.hub.release()
	c := s.request(r)
	defer c.recover()
	session, err := load(r.Context(), s.DB.Read(), keyOf(a.Token), false, s.DB.Now())
	if err != nil {
		c.closeWith(err)
		answerAll(w, c.replies...)
		return
	}
	c.session = session
	answerAll(w, c.act(r.Context(), a))
}
