package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"yeye/bot/discord/internal/wire"
)

// conn is one connection to Discord. It stands between Discord and a session of discordgo's, which lives as long as the
// connection:
//
//	Discord  ⇄  conn  ⇄  discordgo  →  Gateway.dispatched
//
// discordgo identifies, keeps the heartbeat and hands out the events, in their order. It gets only payloads that conn
// has read and written anew, under names of events that it does not decode: on malformed ones it panics, and on Op 7
// and Op 9 it acts at once and on its own. These end the connection here. To resume a session, conn sends RESUME in
// place of discordgo's IDENTIFY.
type conn struct {
	gateway *Gateway
	address string // that was dialed
	ws      *websocket.Conn
	pipe    net.Conn        // to discordgo
	local   *websocket.Conn // over pipe
	intents Intents

	every atomic.Int64 // the heartbeat interval of HELLO, 0 before it
	// when Discord last acknowledged a heartbeat, also on the connection before; HELLO counts as well; nil before the
	// first
	acked      atomic.Pointer[time.Time]
	identified atomic.Bool   // IDENTIFY was sent
	began      chan struct{} // closed when the first event has come
	gone       chan struct{} // closed when the connection has ended
	err        error         // why it ended

	begin, finish sync.Once
	writing       sync.Mutex
	oddities      int // frames that could not be read; of the goroutine that receives

	// Guarded by Gateway.mu.
	session *session // that it started or resumes; nil before READY
	ready   bool     // READY or RESUMED has come
}

const (
	openWithin  = 10 * time.Second // until the first event
	writeWithin = 10 * time.Second
	leaveWithin = 1500 * time.Millisecond // for Discord to answer a close frame
	// unknown precedes the names of events on their way to discordgo, which decodes those that it knows.
	unknown = "discord:"
)

// A server may ask for heartbeats besides the regular ones: at first some at once, and less than the 120 payloads a
// minute after which Discord closes the connection.
const (
	askedPerSecond = 1.5
	askedAtOnce    = 15
)

// connect opens a connection that resumes a session, or starts one if s is nil.
func (g *Gateway) connect(ctx context.Context, s *session) (*conn, error) {
	c := &conn{gateway: g, session: s, intents: g.intents(), began: make(chan struct{}), gone: make(chan struct{})}
	g.mu.Lock()
	if s != nil {
		c.intents, c.address = s.intents, s.address
	}
	g.mu.Unlock()
	var err error
	if c.address == "" {
		if c.address, err = g.options.REST.Address(ctx); err != nil {
			return nil, err
		}
	}
	if c.ws, err = g.dial(ctx, c.address); err != nil {
		return nil, err
	}
	c.ws.SetCloseHandler(func(int, string) error { return nil }) // to answer 1000 would give the session up
	d, pipe := speaker(g.options.Token, g.options.Shard, c.intents, func(e *discordgo.Event) {
		g.dispatched(c, strings.TrimPrefix(e.Type, unknown), e.Sequence, e.RawData)
	})
	c.pipe = pipe
	g.mu.Lock()
	if before := g.conn; before != nil {
		c.acked.Store(before.acked.Load())
	}
	g.conn = c
	g.mu.Unlock()
	go func() {
		if err := d.Open(); err != nil {
			c.end(err)
		}
	}()
	if c.local, err = accept(pipe); err != nil {
		c.end(err)
		return nil, err
	}
	go func() { c.end(c.receive()) }()
	go func() { c.end(c.send()) }()
	return c, nil
}

// end cuts the connection like a pulled cable, after which Discord keeps the session to be resumed. The first reason
// counts.
func (c *conn) end(err error) {
	c.finish.Do(func() {
		c.err = err
		c.pipe.Close() // on which discordgo ends as well
		close(c.gone)
		c.ws.Close() // with TLS it may take seconds
	})
}

// leave ends the connection with a close frame, which gives its session up.
func (c *conn) leave() {
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, ""),
		time.Now().Add(leaveWithin))
	select {
	case <-c.gone:
	case <-time.After(leaveWithin):
	}
	c.end(net.ErrClosed)
}

