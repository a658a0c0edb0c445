package board

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"yeye/bot/guild"
	"yeye/bot/match"
	"yeye/bot/match/view"
)

const (
	pingEvery   = 20 * time.Second // proxies close silent connections
	pongTimeout = 65 * time.Second // without a pong
)

// Variables, since tests change them.
var (
	helloTimeout = 10 * time.Second // for the first message of a connection
	writeTimeout = 10 * time.Second // until a slow reader is dropped
	readEvery    = 4 * time.Second  // of a table's match, in case a notification is lost
	checkEvery   = 15 * time.Second // of a player's permission, without changes
)

// Close codes after which the page does not reconnect.
const (
	closedOver = 4001 // the session is over
	closedMany = 4008 // too many connections, or acts
)

// conn is a connection of a page: a WebSocket, with one goroutine that reads and acts and one that writes, or a polling
// request.
type conn struct {
	*site
	socket    *websocket.Conn // nil for a polling request
	replies   []any           // of a polling request
	session   session
	role      role // used only by the writing goroutine
	plays     bool // role.plays at admission, by which the hub counts
	table     *table
	since     time.Time // when it was admitted
	reader    *view.Reader
	awake     chan struct{} // signals that the match may have changed
	stale     atomic.Bool   // the page must get the state again
	shownAway bool          // the page shows the opponent as away
	answers   chan any      // replies to send
	shownRev  int64         // revision that the page has
	sentSum   [32]byte      // hash of the state that the page has, without revision and clock

	language string // preferred by the browser
}

func (c *conn) wake() {
	select {
	case c.awake <- struct{}{}:
	default: // a signal is pending
	}
}

// pageMessage is a message from the page: the first one, with Token, or an act.
type pageMessage struct {
	Token string `json:"token"` // first message: the session's secret
	After int64  `json:"after"` // first message: revision that the page shows
	Hello bool   `json:"hello"` // polling: the page needs the greeting

	Do    string `json:"do"`    // act
	ID    string `json:"id"`    // id of the act, the same if it is sent again
	Turn  int64  `json:"turn"`  // turn that the page shows
	Text  string `json:"text"`  // a move, or conditional moves
	Sure  bool   `json:"sure"`  // confirmed, even if it loses by repetition
	Offer string `json:"offer"` // the offer that is answered
	Yes   bool   `json:"yes"`
}

// live serves a WebSocket connection.
func (s *site) live(w http.ResponseWriter, r *http.Request) {
	if !s.hub.accept() {
		http.Error(w, "too many boards are open", http.StatusServiceUnavailable)
		return
	}
	defer s.hub.release()
	up := websocket.Upgrader{HandshakeTimeout: helloTimeout, ReadBufferSize: 1 << 10, WriteBufferSize: maxFrame,
		WriteBufferPool: &s.buffers, EnableCompression: true,
		CheckOrigin: func(*http.Request) bool { return true }} // sameOrigin has checked it
	socket, err := up.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has replied
	}
	defer socket.Close()
	s.listen()
	c := &conn{site: s, socket: socket, language: language(r), awake: make(chan struct{}, 1),
		answers: make(chan any, 8)}
	socket.SetReadLimit(maxFrame)
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	// interrupts hello
	stop := context.AfterFunc(ctx, func() { socket.SetReadDeadline(time.Now()) })
	defer stop()
	m, welcome := c.hello(ctx)
	if !welcome {
		return
	}
	defer func() { s.hub.leave(c, s.DB.Now()) }()
	c.announceArrival()
	written := make(chan struct{})
	go func() {
		defer close(written)
		defer socket.Close() // ends reading
		defer cancel()
		defer c.recover()
		c.write(ctx, m)
	}()
	defer func() { cancel(); <-written }()
	c.read(ctx)
}

func (c *conn) recover() {
	if p := recover(); p != nil {
		c.Logger.Error("panic at a board's page", "panic", p, "stack", string(debug.Stack()))
	}
}

// hello reads the first message and admits the page; welcome is false if the connection must end.
func (c *conn) hello(ctx context.Context) (m *match.Match, welcome bool) {
	var first pageMessage
	c.socket.SetReadDeadline(time.Now().Add(helloTimeout))
	if err := c.socket.ReadJSON(&first); err != nil {
		return nil, false
	}
	m, err := c.enter(ctx, first)
	if err != nil {
		c.closeWith(err)
	}
	return m, err == nil
}

// enter admits a page by its first message, and returns its match.
func (c *conn) enter(ctx context.Context, first pageMessage) (*match.Match, error) {
	c.shownRev, c.since = first.After, time.Now()
	s, err := load(ctx, c.DB.Read(), keyOf(first.Token), false, c.DB.Now())
	if err != nil {
		return nil, err
	}
	c.session = s
	m, r, err := c.admit(ctx, s)
	c.reader = c.Readers.ForPlayer(ctx, s.player, m.Locale)
	if err != nil {
		return nil, err
	}
	c.role, c.plays = r, r.plays
	return &m, c.hub.join(c)
}

