package bot

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"yeye/bot/agenda"
	"yeye/bot/gateway"
	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/render"
)

// Options is what a Bot is made of. All but Now, Pause and Logger are needed.
type Options struct {
	Gateway  gateway.Options // Handle is the bot's own
	Sessions *session.Service
	Boards   Boards
	Records  Records
	Queue    agenda.Queue
	Thinker  agenda.Thinker
	Analyst  Analyst // gives hints; nil gives none
	Painter  *render.Painter
	Catalog  *locale.Catalog
	Typed    bool             // messages that do not mention the bot can be read
	Owner    string           // names this process among those on one database
	Now      func() time.Time // default time.Now
	Pause    time.Duration    // how long thinking is seen at least
	// Patience is how long an interaction's answer may be prepared before it is
	// acknowledged bare, default 1.8 s: a slow network is left one of Discord's three.
	Patience time.Duration
	Logger   *slog.Logger
	Observer Observer
	// EmojiRetry is the pause before men's emoji that could not be uploaded are tried
	// again, doubling up to an hour; zero leaves men to words.
	EmojiRetry time.Duration
	Limit      Pace          // how much one person and one server may ask; zero for no limit
	Thinkers   int           // games that Thinker thinks about at the same time; see [agenda.Options]
	Hourly     time.Duration // engine time of one person in an hour; 0 for no limit
	// Ready, if set, is called once when the bot is connected and its commands are
	// registered.
	Ready func()
}

// Bot is Yeye, connected to Discord while Run runs.
type Bot struct {
	Options
	gateway *gateway.Gateway
	send    *gateway.Sender
	agenda  *agenda.Agenda
	lanes   lanes
	traffic traffic
	shower  *shower
	notes   *notes
	pulse   *pulse
	reading latest
	news    atomic.Pointer[news] // of the latest connection
	guard   guard
	faces   *faces

	pondering pondering
	started   time.Time
	open      context.Context // ends when the bot is to stop
	life      context.Context // ends some seconds later, when what is under way must be done
	tasks     underway        // what runs beside lanes and shower
	ready     sync.Once
}

// New makes a Bot. It does not connect.
func New(o Options) (*Bot, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Patience == 0 {
		o.Patience = patience
	}
	b := &Bot{Options: o, started: o.Now()}
	o.Gateway.Handle = b.receive
	if o.Gateway.Logger == nil {
		o.Gateway.Logger = o.Logger
	}
	g, err := gateway.New(o.Gateway)
	if err != nil {
		return nil, err
	}
	b.gateway, b.send = g, g.Sender()
	b.shower = newShower(b)
	b.notes = newNotes(b)
	b.pulse = newPulse(b)
	b.faces = newFaces(o.EmojiRetry)
	b.agenda = agenda.New(agenda.Options{
		Owner: o.Owner, Queue: o.Queue, Sessions: keeper{o.Sessions, b}, Thinker: o.Thinker,
		Pause: o.Pause, Thinkers: o.Thinkers, Hourly: o.Hourly, Changed: func(s session.Session) { b.shower.poke(s.ID) }, Logger: o.Logger,
	})
	return b, nil
}

// closing is how long Run finishes what is under way after its context ends.
const closing = 8 * time.Second

// Run connects and plays until ctx ends; then it finishes what is under way,
// within a few seconds, and returns nil. It returns an error only when Discord
// will never let this bot in: a [*gateway.FatalError] with a sentence for the
// operator.
func (b *Bot) Run(ctx context.Context) error {
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	b.life = life

	inner, stop := context.WithCancel(ctx)
	defer stop()
	b.open = inner
	var background sync.WaitGroup
	background.Go(func() { b.agenda.Run(inner) })
	background.Go(func() { b.sweep(inner) })
	b.pulse.wake(inner)
	background.Go(func() { b.pulse.run(inner) })
	if b.EmojiRetry > 0 {
		background.Go(func() { b.keepFaces(inner) })
	}

	err := b.gateway.Run(inner)
	stop()
	background.Wait()

	finished := make(chan struct{})
	go func() {
		b.lanes.wait()
		b.tasks.wait()
		b.shower.wait()
		b.notes.clear(life)
		close(finished)
	}()
	select {
	case <-finished:
	case <-time.After(closing):
		b.Logger.Warn("stopped with work under way; it is kept and will be finished after the next start")
	}
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// sweep looks for debts and tidies up, now and then.
func (b *Bot) sweep(ctx context.Context) {
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for n := 0; ; n++ {
		if self, _ := b.gateway.Self(); self != "" { // boards go out though no events come in
			b.payDebts(ctx)
		}
		if n%720 == 0 { // once an hour
			if err := b.Records.Forget(ctx); err != nil && ctx.Err() == nil {
				b.Logger.Warn("old events not removed", "err", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (b *Bot) payDebts(ctx context.Context) {
	ids, err := b.Boards.Owed(ctx, 500)
	if err != nil {
		if ctx.Err() == nil {
			b.Logger.Error("cannot look for boards not yet shown", "err", err)
		}
		return
	}
	for _, id := range ids {
		b.shower.find(id)
	}
}
