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

// Handler handles what the client of a connection sends. Its methods are called by the goroutine that reads, one at a
// time.
type Handler interface {
	// Bot reports whether the client has shown itself to be a bot, whose payloads are held to 4096 bytes.
	Bot() bool
	// Hello is called first, and reports whether to send HELLO: false if it has sent something else instead.
	Hello() bool
	// Handle handles one payload.
	Handle(Frame)
	// Closed is called once, when the connection has ended. endedSession means that the client closed with 1000 or
	// 1001, which ends its session.
	Closed(gaveUp bool)
}

// Conn is one websocket. One goroutine writes its queue; any may append to it.
type Conn struct {
	ws          *websocket.Conn
	stream      *zlib.Writer // nil without transport compression
	zbuf        bytes.Buffer
	recentReads []time.Time // when the client sent its payloads of the last minute
	wake        chan struct{}
	done        chan struct{} // closed when nothing more is read

	mu       sync.Mutex
	queue    []message
	compress bool // payload compression
	code     int  // closing code, once it is decided
	reason   string
	halfOpen bool // an injected fault: neither reads nor writes, but stays open
	dropped  bool // an injected fault: ends without a closing frame
	noAcks   bool // an injected fault: heartbeats are not acknowledged
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
	if code, reason := checkQuery(q); code != 0 {
		c.Close(code, reason)
		c.drain()
		return
	}
	h := handler(c)
	if h.Hello() {
		c.SendOp(OpHello, map[string]any{"heartbeat_interval": heartbeat.Milliseconds(), "_trace": []string{"sandbox"}})
	}
	c.read(2*heartbeat, h)
}

var writePool sync.Pool

// checkQuery returns the closing code and reason for a version or encoding that is not served, 0 if both are.
func checkQuery(q url.Values) (code int, reason string) {
	if v := q.Get("v"); v != "" && v != "9" && v != "10" {
		return 4012, "Invalid API version"
	}
	if e := q.Get("encoding"); e != "" && e != "json" {
		return 4002, "Only JSON is spoken here"
	}
	return 0, ""
}

// read passes what the client sends to the handler, until the connection ends or is silent for timeout.
func (c *Conn) read(netErr time.Duration, h Handler) {
	c.ws.SetReadLimit(maxMessage)
	reported := false
	closed := func(endedSession bool) {
		if !reported {
			reported = true
			h.Closed(endedSession)
		}
	}
	// Call the handler before answering the closing frame: a client that has read the answer may reconnect at once, and
	// its session must be ended by then.
	answer := c.ws.CloseHandler()
	c.ws.SetCloseHandler(func(code int, text string) error {
		closed(code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway)
		return answer(code, text)
	})
	for {
		c.ws.SetReadDeadline(time.Now().Add(netErr))
		_, data, err := c.ws.ReadMessage()
		if err != nil {
			var netErr net.Error
			if errors.As(err, &netErr) && netErr.Timeout() {
				c.Close(4009, "Session timed out")
			}
			closed(false)
			c.Close(websocket.CloseNormalClosure, "")
			return
		}
		c.mu.Lock()
		halfOpen := c.halfOpen
		c.mu.Unlock()
		if halfOpen {
			continue
		}
		var f Frame
		switch {
		case len(data) > maxBotPayload && h.Bot():
			c.Close(4002, "Payload too large")
		case json.Unmarshal(data, &f) != nil:
			c.Close(4002, "Error while decoding payload")
		case c.overRate():
			c.Close(4008, "Rate limited")
		default:
			h.Handle(f)
		}
	}
}

// overRate counts a payload of the client and reports whether the limit is exceeded.
func (c *Conn) overRate() bool {
	now := time.Now()
	for len(c.recentReads) > 0 && now.Sub(c.recentReads[0]) > time.Minute {
		c.recentReads = c.recentReads[1:]
	}
	c.recentReads = append(c.recentReads, now)
	return len(c.recentReads) > maxSends
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
	c.wakeWriter()
}

// HalfOpen makes the connection half open: from now on nothing is read or written, and it stays open.
func (c *Conn) HalfOpen() {
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
