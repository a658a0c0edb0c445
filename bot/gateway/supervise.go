package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

const (
	openWithin = 10 * time.Second // a session that takes longer to open is dropped
	// stuckAfter is how long nobody may read from a socket: discordgo's Open hangs
	// for good when Op 7 answers RESUME. Handlers return at once, so a reader is
	// never away for long.
	stuckAfter = 2 * time.Second
	// closeWithin is how long discordgo gets to notice that its socket was closed.
	closeWithin = 5 * time.Second
)

const (
	// mostAstray openings in a row that failed make the session be resumed where
	// anybody begins: it may be its own address that is out of order.
	mostAstray = 2
	// mostFails openings in a row that failed for no clear reason end a session.
	mostFails = 5
)

// errHung is an Open that did not return.
var errHung = errors.New("opening the connection hung; it was dropped")

// link is a discordgo session with what is watched of it. It outlives its
// connections: a lost one is resumed on the same session.
type link struct {
	*discordgo.Session
	line  line
	heard atomic.Bool // something was dispatched since the last Open began
	fails int         // openings in a row that came to nothing

	// onward is where READY said that the session is to be resumed; cached is which
	// address discordgo would take.
	onward atomic.Pointer[string]
	cached string
}

// Run connects and keeps connected until ctx ends, which is no error. It returns
// a [*FatalError] when Discord will not let this bot in.
func (g *Gateway) Run(ctx context.Context) error {
	logInto(g.options.Logger, g.options.Token)
	defer g.connected.Store(false)
	defer g.drop()
	var pauses backoff
	for ctx.Err() == nil {
		stood, err := g.stay(ctx)
		if g.connected.Swap(false) {
			g.options.Observer.linkLost()
		}
		if ctx.Err() != nil {
			return nil
		}
		if f := fatal(err); f != nil {
			return f
		}
		wait := pauses.next(stood, err)
		g.options.Logger.Warn("not connected to Discord, trying again", "in", wait.Round(time.Millisecond), "stood", stood.Round(time.Millisecond), "err", err)
		sleep(ctx, wait)
	}
	return nil
}

// stay opens the connection and returns when it is lost, with how long it stood.
func (g *Gateway) stay(ctx context.Context) (stood time.Duration, err error) {
	if user, _ := g.Self(); user == "" {
		if err := g.identify(ctx); err != nil {
			return 0, err
		}
	}
	l, err := g.current(ctx)
	if err != nil {
		return 0, err
	}
	if err := g.open(ctx, l); err != nil {
		// After an outage the session can be resumed; but not where Discord or discordgo
		// is what stands in the way.
		var closed *websocket.CloseError
		if l.fails++; errors.Is(err, errHung) || errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure || l.fails >= mostFails {
			g.forget(l)
		}
		if l.fails == mostAstray {
			l.onward.Store(nil)
		}
		return 0, err
	}
	l.fails = 0
	if !l.heard.Load() {
		// Neither READY nor an event to catch up with: Op 9. discordgo has sent an
		// IDENTIFY already, but on Op 9 again it would send the next at once, and so on.
		g.starts.spend(time.Now())
		g.forget(l)
		return 0, errInvalid
	}
	begun := time.Now()
	g.connected.Store(true)
	g.options.Observer.linkMade()
	g.options.Logger.Info("connected to Discord")
	err = g.watch(ctx, l)
	return time.Since(begun), err
}

// open opens the session's connection under a deadline, at the address where it is
// to be resumed.
func (g *Gateway) open(ctx context.Context, l *link) error {
	if onward := l.address(); onward != l.cached {
		// discordgo keeps the first address it was given; only a failure makes it ask
		// again, and then elsewhere answers it.
		l.line.refuse()
		if err := g.opened(ctx, l); !errors.Is(err, errRefused) {
			return err
		}
		l.cached = onward
	}
	return g.opened(ctx, l)
}

// address is where the session is to be resumed, "" for where anybody begins.
func (l *link) address() string {
	if a := l.onward.Load(); a != nil {
		return *a
	}
	return ""
}

// reopen is Open once discordgo has let go of the connection before: it notices a
// cut socket by itself and then sleeps for a second.
func (l *link) reopen(ctx context.Context) error {
	for end := time.Now().Add(closeWithin); ; {
		err := l.Open()
		if !errors.Is(err, discordgo.ErrWSAlreadyOpen) || ctx.Err() != nil {
			return err
		}
		if time.Now().After(end) {
			return errHung
		}
		sleep(ctx, 50*time.Millisecond)
	}
}

func (g *Gateway) opened(ctx context.Context, l *link) error {
	opened := make(chan error, 1)
	go func() { opened <- l.reopen(ctx) }()
	deadline := time.NewTimer(openWithin)
	defer deadline.Stop()
	look := time.NewTicker(stuckAfter / 4)
	defer look.Stop()
	for {
		select {
		case err := <-opened:
			return err
		case <-deadline.C:
			return errHung
		case <-look.C:
			if s := l.line.get(); s != nil && s.abandoned() > stuckAfter {
				return errHung
			}
		case <-ctx.Done():
			g.forget(l)
			return ctx.Err()
		}
	}
}

