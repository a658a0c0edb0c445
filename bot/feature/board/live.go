package board

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"yeye/bot/guild"
	"yeye/bot/match"
	"yeye/bot/match/view"
)

const (
	writeWithin = 10 * time.Second // until who reads slowly is dropped
	beatEvery   = 20 * time.Second // proxies cut what is silent for long
	goneAfter   = 65 * time.Second // without an answer to a beat
)

// Tests change these.
var (
	helloWithin = 10 * time.Second // until a connection has said who it is
	lookEvery   = 4 * time.Second  // a bell may be lost, or the change another process's
)

// Codes with which connections are closed. The page comes back after any other.
const (
	closedOver = 4001 // the session is over
	closedMany = 4008 // too many connections, or acts
)

// conn is the connection of a page. One goroutine reads and acts, another writes.
type conn struct {
	*site
	socket  *websocket.Conn
	session session
	reader  *view.Reader
	limit   *rate.Limiter
	awake   chan struct{} // the match may have changed
	answers chan any      // to be sent
	shown   int64         // the revision that the page has

	language string // of the browser
}

func (c *conn) wake() {
	select {
	case c.awake <- struct{}{}:
	default: // it will look anyway
	}
}

// said is a message of the page.
type said struct {
	Token string `json:"token"` // the first one: of the session
	After int64  `json:"after"` // likewise: the revision that the page shows already

	Do    string `json:"do"`    // the others: what to do
	ID    string `json:"id"`    // of this act, for the page; the same if it is sent again
	Turn  int64  `json:"turn"`  // for which it is meant
	Text  string `json:"text"`  // a move
	Sure  bool   `json:"sure"`  // also if it loses by repetition
	Offer string `json:"offer"` // which is answered
	Yes   bool   `json:"yes"`
}

// live is a connection, from its beginning to its end.
func (s *site) live(w http.ResponseWriter, r *http.Request) {
	if s.foreign(r) {
		http.Error(w, "another page", http.StatusForbidden)
		return
	}
	if !s.hub.begin() {
		http.Error(w, "too many boards are open", http.StatusServiceUnavailable)
		return
	}
	defer s.hub.end()
	up := websocket.Upgrader{HandshakeTimeout: helloWithin, ReadBufferSize: maxFrame, WriteBufferSize: maxFrame,
		EnableCompression: true, CheckOrigin: func(r *http.Request) bool { return !s.foreign(r) }}
	socket, err := up.Upgrade(w, r, nil)
	if err != nil {
		return // it has been answered
	}
	defer socket.Close()
	s.listen()
	c := &conn{site: s, socket: socket, language: language(r), limit: rate.NewLimiter(actsEvery, actsAtOnce),
		awake: make(chan struct{}, 1), answers: make(chan any, 8)}
	socket.SetReadLimit(maxFrame)
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	// else hello would wait; the connection is about to end
	stop := context.AfterFunc(ctx, func() { socket.SetReadDeadline(time.Now()) })
	defer stop()
	if !c.hello(ctx) {
		return
	}
	defer s.hub.leave(c)
	written := make(chan struct{})
	go func() {
		defer close(written)
		defer socket.Close() // which ends reading
		defer cancel()
		defer c.recover()
		c.write(ctx)
	}()
	defer func() { cancel(); <-written }()
	c.read(ctx)
}

func (c *conn) recover() {
	if p := recover(); p != nil {
		c.Logger.Error("panic at a board's page", "panic", p, "stack", string(debug.Stack()))
	}
}

// hello waits for who the page says it is.
func (c *conn) hello(ctx context.Context) bool {
	var first said
	c.socket.SetReadDeadline(time.Now().Add(helloWithin))
	if err := c.socket.ReadJSON(&first); err != nil {
		return false
	}
	c.shown = first.After
	c.session.key = keyOf(first.Token)
	s, err := load(ctx, c.DB.Read(), c.session.key, false, c.DB.Now())
	if err == nil {
		c.session = s
		err = c.hub.join(c)
	}
	if err != nil {
		c.part(err)
		return false
	}
	return true
}

// part says why a connection ends, if that is more than a fault, and ends it.
func (c *conn) part(err error) {
	code, key := websocket.CloseInternalServerErr, ""
	switch {
	case errors.Is(err, errNoSession), errors.Is(err, errOver), errors.Is(err, match.ErrNoMatch):
		code, key = closedOver, "page.over"
	case errors.Is(err, errUnseen):
		code, key = closedOver, "page.unseen"
	case errors.Is(err, guild.ErrBarred):
		code, key = closedOver, "page.barred"
	case errors.Is(err, errTooMany):
		code, key = closedMany, "page.many"
	}
	if key == "" {
		c.Logger.Error("a board's page fails", "err", err)
	} else {
		c.send(map[string]any{"is": "over", "text": c.words().Text(key)})
	}
	c.bye(code)
}

// bye says that the connection ends, if the page still reads.
func (c *conn) bye(code int) {
	// it is closed anyway
	_ = c.socket.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""),
		time.Now().Add(time.Second))
}

// words returns the reader of the connection; before it is known, one in the language of the browser.
func (c *conn) words() *view.Reader {
	if c.reader == nil {
		return c.Readers.In(c.language)
	}
	return c.reader
}

func (c *conn) send(v any) error {
	c.socket.SetWriteDeadline(time.Now().Add(writeWithin))
	return c.socket.WriteJSON(v)
}

// write sends what changes, until the session or the connection ends.
func (c *conn) write(ctx context.Context) {
	look, beat := time.NewTicker(lookEvery), time.NewTicker(beatEvery)
	defer look.Stop()
	defer beat.Stop()
	first := true
	for {
		m, err := c.admit(ctx, c.session)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			c.reader = c.Readers.To(ctx, c.session.player, m.Locale)
			c.part(err)
			return
		}
		if first {
			c.reader = c.Readers.To(ctx, c.session.player, m.Locale)
			err = c.send(c.greeting())
		}
		switch {
		case err != nil:
		case m.Rev != c.shown:
			c.shown = m.Rev
			err = c.send(c.state(&m))
		case first: // it comes back to what it shows; clocks have gone on
			err = c.send(c.times(&m))
		}
		for first = false; err == nil; {
			again := true
			select {
			case <-ctx.Done():
				again = false
			case <-c.awake:
				again = false
			case <-look.C:
				again = false
			case a := <-c.answers:
				err = c.send(a)
			case <-beat.C:
				if err = c.send(map[string]string{"is": "beat"}); err == nil {
					err = c.socket.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeWithin))
				}
			}
			if !again {
				break
			}
		}
		if err != nil || ctx.Err() != nil {
			break
		}
	}
	c.bye(websocket.CloseGoingAway)
}

// read does what the page asks for.
func (c *conn) read(ctx context.Context) {
	alive := func(string) error { return c.socket.SetReadDeadline(time.Now().Add(goneAfter)) }
	c.socket.SetPongHandler(alive)
	for alive("") == nil {
		_, data, err := c.socket.ReadMessage()
		if err != nil {
			return
		}
		var a said
		if json.Unmarshal(data, &a) != nil {
			return
		}
		if !c.limit.Allow() {
			c.answer(ctx, map[string]any{"is": "refused", "id": a.ID,
				"text": c.Readers.To(ctx, c.session.player, "").Text("page.fast")})
			continue
		}
		c.answer(ctx, c.act(ctx, a))
	}
}

// answer has the answer to an act sent.
func (c *conn) answer(ctx context.Context, v any) {
	select {
	case c.answers <- v:
	case <-ctx.Done():
	}
}
