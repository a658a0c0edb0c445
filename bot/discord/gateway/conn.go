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

// conn is one connection to Discord. It relays between Discord and a discordgo session, which lives as long as the
// connection:
//
//	Discord  ⇄  conn  ⇄  discordgo  →  Gateway.onDispatch
//
// discordgo sends IDENTIFY and heartbeats, and delivers the events in order. It gets only payloads that conn has
// parsed and encoded again, under event names that it does not decode, because it panics on malformed ones. Op 7 and
// Op 9 end the connection here, because discordgo would reconnect by itself. To resume a session, conn sends RESUME
// in place of discordgo's IDENTIFY.
type conn struct {
	gateway *Gateway
	address string // that was dialed
	ws      *websocket.Conn
	pipe    net.Conn        // to discordgo
	local   *websocket.Conn // over pipe
	intents Intents

	interval atomic.Int64 // the heartbeat interval of HELLO, 0 before it
	// when Discord last acknowledged a heartbeat or sent HELLO, on this connection or the previous one; nil before
	// the first
	acked      atomic.Pointer[time.Time]
	identified atomic.Bool   // IDENTIFY was sent
	firstEvent chan struct{} // closed on the first event
	ended      chan struct{} // closed when the connection has ended
	err        error         // why it ended

	begin, finish sync.Once // to close firstEvent, and to end the connection
	writing       sync.Mutex
	unreadable    int // number of frames that could not be read; used only by receive

	// Guarded by Gateway.mu.
	session *session // started or resumed by this connection; nil before READY
	ready   bool     // READY or RESUMED has arrived
}

const (
	openTimeout  = 10 * time.Second // until the first event
	writeTimeout = 10 * time.Second
	closeTimeout = 1500 * time.Millisecond // for Discord to answer a close frame
	// eventPrefix is added to event names for discordgo, which would decode those that it knows.
	eventPrefix = "discord:"
)

// The limit of heartbeats that the server requests besides the regular ones. It is below the 120 payloads a minute
// after which Discord closes the connection.
const (
	heartbeatsPerSecond = 1.5
	heartbeatBurst      = 15
)

// connect opens a connection that resumes a session, or starts one if s is nil.
func (g *Gateway) connect(ctx context.Context, s *session) (*conn, error) {
	c := &conn{
		gateway:    g,
		session:    s,
		intents:    g.intents(),
		firstEvent: make(chan struct{}),
		ended:      make(chan struct{}),
	}
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
	c.ws.SetCloseHandler(func(int, string) error { return nil }) // answering with code 1000 would end the session
	d, pipe := newDiscordgo(g.options.Token, g.options.Shard, c.intents, func(e *discordgo.Event) {
		g.onDispatch(c, strings.TrimPrefix(e.Type, eventPrefix), e.Sequence, e.RawData)
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
	if c.local, err = acceptWebsocket(pipe); err != nil {
		c.end(err)
		return nil, err
	}
	go func() { c.end(c.receive()) }()
	go func() { c.end(c.send()) }()
	return c, nil
}

// end closes the connection without a close frame, so that the session can be resumed. The first error is kept.
func (c *conn) end(err error) {
	c.finish.Do(func() {
		c.err = err
		c.pipe.Close() // which ends the discordgo session
		close(c.ended)
		c.ws.Close() // with TLS it may take seconds
	})
}

// closeNormally ends the connection with close code 1000, which ends the session.
func (c *conn) closeNormally() {
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, ""),
		time.Now().Add(closeTimeout))
	select {
	case <-c.ended:
	case <-time.After(closeTimeout):
	}
	c.end(net.ErrClosed)
}