// receive passes what Discord sends on to discordgo, and returns why it has ended.
func (c *conn) receive() error {
	asked := rate.NewLimiter(askedPerSecond, askedAtOnce)
	for {
		data, err := read(c.ws)
		if errors.Is(err, errGarbled) || errors.Is(err, errTooLarge) {
			c.odd(err)
			continue
		}
		if err != nil {
			return err
		}
		f, err := wire.ReadFrame(data)
		if err != nil {
			c.odd(err)
			continue
		}
		switch f.Op {
		case wire.OpHello:
			err = c.hello(f.Data)
		case wire.OpDispatch:
			if c.every.Load() > 0 {
				f.Kind = unknown + f.Kind
				err = c.tell(f)
			}
		case wire.OpHeartbeat:
			if asked.Allow() {
				err = c.beat()
			}
		case wire.OpAck:
			c.alive()
			select {
			case <-c.began: // discordgo hangs on one that comes before
				err = c.tell(wire.Frame{Op: wire.OpAck, Data: json.RawMessage("null")})
			default:
			}
		case wire.OpReconnect:
			return errReconnect
		case wire.OpInvalidSession:
			return &invalidSession{wire.Resumable(f.Data)}
		}
		if err != nil {
			return err
		}
	}
}

// hello passes HELLO on, the first time.
func (c *conn) hello(data json.RawMessage) error {
	if c.every.Load() > 0 {
		return nil
	}
	every := wire.HeartbeatInterval(data)
	if every == 0 {
		return fmt.Errorf("HELLO without a heartbeat interval: %.100s", data)
	}
	c.alive()
	c.every.Store(int64(every))
	return c.tell(wire.Frame{Op: wire.OpHello, Data: fmt.Appendf(nil, `{"heartbeat_interval":%d}`,
		every.Milliseconds())})
}

// odd reports a frame that cannot be read: the first of a connection, since all may be like it.
func (c *conn) odd(err error) {
	if c.oddities++; c.oddities == 1 {
		c.gateway.options.Logger.Warn("Discord sent what cannot be read; it is skipped, and so is more of that kind",
			"err", err)
	}
}

// tell writes a payload to discordgo. Only the goroutine that receives calls it.
func (c *conn) tell(f wire.Frame) error {
	return c.local.WriteMessage(websocket.TextMessage, f.Append(nil))
}

// send passes what discordgo sends on to Discord, and returns why it has ended.
func (c *conn) send() error {
	for {
		_, data, err := c.local.ReadMessage()
		if err != nil {
			return fmt.Errorf("discordgo has ended: %v", err) // not wrapped: a close code would be its own
		}
		f, err := wire.ReadFrame(data)
		if err != nil {
			return err
		}
		switch f.Op {
		case wire.OpIdentify:
			err = c.introduce(data)
		case wire.OpHeartbeat:
			err = c.beat()
		}
		if err != nil {
			return err
		}
	}
}

// introduce sends RESUME to resume a session, else discordgo's IDENTIFY.
func (c *conn) introduce(identify []byte) error {
	c.gateway.mu.Lock()
	s := c.session
	var resume any
	if s != nil {
		resume = map[string]any{"op": wire.OpResume,
			"d": map[string]any{"token": "Bot " + c.gateway.options.Token, "session_id": s.id, "seq": s.seq}}
	}
	c.gateway.mu.Unlock()
	if s == nil {
		c.identified.Store(true)
		c.gateway.spend(time.Now())
		return c.write(identify)
	}
	data, err := json.Marshal(resume)
	if err != nil {
		return err
	}
	return c.write(data)
}

// beat sends a heartbeat.
func (c *conn) beat() error {
	c.gateway.mu.Lock()
	seq := "null"
	if s := c.session; s != nil && s.seq > 0 {
		seq = fmt.Sprint(s.seq)
	}
	c.gateway.mu.Unlock()
	return c.write(fmt.Appendf(nil, `{"op":1,"d":%s}`, seq))
}

func (c *conn) write(data []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_ = c.ws.SetWriteDeadline(time.Now().Add(writeWithin))
	return c.ws.WriteMessage(websocket.TextMessage, data)
}

// opened waits for the first event.
func (c *conn) opened(ctx context.Context) error {
	deadline := time.NewTimer(openWithin)
	defer deadline.Stop()
	select {
	case <-c.began:
	case <-c.gone:
	case <-ctx.Done():
		return ctx.Err()
	case <-deadline.C:
		c.end(errHung)
	}
	select {
	case <-c.began:
		return nil
	default:
		<-c.gone
		return c.err
	}
}

// watch returns why the connection is lost, once it is or is no longer alive.
func (c *conn) watch(ctx context.Context) error {
	every := time.Duration(c.every.Load())
	look := time.NewTicker(every / 8)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-c.gone:
			return c.err
		case <-look.C:
			if time.Since(*c.acked.Load()) > every+every/2 {
				c.end(errSilent)
			}
		}
	}
}

func (c *conn) alive() {
	now := time.Now()
	c.acked.Store(&now)
}
