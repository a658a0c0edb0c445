// Package bottest tests the whole program: the bot in a sandbox of Discord, with simulated people who use it through
// sockets, and with scripts of what they type and read. It is for what only the whole program shows; package desk tests
// a feature by itself.
//
// Out of scope: anything that is not for tests.
package bottest

import (
	"cmp"
	"context"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"yeye/ai"
	"yeye/bot"
	"yeye/bot/feature/all"
	"yeye/bot/internal/testdb"
	"yeye/bot/match/engine"
	"yeye/bot/sandbox"
	"yeye/bot/store"
	"yeye/game"
	"yeye/render"
)

// Env is a sandbox with the bot in it, everything real: sockets, database, engine, pictures.
type Env struct {
	T       *testing.T
	Server  *sandbox.Server
	Info    sandbox.Info
	Channel string // where people act
	Store   *store.DB
	Bot     *bot.Bot // the bot that was started last
	Thinker engine.Thinker
	Stop    func()         // stops that bot as the end of its process would
	Opened  func(*bot.Bot) // if not nil, called with each bot before it runs

	db        string
	offset    atomic.Int64              // of the clock, in nanoseconds
	frozen    atomic.Pointer[time.Time] // when the clock stopped, without the offset; nil if it runs
	unhurried bool                      // see Unhurried; holds for every bot that is started here
	counted   time.Time                 // since when requests are counted, zero if they are not
	look      func()                    // makes the bot that was started last look for outdated cards and due jobs
}

// Painter is shared by all tests: preparing a theme takes longer than most tests.
var Painter = render.New()

// prepared draws a first board, so that no response has to wait for the theme.
var prepared = sync.OnceValue(func() error {
	_, err := Painter.Board(render.View{Position: game.Start()})
	return err
})

// Option changes an environment, or the options of its bot.
type Option func(*Env, *bot.Options)

// WithThinker makes characters play the moves of an engine; without it they play the program's own.
func WithThinker(th engine.Thinker) Option {
	return func(h *Env, _ *bot.Options) { h.Thinker = th }
}

// WithAnalyst makes hints those of an analyst.
func WithAnalyst(a engine.Analyst) Option {
	return func(_ *Env, o *bot.Options) { o.Analyst = a }
}

// WithSearcher makes analyses search with a searcher.
func WithSearcher(s engine.Searcher) Option {
	return func(_ *Env, o *bot.Options) { o.Searcher = s }
}

// Open opens an environment where everybody's client is in English.
func Open(t *testing.T, options ...Option) *Env {
	return OpenIn(t, "en-US", options...)
}

// OpenIn opens an environment in which all clients use one language. Interactions wait longer for responses than
// Discord's do: tests check what people see, not how fast the machine is.
func OpenIn(t *testing.T, locale string, options ...Option) *Env {
	t.Helper()
	return OpenWith(t, sandbox.Options{AnswerWithin: Patience}, locale, append([]Option{Unhurried}, options...)...)
}

// Unhurried gives the bot as long for responses as the machine takes. Otherwise it would defer them on a slow machine
// and answer later.
func Unhurried(h *Env, _ *bot.Options) { h.unhurried = true }

// OpenHurried opens an environment where the bot hurries as it does on Discord, for tests of lateness: a response that
// is not ready in 1.8 s follows a deferral. Interactions wait for that longer than Discord's three seconds, which a
// busy machine may need for itself.
func OpenHurried(t *testing.T, options ...Option) *Env {
	t.Helper()
	return OpenWith(t, sandbox.Options{AnswerWithin: 10 * time.Second}, "en-US", options...)
}

// OpenWith opens an environment in a sandbox with options.
func OpenWith(t *testing.T, o sandbox.Options, locale string, options ...Option) *Env {
	t.Helper()
	t.Parallel()
	h := &Env{T: t, db: testdb.New(t)}
	if err := prepared(); err != nil {
		t.Fatal(err)
	}
	o.Wrap, o.Locales = watched(t), []string{locale, locale, locale}
	o.Limits = cmp.Or(o.Limits, sandbox.Relaxed())
	o.OnClock = func(d time.Duration) { h.offset.Store(int64(d)) }
	h.Server = sandbox.New(o)
	if err := h.Server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Server.Close() })
	h.Info = h.Server.Info()
	h.Channel = h.Info.Channels[0].ID
	h.StartBot(options...)
	return h
}

// must ends the test if a step of it has failed.
func (h *Env) must(err error) {
	h.T.Helper()
	if err != nil {
		h.T.Fatal(err)
	}
}

// Now returns the time in the environment.
func (h *Env) Now() time.Time {
	now := time.Now()
	if at := h.frozen.Load(); at != nil {
		now = *at
	}
	return now.Add(time.Duration(h.offset.Load()))
}

// Freeze stops the bot's clock, so that only [Env.Pass] advances it, until [Env.Unfreeze]. Discord's clock goes on.
func (h *Env) Freeze() {
	now := time.Now()
	h.frozen.Store(&now)
}

// Unfreeze lets the bot's clock run again, from the time that it would have reached.
func (h *Env) Unfreeze() { h.frozen.Store(nil) }

// StartBot starts the bot as a process would: on the existing database.
func (h *Env) StartBot(options ...Option) {
	t := h.T
	t.Helper()
	st := testdb.At(t, h.db, h.Now)
	ready := make(chan struct{})
	o := bot.Options{
		Token:          h.Info.BotToken,
		API:            h.Info.API,
		MessageContent: true,
		DB:             st,
		Painter:        Painter,
		Worker:         "test",
		Timeout:        Patience,
		Ready:          func() { close(ready) },
	}
	if os.Getenv("YEYE_TEST_LOG") != "" {
		o.Logger = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	for _, f := range options {
		f(h, &o)
	}
	if h.unhurried {
		o.Patience = Patience / 2
	}
	if h.Thinker == nil {
		h.Thinker = ai.NewPool(ai.PoolOptions{Workers: 1, HashMB: 4})
	}
	o.Thinker = h.Thinker
	core, err := bot.Open(o, all.Features)
	if err != nil {
		t.Fatal(err)
	}
	h.Store, h.Bot = st, core
	if h.Opened != nil {
		h.Opened(core)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- core.Run(ctx) }()
	h.look = func() {
		if ctx.Err() == nil {
			core.Display.Sweep(ctx)
			core.Waker.Wake()
		}
	}
	stopped := false
	h.Stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the bot ended with %v", err)
		}
		st.Close()
	}
	t.Cleanup(func() { h.Stop() })
	select {
	case <-ready:
	case err := <-done:
		t.Fatalf("the bot ended: %v", err)
	case <-time.After(Patience):
		t.Fatal("the bot is not ready in time")
	}
}

// Patience bounds every wait of a test.
const Patience = 3 * time.Minute

// Ctx returns a context that ends with the test, or after its patience.
func (h *Env) Ctx() context.Context {
	ctx, cancel := context.WithTimeout(h.T.Context(), Patience)
	h.T.Cleanup(cancel)
	return ctx
}
