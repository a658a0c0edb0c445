package sandbox

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Gateway opcodes.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opVoice          = 4
	opResume         = 6
	opReconnect      = 7
	opMembers        = 8
	opInvalidSession = 9
	opHello          = 10
	opAck            = 11
)

// frame is one payload of the gateway.
type frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s"`
	Type *string         `json:"t"`
}

// gateway is what bots and people connect to.
type gateway struct{ *state }

// conn is one websocket. One goroutine writes its queue; any may append to it.
type conn struct {
	s        gateway
	ws       *websocket.Conn
	compress bool // payload compression, asked for in IDENTIFY
	stream   *zlib.Writer
	zbuf     bytes.Buffer
	ses      *session // nil until READY or RESUMED; guarded by state.mu
	onward   bool     // connected at the address for RESUME
	heard    int64    // the last event that its client has acknowledged in a heartbeat; guarded by state.mu
	asked    int64    // the last event when a heartbeat was requested; guarded by state.mu

	mu     sync.Mutex
	queue  [][]byte
	wake   chan struct{}
	code   int // close code, once it is decided
	reason string
	deaf   bool // an ordered fault: neither reads nor writes, but stays open
	cut    bool // an ordered fault: close without a closing frame
	noAcks bool // an ordered fault: heartbeats are not acknowledged
	recent []time.Time
	done   chan struct{}
}

func (s gateway) address(c *call) (any, error) {
	return map[string]any{"url": s.url()}, nil
}

func (s gateway) url() string { return "ws" + strings.TrimPrefix(s.base, "http") + "/gateway/" }

// resumeURL returns the address for resuming a session, as Discord gives it in READY: not the address where it began.
func (s gateway) resumeURL() string { return s.url() + "resume/" }

func (s gateway) addressForBot(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return map[string]any{"url": s.url(), "shards": s.opt.Shards,
		"session_start_limit": s.starts.limit(s.Now(), s.opt.MaxConcurrency)}, nil
}

// serve handles one connection from HELLO to its end.
func (s gateway) serve(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }, WriteBufferPool: &writePool} // fromHere has checked the origin
	ws, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	c := &conn{s: s, ws: ws, wake: make(chan struct{}, 1), done: make(chan struct{}), onward: r.URL.Path == "/gateway/resume/"}
	q := r.URL.Query()
	if q.Get("compress") == "zlib-stream" {
		c.stream = zlib.NewWriter(&c.zbuf)
	}
	go c.write()
	defer close(c.done)
	if v := q.Get("v"); v != "" && v != "9" && v != "10" {
		c.close(4012, "Invalid API version")
		c.drain()
		return
	}
	if e := q.Get("encoding"); e != "" && e != "json" {
		c.close(4002, "Only JSON is spoken here")
		c.drain()
		return
	}
	c.sendOp(opHello, map[string]any{"heartbeat_interval": s.opt.Heartbeat.Milliseconds(), "_trace": []string{"sandbox"}})
	c.read()
}

var writePool sync.Pool

// read handles what the client sends until the connection ends.
func (c *conn) read() {
	c.ws.SetReadLimit(1 << 20)
	// The session ends before the close frame is answered: a client that has read the answer may reconnect at once, and
	// must not find the session.
	farewell := c.ws.CloseHandler()
	c.ws.SetCloseHandler(func(code int, text string) error {
		c.detach(code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway)
		return farewell(code, text)
	})
	for {
		c.ws.SetReadDeadline(time.Now().Add(2 * c.s.opt.Heartbeat))
		_, data, err := c.ws.ReadMessage()
		if err != nil {
			c.ended(err)
			return
		}
		c.mu.Lock()
		deaf := c.deaf
		c.mu.Unlock()
		if deaf {
			continue
		}
		var f frame
		if len(data) > 4096 && c.userIsBot() {
			c.close(4002, "Payload too large")
			continue
		}
		if json.Unmarshal(data, &f) != nil {
			c.close(4002, "Error while decoding payload")
			continue
		}
		if c.flooded() {
			c.close(4008, "Rate limited")
			continue
		}
		c.handle(f)
	}
}

func (c *conn) userIsBot() bool {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return c.ses != nil && c.ses.user.bot
}

// flooded counts the client's payloads: 120 in a minute are allowed.
func (c *conn) flooded() bool {
	now := time.Now()
	for len(c.recent) > 0 && now.Sub(c.recent[0]) > time.Minute {
		c.recent = c.recent[1:]
	}
	c.recent = append(c.recent, now)
	return len(c.recent) > 120
}

