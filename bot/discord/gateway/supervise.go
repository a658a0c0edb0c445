package gateway

import (
	"context"
	"errors"
	"time"

	"github.com/gorilla/websocket"

	"yeye/bot/discord"
)

const (
	// maxAstray failed openings in a row make the session resume at the general address: its own address may be out of order.
	maxAstray = 2
	// maxFailures openings in a row that failed for no clear reason end a session.
	maxFailures = 5
)

// Run connects and keeps connected until ctx ends, which is no error. It returns a [*FatalError] when Discord will not let this
// bot in.
func (g *Gateway) Run(ctx context.Context) error {
	logInto(g.options.Logger, g.options.Token)
	defer g.connected.Store(false)
	defer g.drop()
	var pauses backoff
	for ctx.Err() == nil {
		lasted, err := g.stay(ctx)
		if g.connected.Swap(false) {
			g.options.Observer.disconnected()
		}
		if ctx.Err() != nil {
			return nil
		}
		if errors.Is(err, errContentRefused) {
			continue
		}
		if wait, again := g.refusals.next(err); again {
			g.options.Logger.Error("Discord refused a token it accepted before, trying again", "in", wait, "err", err)
			sleep(ctx, wait)
			continue
		}
		if f := Fatal(err); f != nil {
			return f
		}
		wait := pauses.next(lasted, err)
		g.options.Logger.Warn("not connected to Discord, trying again", "in", wait.Round(time.Millisecond), "lasted", lasted.Round(time.Millisecond), "err", err)
		sleep(ctx, wait)
	}
	return nil
}

// stay opens the connection and returns when it is lost, with how long it lasted.
func (g *Gateway) stay(ctx context.Context) (lasted time.Duration, err error) {
	if user, _ := g.Self(); user == "" {
		if err := g.identity(ctx); err != nil {
			return 0, err
		}
	}
	s, err := g.current(ctx)
	if err != nil {
		return 0, err
	}
	if err := g.open(ctx, s); err != nil {
		return 0, g.notOpened(s, err)
	}
	s.failures = 0
	if !s.heard.Load() {
		// Neither READY nor an event to catch up with: Op 9. discordgo has sent an IDENTIFY already, but on Op 9 again it would send
		// the next at once, and so on.
		g.spend(time.Now())
		g.forget(s)
		return 0, errInvalid
	}
	begun := time.Now()
	g.refusals.accept()
	g.connected.Store(true)
	g.options.Observer.connected()
	g.options.Logger.Info("connected to Discord")
	err = g.watch(ctx, s)
	return time.Since(begun), err
}

// errContentRefused: the connection ended because the Message Content intent was asked for. The next does not ask.
var errContentRefused = errors.New("the Message Content intent was refused")

// notOpened decides whether a session that could not be opened is kept, and returns the error to report.
func (g *Gateway) notOpened(s *session, err error) error {
	if closeCode(err) == closeDisallowedIntents && s.intents&MessageContent != 0 {
		g.forget(s)
		if !g.refused.Swap(true) {
			g.options.Logger.Error("Discord does not let this bot read messages; continuing without: moves work by /move, by mention and in direct messages. " +
				"To change that, enable 'Message Content Intent' on the page Bot of your application (discord.com/developers) and restart")
			g.options.Observer.contentRefused()
		}
		return errContentRefused
	}
	// After an outage the session can be resumed, unless Discord or discordgo is what prevents it.
	var closed *websocket.CloseError
	if s.failures++; errors.Is(err, errHung) || errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure || s.failures >= maxFailures {
		g.forget(s)
	}
	if s.failures == maxAstray {
		s.resumeURL.Store(nil)
	}
	return err
}

// watch returns when the connection is lost or no longer alive.
func (g *Gateway) watch(ctx context.Context, s *session) error {
	c := s.line.get()
	every := c.heartbeat()
	look := time.NewTicker(min(max(every/8, 10*time.Millisecond), time.Second))
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-c.gone:
			return errors.New("the connection was lost")
		case <-look.C:
		}
		var dead error
		if s.TryRLock() { // a hanging call may hold it
			silent := time.Since(s.LastHeartbeatAck)
			s.RUnlock()
			// discordgo itself waits for five intervals, and then closes with the code that ends the session.
			if silent > every+every/2 {
				dead = errors.New("heartbeats are not acknowledged")
			}
		}
		if c.abandoned() > max(stuckAfter, 10*time.Second) {
			dead = errors.New("incoming events are not being read")
		}
		if dead == nil {
			continue
		}
		s.line.cut()
		return dead
	}
}

// current returns the session to open: the existing one, to be resumed, or a new one.
func (g *Gateway) current(ctx context.Context) (*session, error) {
	g.mu.Lock()
	s := g.session
	g.mu.Unlock()
	if s == nil {
		if err := g.await(ctx); err != nil {
			return nil, err
		}
		s = g.newSession()
	}
	s.heard.Store(false)
	g.mu.Lock()
	g.session = s
	g.mu.Unlock()
	return s, nil
}

// await waits until a new session may begin, and records it.
func (g *Gateway) await(ctx context.Context) error {
	limit, err := g.options.REST.Starts(ctx)
	if err != nil {
		return err
	}
	g.starts.Store(&told{limit, time.Now()})
	wait := g.options.Budget.reserve(g.options.Shard[0], limit, time.Now())
	if scarce(limit) && wait > betweenStarts {
		g.options.Logger.Warn("few session starts are left today, waiting", "in", wait.Round(time.Second), "remaining", limit.Remaining)
	}
	sleep(ctx, wait)
	if ctx.Err() == nil && g.options.Turn != nil {
		return g.options.Turn(ctx, g.options.Shard[0], limit.MaxConcurrency, g.options.Budget.between)
	}
	return ctx.Err()
}

// told is how many new sessions Discord allowed, and when it said so.
type told struct {
	discord.Starts
	at time.Time
}

// now returns what is known to hold now: all are allowed again when Discord's day is over. Those that began since are not counted.
func (t *told) now() discord.Starts {
	s := t.Starts
	if s.ResetAfter -= time.Since(t.at); s.ResetAfter <= 0 {
		s.Remaining, s.ResetAfter = max(s.Remaining, s.Total), 0
	}
	return s
}

// spend records a session that began later than reserved, or by discordgo's own doing.
func (g *Gateway) spend(at time.Time) {
	if limit := g.starts.Load(); limit != nil {
		g.options.Budget.spend(g.options.Shard[0], limit.Starts, at)
		if g.options.Begun != nil {
			g.options.Begun(g.options.Shard[0], limit.MaxConcurrency, at)
		}
	}
}

// sleep waits for d, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
