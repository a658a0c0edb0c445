package gateway

import (
	"context"
	"errors"
	"time"

	"yeye/bot/discord"
)

// Run connects and keeps connected until ctx ends, which is no error. It returns a [*FatalError] when Discord will not
// let this bot in.
func (g *Gateway) Run(ctx context.Context) error {
	defer g.connected.Store(false)
	pauses := newBackoff(g.firstPause)
	for ctx.Err() == nil {
		lasted, identified, err := g.stay(ctx)
		if g.connected.Swap(false) {
			call(g.options.Observer.Disconnected)
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
		wait := pauses.next(lasted, identified)
		var invalid *invalidSession
		if errors.As(err, &invalid) && !g.resumes() {
			wait = max(wait, g.invalidPause())
		}
		g.options.Logger.Warn("not connected to Discord, trying again", "in", wait.Round(time.Millisecond), "lasted",
			lasted.Round(time.Millisecond), "err", err)
		sleep(ctx, wait)
	}
	return nil
}

// stay makes a connection and returns when it is lost: how long it lasted, 0 if no event came, and whether it cost an
// IDENTIFY.
func (g *Gateway) stay(ctx context.Context) (lasted time.Duration, identified bool, err error) {
	if user, _ := g.Self(); user == "" {
		if err := g.identity(ctx); err != nil {
			return 0, false, err
		}
	}
	g.mu.Lock()
	s := g.session
	g.mu.Unlock()
	if s == nil {
		if err := g.await(ctx); err != nil {
			return 0, false, err
		}
	}
	c, err := g.connect(ctx, s)
	if err != nil {
		g.judge(err, false)
		return 0, false, err
	}
	if err = c.opened(ctx); err == nil {
		begun := time.Now()
		g.refusals.accept()
		g.connected.Store(true)
		call(g.options.Observer.Connected)
		g.options.Logger.Info("connected to Discord")
		err = c.watch(ctx)
		lasted = max(1, time.Since(begun))
	}
	if ctx.Err() != nil {
		c.leave()
		return lasted, false, ctx.Err()
	}
	g.judge(err, lasted > 0)
	if closeCode(err) == closeDisallowedIntents && c.intents&MessageContent != 0 {
		g.refuseContent()
		err = errContentRefused
	}
	return lasted, c.identified.Load(), err
}

// judge discards the session if it does not survive the end of its connection; begun is whether events had come over
// that.
func (g *Gateway) judge(err error, begun bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.session != nil && !g.session.survives(err, begun) {
		g.session = nil
	}
}

// resumes reports whether there is a session to resume.
func (g *Gateway) resumes() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.session != nil
}

// errContentRefused means that the connection ended because it asked for the Message Content intent. The next does not
// ask.
var errContentRefused = errors.New("the Message Content intent was refused")

func (g *Gateway) refuseContent() {
	if !g.refused.Swap(true) {
		g.options.Logger.Error("Discord does not let this bot read messages; continuing without: moves work by " +
			"/move, by mention and in direct messages. " +
			"To change that, enable 'Message Content Intent' on the page Bot of your application " +
			"(discord.com/developers) and restart")
		call(g.options.Observer.ContentRefused)
	}
}

// await waits until a new session may begin, and records it.
func (g *Gateway) await(ctx context.Context) error {
	limit, err := g.options.REST.Starts(ctx)
	if err != nil {
		return err
	}
	g.starts.Store(&allowance{limit, time.Now()})
	g.waiting.Store(true)
	defer g.waiting.Store(false)
	wait := g.options.Budget.reserve(g.options.Shard[0], limit, time.Now())
	if scarce(limit) && wait > betweenStarts {
		g.options.Logger.Warn("few session starts are left today, waiting", "in", wait.Round(time.Second), "remaining",
			limit.Remaining)
	}
	sleep(ctx, wait)
	if ctx.Err() == nil && g.options.Turn != nil {
		return g.options.Turn(ctx, g.options.Shard[0], limit.MaxConcurrency, g.options.Budget.between)
	}
	return ctx.Err()
}

// allowance is how many new sessions Discord allowed, and when it said so.
type allowance struct {
	discord.Starts
	at time.Time
}

// now returns what is known to hold now: all are allowed again when Discord's day is over. Those that began since are
// not counted.
func (t *allowance) now() discord.Starts {
	s := t.Starts
	if s.ResetAfter -= time.Since(t.at); s.ResetAfter <= 0 {
		s.Remaining, s.ResetAfter = max(s.Remaining, s.Total), 0
	}
	return s
}

// spend records when IDENTIFY is sent, which may be later than reserved.
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
