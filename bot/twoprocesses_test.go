package bot_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"yeye/bot"
	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/id"
	"yeye/bot/internal/bottest"
	"yeye/bot/match/engine"
	"yeye/bot/store"
)

// Two bots with one token work on one database, as they do for a moment while one replaces the other: both get every event. Each
// move is played once, each answer found once, and one board remains.
func TestTwoBotsOnOneDatabase(t *testing.T) {
	th := &bottest.Scripted{Moves: []string{"h9g7", "b9c7", "i9h9", "a9b9", "c6c5", "g6g5"}}
	h := bottest.Open(t, bottest.WithThinker(th))
	first, both := h.Stop, []*bot.Bot{h.Bot}
	h.StartBot(func(_ *bottest.Env, o *bot.Options) { o.Worker = "another" })
	both = append(both, h.Bot)
	t.Cleanup(first)
	mei := h.Connect(1)
	beginAtOne(mei)
	var want []string
	for n, move := range []string{"h2e2", "h0g2", "b0c2", "i0h0", "c3c4", "g3g4"} {
		mei.Act(bottest.Ways[n%2], move)
		want = append(want, move, th.Moves[n])
		mei.Eventually("the answer to "+move, func() bool { return h.Moves() == strings.Join(want, " ") })
		settles(mei, both, move, th.Moves[n])
	}
	first()
	mei.ShowsOneBoard("g3g4", "g6g5")
	mei.Eventually("no card is behind", func() bool {
		n, err := h.Bot.Display.CountOutdated(h.Ctx(), 10)
		return err == nil && (n == 0 || h.Soon())
	})
	mei.ShowsOneBoard("g3g4", "g6g5")
}

// settles requires that one board is left, with these moves, when the bots have nothing left to do. A request of a slower bot may
// arrive late: then that bot repairs its effect.
func settles(g *bottest.User, bots []*bot.Bot, moves ...string) {
	g.Env.T.Helper()
	g.Eventually("one board stands, with "+strings.Join(moves, " "), func() bool {
		g.Env.Idle(bots...)
		card := g.Card()
		return g.Boards() == 1 && card != nil && strings.Contains(card.Content, "`"+moves[0]+"`") && strings.Contains(card.Content, "`"+moves[1]+"`")
	})
}

// beginAtOne begins a game where two bots answer: the slower one's response may be the one that is reported.
func beginAtOne(g *bottest.User) {
	g.Env.T.Helper()
	g.Last = g.Mark()
	if _, err := g.Person.Command(g.Env.Ctx(), g.Env.Channel, "play"); err != nil {
		g.Env.T.Logf("/play: %v", err)
	}
	g.Eventually("one board stands", func() bool { return g.Boards() == 1 })
}

// onlooker is a bot that is always too late with every change, so that it only shows what another one has changed; and that can be
// paused between reading or sending a card and the next step.
type onlooker struct {
	display.REST
	core       *bot.Bot
	at         atomic.Value // where it is paused next: "read", "sent" or ""
	failing    atomic.Bool  // the next card shown is not recorded
	held, free chan struct{}
	looked     atomic.Int64 // how often it has searched the channel
	recorded   atomic.Int64 // and recorded a card
	recording  atomic.Bool
}

// watches makes the bot that is started the onlooker.
func (l *onlooker) watches(h *bottest.Env, o *bot.Options) {
	o.Worker = "onlooker"
	o.DB.Observe(store.Observer{Statement: l.statement, Committed: func(time.Duration) {
		if l.recording.Swap(false) {
			l.recorded.Add(1)
		}
	}})
	h.Opened = func(c *bot.Bot) {
		l.core, l.REST, c.Display.REST = c, c.REST, l
	}
}

var errOnPurpose = errors.New("a fault on purpose")

func (l *onlooker) statement(_ context.Context, query string) error {
	switch {
	case strings.Contains(query, seesEvent):
		return store.ErrSeen // each change has already been made
	case strings.Contains(query, looksForJob):
		return errOnPurpose // nothing is due
	case strings.Contains(query, savesCard):
		if l.failing.CompareAndSwap(true, false) {
			return errOnPurpose
		}
		l.recording.Store(true)
	}
	return nil
}

func (l *onlooker) pass(where string) {
	if l.at.CompareAndSwap(where, "") {
		l.held <- struct{}{}
		<-l.free
	}
}

// Recent searches a channel, some time after the recorded card was read.
func (l *onlooker) Recent(ctx context.Context, channel id.Channel, limit int, after id.Message) ([]discord.Received, error) {
	l.looked.Add(1)
	l.pass("read")
	return l.REST.Recent(ctx, channel, limit, after)
}

func (l *onlooker) Create(ctx context.Context, channel id.Channel, m discord.Message) (id.Message, error) {
	created, err := l.REST.Create(ctx, channel, m)
	l.pass("sent")
	return created, err
}

func (l *onlooker) EditAt(ctx context.Context, channel id.Channel, message id.Message, m discord.Message) (time.Time, error) {
	at, err := l.REST.EditAt(ctx, channel, message, m)
	if len(m.Files) > 0 {
		l.pass("sent")
	}
	return at, err
}