// receive relays Discord's payloads to discordgo, and returns the error that ended the connection.
func (c *conn) receive() error {
	limiter := rate.NewLimiter(heartbeatsPerSecond, heartbeatBurst)
	for {
		data, err := read(c.ws)
		if errors.Is(err, errUnreadable) || errors.Is(err, errTooLarge) {
			c.reportUnreadable(err)
			continue
		}
		if err != nil {
			return err
		}
		f, err := wire.ReadFrame(data)
		if err != nil {
			c.reportUnreadable(err)
			continue
		}
		switch f.Op {
		case wire.OpHello:
			err = c.relayHello(f.Data)
		case wire.OpDispatch:
			if c.interval.Load() > 0 {
				f.Kind = eventPrefix + f.Kind
				err = c.toDiscordgo(f)
			}
		case wire.OpHeartbeat:
			if limiter.Allow() {
				err = c.beat()
			}
		case wire.OpAck:
			c.acknowledge()
			select {
			case <-c.firstEvent: // discordgo hangs on an earlier one
				err = c.toDiscordgo(wire.Frame{Op: wire.OpAck, Data: json.RawMessage("null")})
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

// relayHello relays the first HELLO.
func (c *conn) relayHello(data json.RawMessage) error {
	if c.interval.Load() > 0 {
		return nil
	}
	every := wire.HeartbeatInterval(data)
	if every == 0 {
		return fmt.Errorf("HELLO without a heartbeat interval: %.100s", data)
	}
	c.acknowledge()
	c.interval.Store(int64(every))
	return c.toDiscordgo(wire.Frame{Op: wire.OpHello, Data: fmt.Appendf(nil, `{"heartbeat_interval":%d}`,
		every.Milliseconds())})
}

// reportUnreadable logs the first frame of a connection that cannot be read, since all may be like it.
func (c *conn) reportUnreadable(err error) {
	if c.unreadable++; c.unreadable == 1 {
		c.gateway.options.Logger.Warn("Discord sent what cannot be read; it is skipped, and so is more of that kind",
			"err", err)
	}
}

// toDiscordgo writes a payload to discordgo. Only receive calls it.
func (c *conn) toDiscordgo(f wire.Frame) error {
	return c.local.WriteMessage(websocket.TextMessage, f.Append(nil))
}

// send relays discordgo's payloads to Discord, and returns the error that ended the connection.
func (c *conn) send() error {
	for {
		_, data, err := c.local.ReadMessage()
		if err != nil {
			// not wrapped: a close code in it is discordgo's, not Discord's
			return fmt.Errorf("discordgo has ended: %v", err)
		}
		f, err := wire.ReadFrame(data)
		if err != nil {
			return err
		}
		switch f.Op {
		case wire.OpIdentify:
			err = c.identifyOrResume(data)
		case wire.OpHeartbeat:
			err = c.beat()
		}
		if err != nil {
			return err
		}
	}
}

// identifyOrResume sends RESUME if there is a session to resume, else discordgo's IDENTIFY.
func (c *conn) identifyOrResume(identify []byte) error {
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
		c.gateway.recordIdentify(time.Now())
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
	_ = c.ws.SetWriteDeadline(time.Now().Add(writeTimeout))
	return c.ws.WriteMessage(websocket.TextMessage, data)
}

// waitForEvent waits for the first event.
func (c *conn) waitForEvent(ctx context.Context) error {
	deadline := time.NewTimer(openTimeout)
	defer deadline.Stop()
	select {
	case <-c.firstEvent:
	case <-c.ended:
	case <-ctx.Done():
		return ctx.Err()
	case <-deadline.C:
		c.end(errHung)
	}
	select {
	case <-c.firstEvent:
		return nil
	default:
		<-c.ended
		return c.err
	}
}

// watch waits until the connection is lost or heartbeats are no longer acknowledged, and returns the error.
func (c *conn) watch(ctx context.Context) error {
	interval := time.Duration(c.interval.Load())
	check := time.NewTicker(interval / 8)
	defer check.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-c.ended:
			return c.err
		case <-check.C:
			if time.Since(*c.acked.Load()) > interval+interval/2 {
				c.end(errSilent)
			}
		}
	}
}

func (c *conn) acknowledge() {
	c.acked.Store(new(time.Now()))
}
