package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"yeye/bot/discord"
	"yeye/bot/discord/internal/wire"
)

// testServer is a gateway over pipes that does what a test says, and a Gateway that connects to it. It is used in a bubble of
// synctest, so that no pause takes any time.
type testServer struct {
	*testing.T
	*Gateway
	REST
	script func(n int, p *peer) // of the n-th connection, from 0
	begun  time.Time
	end    context.CancelFunc
	ended  chan error
	first  chan *peer // the first connection

	mu     sync.Mutex
	peers  int
	log    []string // what the client did
	times  []time.Time
	heard  []string
	warned []string
}

// peer is the server's side of a connection.
type peer struct {
	*testServer
	ws     *websocket.Conn
	got    chan wireFrame // IDENTIFY and RESUME
	gone   chan struct{}
	out    chan func() error // what is still to be written
	mu     sync.Mutex
	silent bool
	slow   time.Duration // waited for after each payload
	beats  []string      // the numbers in heartbeats
	code   int           // with which the client closed, 1006 for none
}

type wireFrame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
}

// serve runs a Gateway against a script until the test ends.
func serve(t *testing.T, o Options, script func(n int, p *peer)) *testServer {
	s := &testServer{T: t, script: script, begun: time.Now(), ended: make(chan error, 1), first: make(chan *peer, 1)}
	o.Token, o.REST, o.Handle = "token", s, s.handle
	o.Logger = slog.New(slog.NewTextHandler(s, &slog.HandlerOptions{Level: slog.LevelWarn}))
	s.Gateway = New(o)
	s.Gateway.dial = s.dial
	s.Gateway.invalidPause = func() time.Duration { return 3 * time.Second }
	ctx, end := context.WithCancel(t.Context())
	s.end = end
	go func() { s.ended <- s.Gateway.Run(ctx) }()
	t.Cleanup(func() { time.Sleep(3 * time.Second) }) // discordgo sleeps for a second while it closes
	return s
}

// stop ends the Gateway.
func (s *testServer) stop() {
	s.Helper()
	s.end()
	if err := <-s.ended; err != nil {
		s.Errorf("Run ended with %v", err)
	}
}

func (s *testServer) Me(context.Context) (discord.User, error) { return discord.User{ID: "2"}, nil }
func (s *testServer) Application(context.Context) (discord.Application, error) {
	return discord.Application{ID: "3"}, nil
}
func (s *testServer) Address(context.Context) (string, error) { return "ws://general.example", nil }
func (s *testServer) SessionStarts(context.Context) (discord.SessionStarts, error) {
	return discord.SessionStarts{Total: 1000, Remaining: 1000, MaxConcurrency: 1}, nil
}

// Write records what is logged.
func (s *testServer) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.warned = append(s.warned, string(b))
	return len(b), nil
}

func (s *testServer) handle(e discord.Event) {
	if m, ok := e.Data.(*discord.Received); ok {
		s.mu.Lock()
		s.heard = append(s.heard, m.Content)
		s.mu.Unlock()
	}
}

func (s *testServer) note(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log, s.times = append(s.log, what), append(s.times, time.Now())
}

// did returns what the client did: the hosts it dialed and what it began with there.
func (s *testServer) did() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.log, ", ")
}

// connections returns how many there were.
func (s *testServer) connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.peers
}

// texts returns the messages that were heard, in their order.
func (s *testServer) texts() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.heard, " ")
}

func (s *testServer) count(what string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, got := range append(s.log, s.heard...) {
		if strings.HasPrefix(got, what) {
			n++
		}
	}
	return n
}

func (s *testServer) dial(ctx context.Context, address string) (*websocket.Conn, error) {
	to, err := wire.DialAddress(address)
	if err != nil {
		return nil, err
	}
	near, far := net.Pipe()
	host, _, _ := strings.Cut(strings.TrimPrefix(to, "ws://"), ".")
	if host != "general" {
		s.note("at " + host)
	}
	go func() {
		ws, err := acceptWebsocket(far)
		if err != nil {
			s.Error(err)
			return
		}
		s.mu.Lock()
		n := s.peers
		s.peers++
		s.mu.Unlock()
		p := &peer{testServer: s, ws: ws, got: make(chan wireFrame, 10), gone: make(chan struct{}), out: make(chan func() error, 2000)}
		ws.SetCloseHandler(func(int, string) error { return nil })
		if n == 0 {
			s.first <- p
		}
		go p.read()
		go p.write()
		s.script(n, p)
		<-p.gone
	}()
	ws, _, err := (&websocket.Dialer{NetDialContext: func(context.Context, string, string) (net.Conn, error) { return near, nil }}).DialContext(ctx, "ws://test", nil)
	return ws, err
}

