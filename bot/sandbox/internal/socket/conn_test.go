package socket

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"yeye/internal/wait"
)

// client is both ends of a connection: the client's socket, and a handler that records what it is given.
type client struct {
	*testing.T
	ws     *websocket.Conn
	conn   *Conn
	bot    atomic.Bool
	frames chan Frame
	left   chan bool
	ended  chan struct{} // closed when Serve has returned
}

func (c *client) Bot() bool          { return c.bot.Load() }
func (c *client) Hello() bool        { return true }
func (c *client) Handle(f Frame)     { c.frames <- f }
func (c *client) Closed(gaveUp bool) { c.left <- gaveUp }

// dial connects a client with a query, to a server that asks for heartbeats at an interval.
func dial(t *testing.T, query string, heartbeat time.Duration) *client {
	t.Helper()
	c := &client{T: t, frames: make(chan Frame, 2*maxSends), left: make(chan bool, 2), ended: make(chan struct{})}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(c.ended)
		Serve(w, r, heartbeat, func(conn *Conn) Handler {
			c.conn = conn
			return c
		})
	}))
	ws, _, err := websocket.DefaultDialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(s.URL, "http")+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.ws = ws
	t.Cleanup(func() {
		ws.Close()
		<-c.ended
		s.Close()
	})
	return c
}

// greeted reads HELLO.
func greeted(t *testing.T, query string, heartbeat time.Duration) *client {
	t.Helper()
	c := dial(t, query, heartbeat)
	if f := c.read(); f.Op != OpHello || !strings.Contains(string(f.Data), fmt.Sprintf(`"heartbeat_interval":%d}`,
		heartbeat.Milliseconds())) {
		t.Fatalf("greeted with %d %s", f.Op, f.Data)
	}
	return c
}

// read reads a payload that is not compressed.
func (c *client) read() (f Frame) {
	c.Helper()
	c.ws.SetReadDeadline(time.Now().Add(wait.Bound))
	kind, b, err := c.ws.ReadMessage()
	if err != nil || kind != websocket.TextMessage || json.Unmarshal(b, &f) != nil {
		c.Fatalf("%d %q, %v", kind, b, err)
	}
	return f
}

func (c *client) send(text string) {
	c.Helper()
	if err := c.ws.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		c.Fatal(err)
	}
}

// closing reads on to the end: the payloads before it, and the closing code, 0 if there is no closing frame.
func (c *client) closing() (payloads, code int) {
	c.Helper()
	c.ws.SetReadDeadline(time.Now().Add(wait.Bound))
	for {
		_, _, err := c.ws.ReadMessage()
		var closed *websocket.CloseError
		switch {
		case err == nil:
			payloads++
		case errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure:
			return payloads, closed.Code
		default:
			return payloads, 0
		}
	}
}

// leaves waits for what the handler hears of the end, and for the end itself: the handler hears of it once.
func (c *client) leaves(gaveUp bool) {
	c.Helper()
	if got := <-c.left; got != gaveUp {
		c.Errorf("left, having given its session up: %v, want %v", got, gaveUp)
	}
	<-c.ended
	if len(c.left) > 0 {
		c.Error("left twice")
	}
}

func TestProtocol(t *testing.T) {
	long := `{"op":1,"d":"` + strings.Repeat("x", maxBotPayload) + `"}`
	for _, c := range []struct {
		name, query string
		bot         bool
		send        []string
		handled     int
		code        int
	}{
		{"old version", "?v=5", false, nil, 0, 4012},
		{"other encoding", "?v=9&encoding=etf", false, nil, 0, 4002},
		{"not JSON", "?v=10", false, []string{"hello"}, 0, 4002},
		{"a bot's long payload", "", true, []string{`{"op":1}`, long}, 1, 4002},
		{"anybody else's", "", false, []string{long, "hello"}, 1, 4002},
		{"flood", "?v=9&encoding=json", true, slices.Repeat([]string{`{"op":1}`}, maxSends+1), maxSends, 4008},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := dial(t, c.query, time.Minute)
			w.bot.Store(c.bot)
			for _, text := range c.send {
				w.send(text)
			}
			if _, got := w.closing(); got != c.code {
				t.Errorf("closed with %d, want %d", got, c.code)
			}
			w.ws.Close()
			<-w.ended
			if got := len(w.frames); got != c.handled {
				t.Errorf("%d payloads were handled, want %d", got, c.handled)
			}
		})
	}
}

func TestLeaving(t *testing.T) {
	for code, gaveUp := range map[int]bool{1000: true, 1001: true, 1012: false, 4000: false} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			w := greeted(t, "", time.Minute)
			w.ws.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""))
			if _, got := w.closing(); got != code {
				t.Errorf("answered with %d", got)
			}
			if len(w.left) == 0 {
				t.Error("the client has its answer before the handler hears of its end")
			}
			w.leaves(gaveUp)
		})
	}
	t.Run("without a word", func(t *testing.T) {
		w := greeted(t, "", time.Minute)
		w.ws.Close()
		w.leaves(false)
	})
	t.Run("silent for two heartbeats", func(t *testing.T) {
		w := greeted(t, "", 50*time.Millisecond)
		if _, got := w.closing(); got != 4009 {
			t.Errorf("closed with %d", got)
		}
		w.leaves(false)
	})
}

