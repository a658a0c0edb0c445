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

// polling returns the handler of requests whose body is one message: it reads the message, and registers a connection
// while reply replies.
func (s *site) polling(reply func(*conn, http.ResponseWriter, *http.Request, pageMessage)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		var asked pageMessage
		data, err := io.ReadAll(r.Body)
		if err == nil {
			err = json.Unmarshal(data, &asked)
		}
		if err != nil {
			http.Error(w, "not a message", http.StatusBadRequest)
			return
		}
		if !s.hub.accept() {
			http.Error(w, "too many boards are open", http.StatusServiceUnavailable)
			return
		}
		defer s.hub.release()
		c := s.request(r)
		defer c.recover()
		reply(c, w, r, asked)
	}
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
func (c *conn) poll(w http.ResponseWriter, r *http.Request, asked pageMessage) {
	ctx, cancel := context.WithTimeout(r.Context(), pollTimeout)
	defer cancel()
	defer context.AfterFunc(c.ctx, cancel)()
	m, err := c.enter(ctx, asked)
	if err == nil {
		defer func() { c.hub.leave(c, c.DB.Now()) }()
		if !c.hub.allow(c.session.key) {
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
func (c *conn) acts(w http.ResponseWriter, r *http.Request, a pageMessage) {
	session, err := load(r.Context(), c.DB.Read(), keyOf(a.Token), false, c.DB.Now())
	if err != nil {
		c.closeWith(err)
		answerAll(w, c.replies...)
		return
	}
	c.session = session
	answerAll(w, c.act(r.Context(), a))
}
