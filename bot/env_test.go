package bot_test

import (
	"cmp"
	"context"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"yeye/ai"
	"yeye/ai/character"
	"yeye/bot"
	"yeye/bot/engine"
	"yeye/bot/feature/all"
	"yeye/bot/internal/testdb"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
	"yeye/bot/store"
	"yeye/game"
	"yeye/render"
)

// env is a sandbox with the bot in it, everything real: sockets, database,
// engine, pictures.
type env struct {
	t       *testing.T
	server  *sandbox.Server
	info    sandbox.Info
	channel string
	db      string
	store   *store.DB
	core    *bot.Bot
	thinker engine.Thinker
	offset  atomic.Int64
	stop    func()

	unhurried bool           // for every bot that is started here
	opened    func(*bot.Bot) // called with what is opened here before it runs; nil for nothing
}

// painter is shared: preparing a theme takes longer than most tests.
var painter = render.New()

// prepared draws a first board, so that no response has to wait for the theme.
var prepared = sync.OnceValue(func() error {
	_, err := painter.Board(render.View{Position: game.Start()})
	return err
})

type envOption func(*env, *bot.Options)

func withThinker(th engine.Thinker) envOption {
	return func(h *env, _ *bot.Options) { h.thinker = th }
}

func openEnv(t *testing.T, options ...envOption) *env {
	return openEnvIn(t, "en-US", options...)
}

// openEnvIn opens an env in which everybody's client uses one language. Interactions wait longer for responses than
// Discord's do: tests check what people see, not how fast the machine is.
func openEnvIn(t *testing.T, locale string, options ...envOption) *env {
	t.Helper()
	return openEnvWith(t, sandbox.Options{AnswerWithin: patience}, locale, append([]envOption{unhurried}, options...)...)
}

// unhurried lets the bot prepare responses as long as the machine takes: a slow one would defer them, and answer later.
func unhurried(h *env, _ *bot.Options) { h.unhurried = true }

// openHurriedEnv opens an env where the bot hurries as it does on Discord, for tests of lateness: a response that is
// not ready in 1.8 s follows a deferral. Interactions wait for that longer than Discord's three seconds, which a busy
// machine may need for itself.
func openHurriedEnv(t *testing.T, options ...envOption) *env {
	t.Helper()
	return openEnvWith(t, sandbox.Options{AnswerWithin: 10 * time.Second}, "en-US", options...)
}

func openEnvWith(t *testing.T, o sandbox.Options, locale string, options ...envOption) *env {
	t.Helper()
	t.Parallel()
	h := &env{t: t, db: testdb.New(t)}
	if err := prepared(); err != nil {
		t.Fatal(err)
	}
	o.Wrap, o.Locales = watched(t), []string{locale, locale, locale}
	o.Limits = cmp.Or(o.Limits, sandbox.Relaxed())
	o.OnClock = func(d time.Duration) { h.offset.Store(int64(d)) }
	h.server = sandbox.New(o)
	if err := h.server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.server.Close() })
	h.info = h.server.Info()
	h.channel = h.info.Channels[0].ID
	h.startBot(options...)
	return h
}

func (h *env) now() time.Time { return time.Now().Add(time.Duration(h.offset.Load())) }