// closeWith sends the reason for the end of a connection, unless it is an internal error, and closes it.
func (c *conn) closeWith(err error) {
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
		c.send(map[string]any{"is": "over", "text": c.texts().Text(key)})
	}
	c.sendClose(code)
}

// sendClose sends a close message, ignoring errors.
func (c *conn) sendClose(code int) {
	if c.socket == nil {
		c.replies = append(c.replies, map[string]any{"is": "closed", "code": code})
		return
	}
	// the connection is closed anyway
	_ = c.socket.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""),
		time.Now().Add(time.Second))
}

// texts returns the connection's reader; before admission, one in the browser's language.
func (c *conn) texts() *view.Reader {
	if c.reader == nil {
		return c.Readers.InLocale(c.language)
	}
	return c.reader
}

func (c *conn) send(v any) error {
	if c.socket == nil {
		c.replies = append(c.replies, v)
		return nil
	}
	c.socket.SetWriteDeadline(time.Now().Add(writeTimeout))
	if t, ready := v.(text); ready && t.frame != nil {
		return c.socket.WritePreparedMessage(t.frame)
	}
	return c.socket.WriteJSON(v)
}

// write sends changes until the session or the connection ends. m is the match at admission.
func (c *conn) write(ctx context.Context, m *match.Match) {
	look, beat := time.NewTicker(checkEvery), time.NewTicker(pingEvery)
	defer look.Stop()
	defer beat.Stop()
	err := c.send(c.greeting(m))
	if err == nil {
		err = c.sendFirst(ctx, m)
	}
	for err == nil {
		select {
		case <-ctx.Done():
			c.sendClose(websocket.CloseGoingAway)
			return
		case <-c.awake:
			err = c.sendNews(ctx)
		case <-look.C:
			err = c.sendNews(ctx)
		case a := <-c.answers:
			err = c.send(a)
		case <-beat.C:
			if err = c.send(map[string]string{"is": "beat"}); err == nil {
				err = c.socket.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeTimeout))
			}
		}
	}
	fault, ofNet := errors.AsType[net.Error](err)
	switch {
	case ctx.Err() != nil:
		c.sendClose(websocket.CloseGoingAway)
	case ofNet && fault.Timeout():
		c.dropped()
	case ofNet, errors.Is(err, websocket.ErrCloseSent): // the page is gone
	default:
		c.closeWith(err)
	}
}

// sendFirst sends the state at admission.
func (c *conn) sendFirst(ctx context.Context, m *match.Match) error {
	if m.Rev == c.shownRev { // a reconnect without changes, except of the clocks
		return c.send(c.clockMessage(m))
	}
	t, err := c.renderState(ctx, m)
	if err != nil {
		return err
	}
	return c.sendState(m, t)
}

// sendNews sends the match if it differs from what the page shows, or returns the error with which the session ends.
func (c *conn) sendNews(ctx context.Context) error {
	now := c.table.now.Load()
	if now == nil || now.at.Before(c.since) {
		return nil // the snapshot is older than the session
	}
	_, barred := now.barred[c.session.player]
	switch {
	case now.err != nil:
		return now.err
	case !now.sessions[c.session.key]:
		return errNoSession
	case barred:
		return guild.ErrBarred
	}
	r, err := c.boards.role(ctx, c.session, now.m)
	if err != nil {
		return err
	}
	if away := c.away(now.m); away != c.shownAway {
		c.shownAway = away
		if err := c.send(map[string]any{"is": "away", "away": away}); err != nil {
			return err
		}
	}
	stale := c.stale.Swap(false) || r != c.role
	if now.m.Rev <= c.shownRev && !stale {
		return nil
	}
	if r.plays == c.plays {
		c.role = r
	} else {
		return errOver
	}
	t, err := c.sharedState(ctx, now)
	if err == nil {
		err = c.sendState(now.m, t)
	}
	if err == nil {
		c.pushed(time.Since(now.at))
	}
	return err
}

// sendState sends a state. If it is unchanged except for revision and clocks, as after a premove of the opponent, it
// sends only these.
func (c *conn) sendState(m *match.Match, t text) error {
	c.shownRev = m.Rev
	if t.sum == c.sentSum {
		return c.send(c.clockMessage(m))
	}
	c.sentSum = t.sum
	return c.send(t)
}

// read carries out the acts of the page.
func (c *conn) read(ctx context.Context) {
	alive := func(string) error { return c.socket.SetReadDeadline(time.Now().Add(pongTimeout)) }
	c.socket.SetPongHandler(alive)
	for alive("") == nil {
		_, data, err := c.socket.ReadMessage()
		if err != nil {
			return
		}
		var a pageMessage
		if json.Unmarshal(data, &a) != nil {
			return
		}
		c.answer(ctx, c.act(ctx, a))
	}
}

// answer passes the reply to an act to the writing goroutine.
func (c *conn) answer(ctx context.Context, v any) {
	select {
	case c.answers <- v:
	case <-ctx.Done():
	}
}