func (l *onlooker) EditOriginal(ctx context.Context, i *discord.Interaction, m discord.Message) error {
	err := l.REST.EditOriginal(ctx, i, m)
	if len(m.Files) > 0 {
		l.pass("sent")
	}
	return err
}

// holds waits until it is paused.
func (l *onlooker) holds(t *testing.T) {
	t.Helper()
	select {
	case <-l.held:
	case <-time.After(bottest.Patience):
		t.Fatal("the onlooker has nothing to do")
	}
}

// looks makes it look at a subject's card repeatedly, until the function it returns is called.
func (l *onlooker) looks(t *testing.T, s id.Subject) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			l.core.Display.Wake(s)
			time.Sleep(50 * time.Millisecond)
		}
	}()
	return cancel
}

// openTwo returns an env with an onlooker beside the bot that plays, and an open game.
func openTwo(t *testing.T, th engine.Thinker) (*bottest.Env, *bottest.User, *onlooker) {
	l := &onlooker{held: make(chan struct{}), free: make(chan struct{})}
	l.at.Store("")
	h := bottest.Open(t, bottest.WithThinker(th), l.watches)
	first := h.Stop
	h.Opened = nil
	h.StartBot(func(_ *bottest.Env, o *bot.Options) { // does not search for outdated cards by itself
		o.DB.Observe(store.Observer{Statement: func(_ context.Context, query string) error {
			if strings.Contains(query, sweeps) {
				return errOnPurpose
			}
			return nil
		}})
	})
	t.Cleanup(first)
	mei := h.Connect(1)
	beginAtOne(mei)
	return h, mei, l
}

// change changes the row of the card of the channel's match, like a process that shows it.
func change(h *bottest.Env, set string, args ...any) id.Subject {
	h.T.Helper()
	m, err := h.Bot.Matches.InChannel(h.Ctx(), id.Channel(h.Channel))
	if err != nil {
		h.T.Fatal(err)
	}
	n, err := h.Store.Write().Exec(h.Ctx(), `UPDATE cards SET version = version + 1, `+set+` WHERE id = ?`, append(args, string(m.ID))...)
	if err != nil || n != 1 {
		h.T.Fatal(n, err)
	}
	return m.Subject()
}

// A bot that searches for unrecorded cards finds the one that another bot has posted since it read the record, and does not delete
// it.
func TestLookWhileAnotherPosts(t *testing.T) {
	h, mei, l := openTwo(t, &bottest.Scripted{Moves: []string{"h9g7"}})
	subject := change(h, "doubt = ?", store.Millis(h.Now().Add(time.Hour)))
	l.at.Store("read")
	stop := l.looks(t, subject)
	l.holds(t)
	mei.Say("h2e2")
	settles(mei, nil, "h2e2", "h9g7")
	looked := l.looked.Load()
	l.free <- struct{}{}
	mei.Eventually("it has looked, and looks again", func() bool { return l.looked.Load() > looked })
	stop()
	settles(mei, []*bot.Bot{h.Bot, l.core}, "h2e2", "h9g7")
}

// Two bots that show a match at the same time leave one board, whichever records it last, and it shows the current match.
func TestRecordedLate(t *testing.T) {
	for _, way := range []string{"typed", "click"} { // which makes a new card, or edits the existing one
		t.Run(way, func(t *testing.T) {
			h, mei, l := openTwo(t, &bottest.Scripted{Moves: []string{"h9g7", "b9c7"}})
			mei.Say("h2e2")
			settles(mei, []*bot.Bot{h.Bot, l.core}, "h2e2", "h9g7")
			l.at.Store("sent")
			l.core.Display.Wake(change(h, "shown = shown - 1")) // as if the onlooker were the first to see the move
			l.holds(t)
			mei.Act(way, "h0g2")
			settles(mei, nil, "h0g2", "b9c7")
			recorded := l.recorded.Load()
			l.free <- struct{}{}
			mei.Eventually("it has recorded", func() bool { return l.recorded.Load() > recorded })
			settles(mei, []*bot.Bot{h.Bot, l.core}, "h0g2", "b9c7")
		})
	}
}

// A bot that could not record what it has sent looks again, even if another one has shown the match meanwhile.
func TestNotRecorded(t *testing.T) {
	h, mei, l := openTwo(t, &bottest.Scripted{Moves: []string{"h9g7", "b9c7"}})
	mei.Say("h2e2")
	settles(mei, []*bot.Bot{h.Bot, l.core}, "h2e2", "h9g7")
	l.at.Store("sent")
	l.core.Display.Wake(change(h, "shown = shown - 1"))
	l.holds(t)
	mei.Say("h0g2")
	settles(mei, nil, "h0g2", "b9c7")
	looked := l.looked.Load()
	l.failing.Store(true)
	l.free <- struct{}{}
	mei.Eventually("it looks once more", func() bool { return l.looked.Load() > looked })
	settles(mei, []*bot.Bot{h.Bot, l.core}, "h0g2", "b9c7")
}
