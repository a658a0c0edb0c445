package gateway

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

const (
	openWithin = 10 * time.Second // a session that takes longer to open is dropped
	// stuckAfter is how long a socket may go without a reader: discordgo's Open hangs for good when Op 7 answers RESUME. Handlers
	// return at once, so a reader is never away for long.
	stuckAfter = 2 * time.Second
	// closeWithin is how long discordgo may take to notice that its socket was closed.
	closeWithin = 5 * time.Second
	// cutAfter is how long a close frame may take.
	cutAfter = 1500 * time.Millisecond
)

// errHung is an Open that did not return.
var errHung = errors.New("opening the connection timed out")

// session is a session of discordgo's and its supervision. It outlives its connections: a lost one is resumed on the same session.
type session struct {
	*discordgo.Session
	line     line
	intents  Intents
	heard    atomic.Bool // something was dispatched since the last Open began
	failures int         // failed openings in a row

	// resumeURL is the address at which READY asked to resume the session; cached is the address that discordgo would use.
	resumeURL atomic.Pointer[string]
	cached    string
}

func (g *Gateway) newSession() *session {
	d, _ := discordgo.New("Bot " + g.options.Token) // its error is always nil
	s := &session{Session: d, intents: g.intents()}
	d.Identify.Intents = discordgo.Intent(s.intents)
	if g.options.Shard[1] > 0 {
		d.Identify.Shard = &g.options.Shard
	}
	d.StateEnabled = false
	d.SyncEvents = true
	d.ShouldReconnectOnError = false
	d.ShouldRetryOnRateLimit = false
	d.MaxRestRetries = 0
	d.Client = addressClient(s.address, g.options.REST.Address)
	d.Dialer = s.line.dialer()
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { g.dispatched(s, e.Type, e.RawData) })
	return s
}

// address returns where to resume the session, "" for the general address.
func (s *session) address() string {
	if a := s.resumeURL.Load(); a != nil {
		return *a
	}
	return ""
}

// open opens the session's connection under a deadline, at the session's address.
func (g *Gateway) open(ctx context.Context, s *session) error {
	if address := s.address(); address != s.cached {
		// discordgo keeps the first address it got; only a failure makes it ask again, and then addressClient answers.
		s.line.refuse()
		if err := g.openWithin(ctx, s); !errors.Is(err, errRefused) {
			return err
		}
		s.cached = address
	}
	return g.openWithin(ctx, s)
}

func (g *Gateway) openWithin(ctx context.Context, s *session) error {
	opened := make(chan error, 1)
	go func() { opened <- s.reopen(ctx) }()
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
			if c := s.line.get(); c != nil && c.abandoned() > stuckAfter {
				return errHung
			}
		case <-ctx.Done():
			g.forget(s)
			return ctx.Err()
		}
	}
}

// reopen calls Open once discordgo has given up the connection before: it notices a cut socket by itself and then sleeps for a
// second.
func (s *session) reopen(ctx context.Context) error {
	for end := time.Now().Add(closeWithin); ; {
		err := s.Open()
		if !errors.Is(err, discordgo.ErrWSAlreadyOpen) || ctx.Err() != nil {
			return err
		}
		if time.Now().After(end) {
			return errHung
		}
		sleep(ctx, 50*time.Millisecond)
	}
}

// forget discards a session for good: the next connection identifies again.
func (g *Gateway) forget(s *session) {
	g.mu.Lock()
	if g.session == s {
		g.session = nil
	}
	g.mu.Unlock()
	go hangUp(s) // it may hang, if opening it did
}

// drop closes the connection when Run ends.
func (g *Gateway) drop() {
	g.mu.Lock()
	s := g.session
	g.session = nil
	g.mu.Unlock()
	if s == nil {
		return
	}
	done := make(chan struct{})
	go func() { hangUp(s); close(done) }()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
	}
}

// hangUp closes a session. If discordgo holds its lock, the socket is cut, which frees all but one case: an Open that was answered
// with Op 7 waits for a lock that it holds itself, and its goroutine cannot be ended.
func hangUp(s *session) {
	defer func() { _ = recover() }() // discordgo closes channels twice in some races
	if c := s.line.get(); c != nil {
		c.leave()
	}
	begun := time.Now()
	for !s.TryLock() {
		if waited := time.Since(begun); waited > closeWithin {
			return
		} else if waited > cutAfter {
			s.line.cut()
		}
		time.Sleep(20 * time.Millisecond)
	}
	s.Unlock()
	cut := time.AfterFunc(cutAfter, s.line.cut)
	defer cut.Stop()
	_ = s.Close()
}