// read takes what the client sends, until it is gone, and acknowledges heartbeats.
func (p *peer) read() {
	defer close(p.gone)
	defer p.ws.Close()
	for {
		_, data, err := p.ws.ReadMessage()
		if err != nil {
			var closed *websocket.CloseError
			p.mu.Lock()
			if p.code = websocket.CloseAbnormalClosure; errors.As(err, &closed) {
				p.code = closed.Code
			}
			p.mu.Unlock()
			return
		}
		var f wireFrame
		if err := json.Unmarshal(data, &f); err != nil {
			p.Errorf("%s: %v", data, err)
		}
		switch f.Op {
		case 1:
			p.mu.Lock()
			p.beats = append(p.beats, string(f.Data))
			silent, slow := p.silent, p.slow
			p.mu.Unlock()
			time.Sleep(slow)
			if !silent {
				p.send(`{"op":11}`)
			}
		case 2:
			p.note("IDENTIFY")
			p.got <- f
		case 6:
			var r struct {
				Token, Session_ID string
				Seq               int64
			}
			json.Unmarshal(f.Data, &r)
			if r.Token != "Bot token" {
				p.Errorf("RESUME with %q", r.Token)
			}
			p.note(fmt.Sprintf("RESUME %s from %d", r.Session_ID, r.Seq))
			p.got <- f
		}
	}
}

// write writes what was queued, until the client is gone.
func (p *peer) write() {
	for {
		select {
		case f := <-p.out:
			_ = f()
		case <-p.gone:
			return
		}
	}
}

// send queues a frame.
func (p *peer) send(frame string) { p.sendAs(websocket.TextMessage, frame) }

func (p *peer) sendAs(kind int, frame string) {
	p.out <- func() error { return p.ws.WriteMessage(kind, []byte(frame)) }
}

// close ends the connection with a code, 0 for none, after what is queued.
func (p *peer) close(code int) {
	p.out <- func() error {
		if code != 0 {
			p.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
		}
		return p.ws.Close()
	}
}

// deaf leaves heartbeats unacknowledged from now on.
func (p *peer) deaf() { p.fail(true, 0) }

// fail leaves heartbeats unacknowledged, or takes its time after each.
func (p *peer) fail(silent bool, slow time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.silent, p.slow = silent, slow
}

// greet sends HELLO and returns what the client answers, 0 if it leaves.
func (p *peer) greet() (op int) {
	p.send(`{"op":10,"d":{"heartbeat_interval":41250}}`)
	select {
	case f := <-p.got:
		return f.Op
	case <-p.gone:
		return 0
	}
}

// ready is READY.
const ready = `{"op":0,"t":"READY","s":1,"d":{"session_id":"s1","resume_gateway_url":"ws://east.example","guilds":[]}}`

// welcome greets the client, answers IDENTIFY with READY and RESUME with RESUMED, and returns what it was.
func (p *peer) welcome() (op int) {
	switch op = p.greet(); op {
	case 2:
		p.send(ready)
	case 6:
		p.send(`{"op":0,"t":"RESUMED","s":9,"d":{}}`)
	}
	settle()
	return op
}

// settle lets everything happen that takes no time. discordgo must have begun its heartbeat before a connection ends: it sleeps while
// it closes, and who waits for its lock meanwhile stops the bubble's clock.
func settle() { time.Sleep(time.Millisecond) }

// say sends a message with a number.
func (p *peer) say(seq int, text string) {
	p.send(fmt.Sprintf(`{"op":0,"t":"MESSAGE_CREATE","s":%d,"d":{"id":"%d","channel_id":"1","author":{"id":"7"},"content":%q}}`, seq, 1000+seq, text))
}

// sent returns the numbers in the heartbeats that came.
func (p *peer) sent() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.beats)
}

// left returns with which code the client closed, 0 before it has.
func (p *peer) left() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.code
}

// after lets time pass, until the client is gone.
func (p *peer) after(d time.Duration) {
	select {
	case <-time.After(d):
	case <-p.gone:
	}
}

// after lets time pass.
func after(d time.Duration) { time.Sleep(d) }