// What is queued goes out before the closing frame, in order; what comes later does not, and the first code counts.
func TestClose(t *testing.T) {
	w := greeted(t, "", time.Minute)
	w.send(`{"op":1}`)
	<-w.frames
	for n := range 50 {
		w.conn.SendOp(OpDispatch, n)
	}
	w.conn.Close(4000, "first")
	w.conn.Close(4001, "second")
	w.conn.SendOp(OpAck, nil)
	for n := range 50 {
		if f := w.read(); string(f.Data) != fmt.Sprint(n) {
			t.Fatalf("payload %d is %s", n, f.Data)
		}
	}
	if more, code := w.closing(); more != 0 || code != 4000 {
		t.Errorf("closed with %d after %d more", code, more)
	}
	w.leaves(false)
}

func TestOrderedFaults(t *testing.T) {
	t.Run("dropped", func(t *testing.T) {
		w := greeted(t, "", time.Minute)
		w.send(`{"op":1}`)
		<-w.frames
		w.conn.Drop()
		if _, code := w.closing(); code != 0 {
			t.Errorf("a closing frame with %d", code)
		}
		w.leaves(false)
	})
	t.Run("half open", func(t *testing.T) {
		w := greeted(t, "", 2*time.Second)
		w.send(`{"op":1}`)
		<-w.frames
		w.conn.HalfOpen()
		w.conn.SendOp(OpDispatch, "unheard")
		w.send(`{"op":1}`)
		if payloads, code := w.closing(); payloads != 0 || code != 0 {
			t.Errorf("%d payloads and code %d came through", payloads, code)
		}
		w.leaves(false)
		if len(w.frames) > 0 {
			t.Error("a payload was handled")
		}
	})
	t.Run("no acknowledgement", func(t *testing.T) {
		w := greeted(t, "", time.Minute)
		w.send(`{"op":1}`)
		<-w.frames
		w.conn.Ack()
		w.conn.StopAcks()
		w.conn.Ack()
		w.conn.SendOp(OpHeartbeat, nil)
		if f := w.read(); f.Op != OpAck {
			t.Errorf("op %d", f.Op)
		}
		if f := w.read(); f.Op != OpHeartbeat {
			t.Errorf("op %d after acknowledgements have stopped", f.Op)
		}
	})
}

func TestPayloadCompression(t *testing.T) {
	w := greeted(t, "", time.Minute)
	w.send(`{"op":1}`)
	<-w.frames
	long := strings.Repeat("x", 2*compressAbove)
	w.conn.Compress(true)
	w.conn.SendOp(OpDispatch, "short")
	w.conn.SendOp(OpDispatch, long)
	if f := w.read(); string(f.Data) != `"short"` {
		t.Errorf("a short payload: %s", f.Data)
	}
	kind, b, err := w.ws.ReadMessage()
	if err != nil || kind != websocket.BinaryMessage {
		t.Fatal(kind, err)
	}
	z, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	var f Frame
	if text, err := io.ReadAll(z); err != nil || json.Unmarshal(text, &f) != nil || len(f.Data) != len(long)+2 ||
		len(b) > compressAbove {
		t.Errorf("a long payload: %d bytes, %q, %v", len(b), text, err)
	}
}

// One zlib stream goes through all payloads, also where payload compression is asked for too.
func TestTransportCompression(t *testing.T) {
	w := dial(t, "?compress=zlib-stream", time.Minute)
	pr, pw := io.Pipe()
	go func() {
		for {
			_, b, err := w.ws.ReadMessage()
			if err != nil {
				pw.CloseWithError(err)
				return
			}
			pw.Write(b)
		}
	}()
	defer pr.Close()
	z, err := zlib.NewReader(pr)
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(z)
	var f Frame
	if err := dec.Decode(&f); err != nil || f.Op != OpHello {
		t.Fatal(f, err)
	}
	w.send(`{"op":1}`)
	<-w.frames
	w.conn.Compress(true)
	for _, size := range []int{10, 10_000} {
		w.conn.SendOp(OpDispatch, strings.Repeat("x", size))
		if err := dec.Decode(&f); err != nil || len(f.Data) != size+2 {
			t.Fatalf("%d bytes: %d, %v", size, len(f.Data), err)
		}
	}
}

func TestNotAWebsocket(t *testing.T) {
	w := httptest.NewRecorder()
	Serve(w, httptest.NewRequest("GET", "/", nil), time.Minute, func(*Conn) Handler {
		t.Error("a handler was asked for")
		return nil
	})
	if w.Code != http.StatusBadRequest {
		t.Errorf("%d", w.Code)
	}
}
