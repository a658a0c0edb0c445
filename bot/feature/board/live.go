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
	pingEvery = 20 * time.Second // proxies cut what is silent for long
	pongTimeout = 65 * time.Second // without an answer to a beat
)

// Tests change these.
var (
	helloTimeout = 10 * time.Second // until a connection has said who it is
	writeTimeout = 10 * time.Second // until who reads slowly is dropped
	readEvery   = 4 * time.Second  // at a match: a bell may be lost
	checkEvery  = 15 * time.Second // whether a player may still be there, where nothing happens
)

// Codes with which connections are closed. The page comes back after any other.
const (
	closedOver = 4001 // the session is over
	closedMany = 4008 // too many connections, or acts
)

// conn is the connection of a page: a WebSocket, of which one goroutine reads and acts and another writes, or a request
// that waits for news.
type conn struct {
	*site
	socket  *websocket.Conn // nil for a request
	replies    []any           // of a request: its answer
	session session
	role    role // only the goroutine that writes uses it
	plays   bool // as the connection was admitted; the hub counts it so
	table   *table
	since   time.Time // when it was admitted
	reader  *view.Reader
	awake   chan struct{} // the match may have changed
	stale   atomic.Bool   // what the page shows is not all that its player may know
	shownAway    bool          // the page shows that the other player is away
	answers chan any      // to be sent
	shownRev   int64         // the revision that the page has
	sentSum    [32]byte      // sum of the state that the page has, without revision and clock

	language string // of the browser
}

func (c *conn) wake() {
	select {
	case c.awake <- struct{}{}:
	default: // it will look anyway
	}
}

// said is a message of the page.
type pageMessage struct {
	Token string `json:"token"` // the first one: of the session
	After int64  `json:"after"` // likewise: the revision that the page shows already
	Hello bool   `json:"hello"` // of a request that waits: the page has no words yet

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
	if s.crossOrigin(r) {
		http.Error(w, "another page", http.StatusForbidden)
		return
	}
	if !s.hub.accept() {
		http.Error(w, "too many boards are open", http.StatusServiceUnavailable)
		return
	}
	defer s.hub.release()
	up := websocket.Upgrader{HandshakeTimeout: helloTimeout, ReadBufferSize: 1 << 10, WriteBufferSize: maxFrame,
		WriteBufferPool: &s.buffers, EnableCompression: true,
		CheckOrigin: func(r *http.Request) bool { return !s.crossOrigin(r) }}
	socket, err := up.Upgrade(w, r, nil)
	if err != nil {
		return // it has been answered
	}
	defer socket.Close()
	s.listen()
	c := &conn{site: s, socket: socket, language: language(r), awake: make(chan struct{}, 1),
		answers: make(chan any, 8)}
	socket.SetReadLimit(maxFrame)
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	// else hello would wait; the connection is about to end
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
		defer socket.Close() // which ends reading
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

// hello waits for who the page says it is, and returns its match.
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

// enter lets a page in that has said who it is, and returns its match.
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

// part says why a connection ends, if that is more than a fault, and ends it.
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

// bye says that the connection ends, if the page still reads.
func (c *conn) sendClose(code int) {
	if c.socket == nil {
		c.replies = append(c.replies, map[string]any{"is": "closed", "code": code})
		return
	}
	// it is closed anyway
	_ = c.socket.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""),
		time.Now().Add(time.Second))
}

// words returns the reader of the connection; before it is known, one in the language of the browser.
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

// write sends what changes, until the session or the connection ends. m is the match as the page entered.
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
	case ofNet, errors.Is(err, websocket.ErrCloseSent): // it is gone
	default:
		c.closeWith(err)
	}
}

// first sends what a page shows as it enters.
func (c *conn) sendFirst(ctx context.Context, m *match.Match) error {
	if m.Rev == c.shownRev { // it comes back to what it shows; clocks have gone on
		return c.send(c.clockMessage(m))
	}
	t, err := c.renderState(ctx, m)
	if err != nil {
		return err
	}
	return c.sendState(m, t)
}

// news sends the match if it is another than the page shows, or returns why the player may not be there any more.
func (c *conn) sendNews(ctx context.Context) error {
	now := c.table.now.Load()
	if now == nil || now.at.Before(c.since) {
		return nil // read before the session was
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

// tell sends what a match has become. What changed nothing that this page shows, like a premove of the other player's,
// is no more than a new revision.
func (c *conn) sendState(m *match.Match, t text) error {
	c.shownRev = m.Rev
	if t.sum == c.sentSum {
		return c.send(c.clockMessage(m))
	}
	c.sentSum = t.sum
	return c.send(t)
}

// read does what the page asks for.
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

// answer has the answer to an act sent.
func (c *conn) answer(ctx context.Context, v any) {
	select {
	case c.answers <- v:
	case <-ctx.Done():
	}
}