// startBot starts the bot as a process would: on the existing database.
func (h *env) startBot(options ...envOption) {
	t := h.t
	t.Helper()
	st := testdb.At(t, h.db, h.now)
	ready := make(chan struct{})
	o := bot.Options{Token: h.info.BotToken, API: h.info.API, Content: true, DB: st, Painter: painter, Worker: "test", Within: patience, Ready: func() { close(ready) }}
	if os.Getenv("YEYE_TEST_LOG") != "" {
		o.Logger = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	for _, f := range options {
		f(h, &o)
	}
	if h.unhurried {
		o.Patience = patience / 2
	}
	if h.thinker == nil {
		h.thinker = ai.NewPool(ai.PoolOptions{Workers: 1, HashMB: 4})
	}
	o.Thinker = h.thinker
	core, err := bot.Open(o, all.Features)
	if err != nil {
		t.Fatal(err)
	}
	h.store, h.core = st, core
	if h.opened != nil {
		h.opened(core)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- core.Run(ctx) }()
	stopped := false
	h.stop = func() {
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
	t.Cleanup(func() { h.stop() })
	select {
	case <-ready:
	case err := <-done:
		t.Fatalf("the bot ended: %v", err)
	case <-time.After(patience):
		t.Fatal("the bot is not ready in time")
	}
}

// patience bounds every wait of a test.
const patience = 3 * time.Minute

func (h *env) ctx() context.Context {
	ctx, cancel := context.WithTimeout(h.t.Context(), patience)
	h.t.Cleanup(cancel)
	return ctx
}

// connect connects a person by number: 0 Mei, 1 Tom, 2 Linh.
func (h *env) connect(n int) *user {
	h.t.Helper()
	p, err := person.Connect(h.ctx(), h.info.API, h.info.Users[n].Token)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { p.Close() })
	return &user{Person: p, h: h}
}

// user is a person whose acts must succeed.
type user struct {
	*person.Person
	h    *env
	last person.Mark // confirmation of the last act: waits look at later events
}

func (g *user) command(name string, options ...person.Value) *person.Message {
	g.h.t.Helper()
	m, err := g.Command(g.h.ctx(), g.h.channel, name, options...)
	g.last = g.Acted()
	if err != nil {
		g.h.t.Fatalf("/%s: %v", name, err)
	}
	return m
}

func (g *user) say(text string) *person.Message {
	g.h.t.Helper()
	m, err := g.Say(g.h.ctx(), g.h.channel, text)
	g.last = g.Acted()
	if err != nil {
		g.h.t.Fatalf("saying %.40q: %v", text, err)
	}
	return m
}

func (g *user) press(m *person.Message, button string) *person.Message {
	g.h.t.Helper()
	got, err := g.Press(g.h.ctx(), m, button)
	g.last = g.Acted()
	if err != nil {
		g.h.t.Fatalf("pressing %s: %v", button, err)
	}
	return got
}

func (g *user) choose(m *person.Message, prompt string, value string) *person.Message {
	g.h.t.Helper()
	got, err := g.Select(g.h.ctx(), m, prompt, value)
	g.last = g.Acted()
	if err != nil {
		g.h.t.Fatalf("selecting %s in %s: %v", value, prompt, err)
	}
	return got
}

// wait returns a message, new or edited since the last act, that meets the conditions.
func (g *user) wait(all ...person.Condition) *person.Message {
	g.h.t.Helper()
	m, err := g.WaitSince(g.h.ctx(), g.last, append([]person.Condition{person.In(g.h.channel), person.FromBot()}, all...)...)
	if err != nil {
		g.h.t.Fatalf("waiting: %v\n%s", err, g.h.transcript())
	}
	return m
}

// eventually waits for a condition that no message shows.
func (g *user) eventually(what string, holds func() bool) {
	g.h.t.Helper()
	for end := time.Now().Add(3 * patience); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			g.h.t.Fatalf("never: %s\n%s", what, g.h.transcript())
		}
	}
}

// transcript returns the messages in the channel, for failures.
func (h *env) transcript() string {
	p, err := person.Connect(context.Background(), h.info.API, h.info.Users[0].Token)
	if err != nil {
		return err.Error()
	}
	defer p.Close()
	list, err := p.Messages(context.Background(), h.channel, 50)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for i := len(list) - 1; i >= 0; i-- {
		m := list[i]
		b.WriteString(m.Author.Username + ": " + m.Content)
		for _, a := range m.Attachments {
			b.WriteString(" [picture: " + a.Description + "]")
		}
		b.WriteString("\n")
	}
	return b.String()
}

var moveInText = regexp.MustCompile("`([a-i][0-9][a-i][0-9])`")

// lastMove returns the last move that a card names.
func lastMove(m *person.Message) string {
	first, _, _ := strings.Cut(m.Content, "\n")
	all := moveInText.FindAllStringSubmatch(first, -1)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1][1]
}

// scripted answers with the given moves, one a turn, then with any. If it is asked again about a turn whose answer was
// not used, as after a lease that expired, it answers as before.
type scripted struct {
	moves []string
	gate  chan struct{} // if set, each answer waits for a token
	mu    sync.Mutex
	turns []uint64 // the seeds of those answered, one for each turn
}

func (s *scripted) Think(ctx context.Context, g *game.Game, _ character.Level, seed uint64) (game.Move, int, bool, error) {
	if s.gate != nil {
		select {
		case <-ctx.Done():
			return game.NoMove, 0, false, ctx.Err()
		case <-s.gate:
		}
	}
	s.mu.Lock()
	n := slices.Index(s.turns, seed)
	if n < 0 {
		n = len(s.turns)
		s.turns = append(s.turns, seed)
	}
	s.mu.Unlock()
	if n < len(s.moves) {
		if m, err := game.ParseMove(s.moves[n]); err == nil && g.Position().IsLegal(m) {
			return m, 0, false, nil
		}
	}
	var buf [game.MaxMoves]game.Move
	return g.Position().LegalMoves(buf[:0])[0], 0, false, nil
}
