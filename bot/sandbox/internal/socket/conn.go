package socket

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

const (
	maxMessage    = 1 << 20 // bytes of any client's message
	maxBotPayload = 4096    // bytes of a bot's payload
	maxSends      = 120     // payloads of a client in a minute
)

// Handler is the other side of a connection: it knows whether the client is a bot, and handles what the client sends.
// Its methods are called by the goroutine that reads, one at a time.
type Handler interface {
	// Bot reports whether the client has shown itself to be a bot, whose payloads are held to 4096 bytes.
	Bot() bool
	// Greet is called before anything else, and reports whether to send HELLO: not if it has sent something else
	// instead.
	Greet() bool
	// Handle handles one payload.
	Handle(Frame)
	// Left is called once, when the connection has ended. gaveUp means that the client closed with 1000 or 1001, and so
	// ended its session.
	Left(gaveUp bool)
}

// Conn is one websocket. One goroutine writes its queue; any may append to it.
type Conn struct {
	ws     *websocket.Conn
	stream *zlib.Writer // nil without transport compression
	zbuf   bytes.Buffer
	recent []time.Time // when the client sent its payloads of the last minute
	wake   chan struct{}
	done   chan struct{} // closed when nothing more is read

	mu       sync.Mutex
	queue    []message
	compress bool // payload compression
	code     int  // closing code, once it is decided
	reason   string
	halfOpen bool // an ordered fault: neither reads nor writes, but stays open
	dropped  bool // an ordered fault: ends without a closing frame
	noAcks   bool // an ordered fault: heartbeats are not acknowledged
}

// Serve upgrades a request to a websocket and serves it from HELLO to its end. The query's v, encoding and compress are
// the client's, heartbeat is the interval that HELLO asks for; a client that is silent for two of them is closed with
// 4009. handler makes the connection's handler. A request that cannot be upgraded is answered, and gets no handler.
func Serve(w http.ResponseWriter, r *http.Request, heartbeat time.Duration, handler func(*Conn) Handler) {
	// the origin has been checked
	up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }, WriteBufferPool: &writePool}
	ws, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	c := &Conn{ws: ws, wake: make(chan struct{}, 1), done: make(chan struct{})}
	q := r.URL.Query()
	if q.Get("compress") == "zlib-stream" {
		c.stream = zlib.NewWriter(&c.zbuf)
	}
	go c.write()
	defer close(c.done)
	if code, reason := refuse(q); code != 0 {
		c.Close(code, reason)
		c.drain()
		return
	}
	h := handler(c)
	if h.Greet() {
		c.SendOp(OpHello, map[string]any{"heartbeat_interval": heartbeat.Milliseconds(), "_trace": []string{"sandbox"}})
	}
	c.read(2*heartbeat, h)
}

var writePool sync.Pool

// refuse returns the closing code and reason for a version or encoding that is not served, 0 if both are.
func refuse(q url.Values) (code int, reason string) {
	if v := q.Get("v"); v != "" && v != "9" && v != "10" {
		return 4012, "Invalid API version"
	}
	if e := q.Get("encoding"); e != "" && e != "json" {
		return 4002, "Only JSON is spoken here"
	}
	return 0, ""
}

// read hands what the client sends to the handler, until the connection ends, or nothing comes within patience.
func (c *Conn) read(patience time.Duration, h Handler) {
	c.ws.SetReadLimit(maxMessage)
	left := false
	leave := func(gaveUp bool) {
		if !left {
			left = true
			h.Left(gaveUp)
		}
	}
	// Call the handler before answering the closing frame: a client that has read the answer may reconnect at once, and
	// its session must be ended by then.
	answer := c.ws.CloseHandler()
	c.ws.SetCloseHandler(func(code int, text string) error {
		leave(code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway)
		return answer(code, text)
	})
	for {
		c.ws.SetReadDeadline(time.Now().Add(patience))
		_, data, err := c.ws.ReadMessage()
		if err != nil {
			var timeout net.Error
			if errors.As(err, &timeout) && timeout.Timeout() {
				c.Close(4009, "Session timed out")
			}
			leave(false)
			c.Close(websocket.CloseNormalClosure, "")
			return
		}
		c.mu.Lock()
		deaf := c.halfOpen
		c.mu.Unlock()
		if deaf {
			continue
		}
		var f Frame
		switch {
		case len(data) > maxBotPayload && h.Bot():
			c.Close(4002, "Payload too large")
		case json.Unmarshal(data, &f) != nil:
			c.Close(4002, "Error while decoding payload")
		case c.flooded():
			c.Close(4008, "Rate limited")
		default:
			h.Handle(f)
		}
	}
}

// flooded counts a payload of the client and reports whether it was one too many.
func (c *Conn) flooded() bool {
	now := time.Now()
	for len(c.recent) > 0 && now.Sub(c.recent[0]) > time.Minute {
		c.recent = c.recent[1:]
	}
	c.recent = append(c.recent, now)
	return len(c.recent) > maxSends
}

// drain waits for the client to close the connection, for two seconds at most.
func (c *Conn) drain() {
	c.ws.SetReadDeadline(time.Now().Add(2 * time.Second))
	for {
		if _, _, err := c.ws.ReadMessage(); err != nil {
			return
		}
	}
}

// Drop ends the connection without a closing frame, as a pulled cable does.
func (c *Conn) Drop() {
	c.mu.Lock()
	c.code, c.dropped = websocket.CloseAbnormalClosure, true
	c.mu.Unlock()
	c.nudge()
}

// Deafen leaves the connection half open: nothing comes through in either direction any more.
func (c *Conn) Deafen() {
	c.mu.Lock()
	c.halfOpen = true
	c.mu.Unlock()
}

// StopAcks leaves heartbeats unacknowledged from now on.
func (c *Conn) StopAcks() {
	c.mu.Lock()
	c.noAcks = true
	c.mu.Unlock()
}
