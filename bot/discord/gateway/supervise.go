package gateway

import (
	"context"
	"errors"
	"time"

	"yeye/bot/discord"
	"yeye/internal/sleep"
)

// Run connects and keeps connected until ctx ends, which is no error. It returns a [*FatalError] when Discord will not
// let this bot in.
func (g *Gateway) Run(ctx context.Context) error {
	defer g.connected.Store(false)
	pauses := newBackoff(g.firstPause)
	for ctx.Err() == nil {
		lasted, identified, err := g.connectOnce(ctx)
		if g.connected.Swap(false) {
			call(g.options.Observer.Disconnected)
		}
		if ctx.Err() != nil {
			return nil
		}
		if errors.Is(err, errContentRefused) {
			continue
		}
		if wait, again := g.tokenRefusals.next(err); again {
			g.options.Logger.Error("Discord refused a token it accepted before, trying again", "in", wait, "err", err)
			sleep.For(ctx, wait)
			continue
		}
		if f := Fatal(err); f != nil {
			return f
		}
		wait := pauses.next(lasted, identified)
		var invalid *invalidSession
		if errors.As(err, &invalid) && !g.hasSession() {
			wait = max(wait, g.invalidPause())
		}
		g.options.Logger.Warn("not connected to Discord, trying again", "in", wait.Round(time.Millisecond), "lasted",
			lasted.Round(time.Millisecond), "err", err)
		sleep.For(ctx, wait)
	}
	return nil
}

// connectOnce connects and returns when the connection is lost: how long it lasted, 0 if no event arrived, and
// whether IDENTIFY was sent.
func (g *Gateway) connectOnce(ctx context.Context) (lasted time.Duration, identified bool, err error) {
	if user, _ := g.Self(); user == "" {
		if err := g.fetchUser(ctx); err != nil {
			return 0, false, err
		}
	}
	g.mu.Lock()
	s := g.session
	g.mu.Unlock()
	if s == nil {
		if err := g.waitForIdentify(ctx); err != nil {
			return 0, false, err
		}
	}
	c, err := g.connect(ctx, s)
	if err != nil {
		g.updateSession(err, false)
		return 0, false, err
	}
	if err = c.waitForEvent(ctx); err == nil {
		connected := time.Now()
		g.tokenRefusals.accept()
		g.connected.Store(true)
		call(g.options.Observer.Connected)
		g.options.Logger.Info("connected to Discord")
		err = c.watch(ctx)
		lasted = max(1, time.Since(connected))
	}
	if ctx.Err() != nil {
		c.closeNormally()
		return lasted, false, ctx.Err()
	}
	g.updateSession(err, lasted > 0)
	if closeCode(err) == closeDisallowedIntents && c.intents&MessageContent != 0 {
		g.refuseContent()
		err = errContentRefused
	}
	return lasted, c.identified.Load(), err
}

// updateSession discards the session if it cannot be resumed after its connection ended; hadEvents is whether events
// had arrived over it.
func (g *Gateway) updateSession(err error, hadEvents bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.session != nil && !g.session.resumableAfter(err, hadEvents) {
		g.session = nil
	}
}

// hasSession reports whether there is a session to resume.
func (g *Gateway) hasSession() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.session != nil
}

// errContentRefused means that the connection ended because it asked for the Message Content intent. The next does not
// ask.
var errContentRefused = errors.New("the Message Content intent was refused")

func (g *Gateway) refuseContent() {
	if !g.contentRefused.Swap(true) {
		g.options.Logger.Error("Discord does not let this bot read messages; continuing without: moves work by " +
			"/move, by mention and in direct messages. " +
			"To change that, enable 'Message Content Intent' on the page Bot of your application " +
			"(discord.com/developers) and restart")
		call(g.options.Observer.ContentRefused)
	}
}

// waitForIdentify waits until a new session may start, and reserves it.
func (g *Gateway) waitForIdentify(ctx context.Context) error {
	limit, err := g.options.REST.SessionStarts(ctx)
	if err != nil {
		return err
	}
	g.starts.Store(&startLimit{limit, time.Now()})
	g.awaitsIdentify.Store(true)
	defer g.awaitsIdentify.Store(false)
	wait := g.options.Budget.reserve(g.options.Shard[0], limit, time.Now())
	if nearlyUsedUp(limit) && wait > identifySpacing {
		g.options.Logger.Warn("few session starts are left today, waiting", "in", wait.Round(time.Second), "remaining",
			limit.Remaining)
	}
	sleep.For(ctx, wait)
	if ctx.Err() == nil && g.options.WaitForIdentify != nil {
		return g.options.WaitForIdentify(ctx, g.options.Shard[0], limit.MaxConcurrency, g.options.Budget.interval)
	}
	return ctx.Err()
}

// startLimit is Discord's session start limit at a time.
type startLimit struct {
	discord.SessionStarts
	at time.Time
}

// current estimates the limit now: the full number is available again after ResetAfter. Sessions started since are
// not counted.
func (t *startLimit) current() discord.SessionStarts {
	s := t.SessionStarts
	if s.ResetAfter -= time.Since(t.at); s.ResetAfter <= 0 {
		s.Remaining, s.ResetAfter = max(s.Remaining, s.Total), 0
	}
	return s
}

// recordIdentify records when IDENTIFY is sent, which may be later than reserved.
func (g *Gateway) recordIdentify(at time.Time) {
	if limit := g.starts.Load(); limit != nil {
		g.options.Budget.record(g.options.Shard[0], limit.SessionStarts, at)
		if g.options.OnIdentify != nil {
			g.options.OnIdentify(g.options.Shard[0], limit.MaxConcurrency, at)
		}
	}
}