// watch returns when the connection is lost, or no longer alive.
func (g *Gateway) watch(ctx context.Context, l *link) error {
	s := l.line.get()
	every := s.heartbeat()
	look := time.NewTicker(min(max(every/8, 10*time.Millisecond), time.Second))
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.gone:
			return errors.New("the connection was lost")
		case <-look.C:
		}
		var dead error
		if l.TryRLock() { // somebody who hangs may hold it
			silent := time.Since(l.LastHeartbeatAck)
			l.RUnlock()
			// discordgo itself waits for five intervals, and then closes with the code that
			// throws the session away.
			if silent > every+every/2 {
				dead = errors.New("heartbeats are not acknowledged")
			}
		}
		if s.abandoned() > max(stuckAfter, 10*time.Second) {
			dead = errors.New("nobody reads what Discord sends")
		}
		if dead == nil {
			continue
		}
		l.line.cut()
		return dead
	}
}

// current is the session to open: the one there was, to be resumed, or a new one.
func (g *Gateway) current(ctx context.Context) (*link, error) {
	g.mu.Lock()
	l := g.link
	g.mu.Unlock()
	if l == nil {
		limit, err := g.sender.startLimit(ctx)
		if err != nil {
			return nil, err
		}
		if wait := g.starts.wait(limit, time.Now()); wait > 0 {
			if wait > betweenStarts {
				g.options.Logger.Warn("few new sessions are left today, waiting", "in", wait.Round(time.Second), "remaining", limit.Remaining)
			}
			if sleep(ctx, wait); ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
		g.starts.spend(time.Now())
		l = g.newLink()
	}
	l.heard.Store(false)
	g.mu.Lock()
	g.link = l
	g.mu.Unlock()
	return l, nil
}

func (g *Gateway) newLink() *link {
	s, _ := discordgo.New("Bot " + g.options.Token) // its only error is of no arguments
	l := &link{Session: s}
	s.Identify.Intents = g.options.Intents
	s.StateEnabled = false
	s.SyncEvents = true
	s.ShouldReconnectOnError = false
	s.ShouldRetryOnRateLimit = false
	s.MaxRestRetries = 0
	s.Client = clientFor(g.options.API, l.address)
	s.Dialer = l.line.dialer()
	s.AddHandler(func(_ *discordgo.Session, e any) { g.event(l, e) })
	return l
}

// event hands an event on, unless it is from a session that was dropped or was
// handed on before.
func (g *Gateway) event(from *link, e any) {
	defer func() {
		if p := recover(); p != nil {
			g.options.Logger.Error("panic in an event's handler", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	id, thread := "", false
	switch d := e.(type) {
	case *discordgo.Event: // comes after the one it was read as
		from.heard.Store(true)
		if d.Type == "READY" {
			from.onward.Store(onward(d.RawData))
		}
		i, ok := d.Struct.(*discordgo.InteractionCreate)
		if !ok {
			return
		}
		e, id, thread = i, i.ID, inThread(d.RawData)
	case *discordgo.Ready:
		from.heard.Store(true)
		g.starts.spend(time.Now()) // discordgo's own, in answer to Op 9, too
		g.options.Observer.identified()
	case *discordgo.Resumed:
		g.options.Observer.resumed()
	case *discordgo.InteractionCreate:
		return // it comes again as a *discordgo.Event, which tells more
	case *discordgo.MessageCreate:
		id = d.ID
	case *discordgo.GuildCreate, *discordgo.ChannelDelete, *discordgo.ThreadDelete:
	default:
		return
	}
	g.mu.Lock()
	current := g.link == from
	if r, ok := e.(*discordgo.Ready); ok && current && r.User != nil {
		g.user = r.User.ID
	}
	again := current && id != "" && g.seen.before(id)
	g.mu.Unlock()
	if !current || again {
		return
	}
	g.options.Handle(Event{ID: id, Data: e, Thread: thread})
}

// inThread reads out of an interaction whether it was made in a thread.
func inThread(interaction json.RawMessage) bool {
	var i struct {
		Channel struct {
			Type discordgo.ChannelType `json:"type"`
		} `json:"channel"`
	}
	if json.Unmarshal(interaction, &i) != nil {
		return false
	}
	switch i.Channel.Type {
	case discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread:
		return true
	}
	return false
}

// onward reads out of READY where the session is to be resumed, nil for nowhere
// else. The library knows nothing of it.
func onward(ready json.RawMessage) *string {
	var r struct {
		Address string `json:"resume_gateway_url"`
	}
	if json.Unmarshal(ready, &r) != nil || r.Address == "" {
		return nil
	}
	return &r.Address
}

// forget drops a session for good: the next connection identifies anew.
func (g *Gateway) forget(l *link) {
	g.mu.Lock()
	if g.link == l {
		g.link = nil
	}
	g.mu.Unlock()
	go hangUp(l) // it may hang, if opening it did
}

// drop closes the connection at the end.
func (g *Gateway) drop() {
	g.mu.Lock()
	l := g.link
	g.link = nil
	g.mu.Unlock()
	if l == nil {
		return
	}
	done := make(chan struct{})
	go func() { hangUp(l); close(done) }()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
	}
}

// hangUp closes a session. Where something of discordgo's holds it, the socket is
// cut, which frees all but one case: an Open that was answered with Op 7 waits for
// a lock that it holds itself, and its goroutine cannot be ended.
func hangUp(l *link) {
	defer func() { _ = recover() }() // discordgo closes channels twice in some races
	s := l.line.get()
	if s != nil {
		s.leave()
	}
	begun := time.Now()
	for !l.TryLock() {
		if waited := time.Since(begun); waited > closeWithin {
			return
		} else if waited > cutAfter {
			l.line.cut()
		}
		time.Sleep(20 * time.Millisecond)
	}
	l.Unlock()
	cut := time.AfterFunc(cutAfter, l.line.cut)
	defer cut.Stop()
	_ = l.Close()
}

// cutAfter is how long a farewell may take.
const cutAfter = 1500 * time.Millisecond

// sleep waits, or less if ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