func (c *conn) handle(f frame) {
	s := c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	switch f.Op {
	case opHeartbeat:
		var seq int64
		if json.Unmarshal(f.Data, &seq) == nil {
			c.heard = max(c.heard, seq)
		}
		c.mu.Lock()
		silent := c.noAcks
		c.mu.Unlock()
		if !silent {
			c.sendOp(opAck, nil)
		}
	case opIdentify:
		if c.ses != nil {
			c.close(4005, "Already authenticated")
			return
		}
		s.identify(c, f.Data)
	case opResume:
		if c.ses != nil {
			c.close(4005, "Already authenticated")
			return
		}
		s.resume(c, f.Data)
	case opMembers:
		if c.ses == nil {
			c.close(4003, "Not authenticated")
			return
		}
		s.memberChunk(c.ses, f.Data)
	default:
		switch {
		case c.ses == nil:
			c.close(4003, "Not authenticated")
		case c.ses.user.bot && f.Op != opPresence && f.Op != opVoice && f.Op != 31:
			c.close(4001, "Unknown opcode")
		}
	}
}

// ended is called when nothing more can be read.
func (c *conn) ended(err error) {
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		c.close(4009, "Session timed out")
	}
	c.detach(false)
	c.close(1000, "")
}

// detach removes the connection from its session. A client that closes with 1000 or 1001 ends its session; after
// anything else it may resume.
func (c *conn) detach(givenUp bool) {
	s := c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	ses := c.ses
	if ses == nil || ses.conn != c {
		return
	}
	ses.conn, ses.left = nil, time.Now()
	if givenUp {
		delete(s.hub.sessions, ses.id)
	}
	s.announce()
}

// drain waits for the client to disconnect.
func (c *conn) drain() {
	c.ws.SetReadDeadline(time.Now().Add(2 * time.Second))
	for {
		if _, _, err := c.ws.ReadMessage(); err != nil {
			return
		}
	}
}

func (c *conn) sendOp(op int, data any) {
	d, _ := json.Marshal(data)
	b, _ := json.Marshal(frame{Op: op, Data: d})
	c.send(b)
}

// send queues one payload.
func (c *conn) send(b []byte) {
	c.mu.Lock()
	if c.code == 0 {
		c.queue = append(c.queue, b)
	}
	c.mu.Unlock()
	c.nudge()
}

func (c *conn) nudge() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// close ends the connection with a code once the queue is written. Only the first code counts.
func (c *conn) close(code int, reason string) {
	c.mu.Lock()
	if c.code == 0 {
		c.code, c.reason = code, reason
	}
	c.mu.Unlock()
	c.nudge()
}

// snap ends the connection without a close frame, like a pulled cable.
func (c *conn) snap() {
	c.mu.Lock()
	c.code, c.cut = 1006, true
	c.mu.Unlock()
	c.nudge()
}

// write is the only goroutine that writes.
func (c *conn) write() {
	for range c.wake {
		c.mu.Lock()
		queue, code, reason, deaf, cut, compress := c.queue, c.code, c.reason, c.deaf, c.cut, c.compress
		c.queue = nil
		c.mu.Unlock()
		if !deaf && !cut {
			for _, b := range queue {
				if c.writeOne(b, compress) != nil {
					c.ws.Close()
					return
				}
			}
		}
		if code == 0 {
			continue
		}
		if !cut && !deaf {
			c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), time.Now().Add(time.Second))
			select { // let the client answer, so that it reads the code and not a reset
			case <-c.done:
			case <-time.After(500 * time.Millisecond):
			}
		}
		c.ws.Close()
		return
	}
}

func (c *conn) writeOne(b []byte, compress bool) error {
	c.ws.SetWriteDeadline(time.Now().Add(10 * time.Second))
	switch {
	case c.stream != nil: // transport compression: one zlib stream for the whole connection
		c.zbuf.Reset()
		c.stream.Write(b)
		c.stream.Flush()
		return c.ws.WriteMessage(websocket.BinaryMessage, c.zbuf.Bytes())
	case compress && len(b) > 1024: // payload compression: each payload by itself, large ones only
		var buf bytes.Buffer
		z := zlib.NewWriter(&buf)
		z.Write(b)
		z.Close()
		return c.ws.WriteMessage(websocket.BinaryMessage, buf.Bytes())
	}
	return c.ws.WriteMessage(websocket.TextMessage, b)
}
