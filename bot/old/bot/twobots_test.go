package bot_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"yeye/bot/old/bot"
	"yeye/bot/agenda"
	"yeye/bot/board"
	"yeye/bot/session"
	"yeye/bot/old/store"
)

// Two bots of one token work on one database, as they do for a moment while one
// is replaced by another: both get every event. Each move is played once, each
// answer found once, and one board stands.
func TestTwoBotsOnOneDatabase(t *testing.T) {
	th := &scripted{moves: []string{"h9g7", "b9c7", "i9h9", "a9b9", "c6c5", "g6g5"}}
	h := openHall(t, withThinker(th))
	first := h.stop
	h.startBot(func(_ *hall, o *bot.Options) { o.Owner = "another" })
	t.Cleanup(first)
	mei := h.sit(1)
	mei.beginAtOne()
	var want []string
	for n, move := range []string{"h2e2", "h0g2", "b0c2", "i0h0", "c3c4", "g3g4"} {
		mei.act(ways[n%2], move)
		want = append(want, move, th.moves[n])
		mei.eventually("the answer to "+move, func() bool { return h.moves() == strings.Join(want, " ") })
		mei.settles(move, th.moves[n])
	}
	first()
	mei.stands("g3g4", "g6g5")
	mei.eventually("nothing is owed", func() bool { n, err := h.store.Debts(h.ctx(), 10); return err == nil && (n == 0 || h.soon()) })
	mei.stands("g3g4", "g6g5")
}

// soon lets a minute pass, and is false.
func (h *hall) soon() bool { h.pass(time.Minute); return false }

// settles wants that after a while one board stands, with these moves. A request of a
// bot that is slower than the other may arrive late: then that bot mends what it did.
func (g *guest) settles(moves ...string) {
	g.h.t.Helper()
	g.eventually("one board stands, with "+strings.Join(moves, " "), func() bool {
		for range 2 {
			card := g.card()
			if g.boards() != 1 || card == nil || !strings.Contains(card.Content, "`"+moves[0]+"`") || !strings.Contains(card.Content, "`"+moves[1]+"`") {
				return false
			}
			time.Sleep(200 * time.Millisecond)
		}
		return true
	})
}

// beginAtOne begins a game where two bots answer: the slower one's answer may be the
// one that is reported.
func (g *guest) beginAtOne() {
	g.h.t.Helper()
	g.last = g.Mark()
	if _, err := g.Command(g.h.ctx(), g.h.channel, "play"); err != nil {
		g.h.t.Logf("/play: %v", err)
	}
	g.eventually("one board stands", func() bool { return g.boards() == 1 })
}

// onlooker is what a bot stands on that is always too late with every change, so that
// it does nothing but show what another one has changed; and that can be held between
// the moment at which it reads or sends a board and the next.
type onlooker struct {
	bot.Boards
	at         atomic.Value // where it is held next: "read", "sent" or ""
	looks      atomic.Value // at which session it looks again and again, "" for none
	failing    atomic.Bool  // the next board is not stored
	held, free chan struct{}
	read       atomic.Int64 // how often it has read a board
	noted      atomic.Int64 // and stored one
}

func newOnlooker() *onlooker {
	o := &onlooker{held: make(chan struct{}), free: make(chan struct{})}
	o.at.Store("")
	o.looks.Store(session.ID(""))
	return o
}

func (l *onlooker) options(_ *hall, o *bot.Options) {
	st := o.Boards.(*store.Store)
	l.Boards = st
	o.Boards, o.Queue, o.Sessions, o.Owner = l, idle{st}, session.NewService(late{st}, session.WithClock(o.Now)), "onlooker"
}

func (l *onlooker) pass(where string) {
	if l.at.CompareAndSwap(where, "") {
		l.held <- struct{}{}
		<-l.free
	}
}

func (l *onlooker) Board(ctx context.Context, id session.ID) (board.Board, error) {
	b, err := l.Boards.Board(ctx, id)
	l.read.Add(1)
	l.pass("read")
	return b, err
}

func (l *onlooker) Owed(ctx context.Context, limit int) ([]session.ID, error) {
	ids, err := l.Boards.Owed(ctx, limit)
	if id := l.looks.Load().(session.ID); id != "" {
		ids = append(ids, id)
	}
	return ids, err
}

func (l *onlooker) SetBoard(ctx context.Context, b *board.Board) error {
	l.pass("sent")
	if l.failing.CompareAndSwap(true, false) {
		return errors.New("a fault on purpose")
	}
	defer l.noted.Add(1)
	return l.Boards.SetBoard(context.WithoutCancel(ctx), b)
}

// late is a store in which each change has been made already.
type late struct{ session.Store }

func (late) Insert(context.Context, string, session.Session) error        { return session.ErrSeen }
func (late) Update(context.Context, string, session.Session, int64) error { return session.ErrSeen }

// idle is a queue in which nothing is due.
type idle struct{ agenda.Queue }

func (idle) Claim(context.Context, string, time.Duration, agenda.Hands) ([]agenda.Job, error) {
	return nil, nil
}

// single is boards of which a bot finds no debts by itself.
type single struct{ bot.Boards }

func (single) Owed(context.Context, int) ([]session.ID, error) { return nil, nil }

// openTwo is a hall with an onlooker beside the bot that plays, and a game begun.
func openTwo(t *testing.T, th agenda.Thinker) (*hall, *guest, *onlooker) {
	l := newOnlooker()
	h := openHall(t, withThinker(th), l.options)
	first := h.stop
	h.startBot(func(_ *hall, o *bot.Options) { o.Boards = single{o.Boards} })
	t.Cleanup(first)
	mei := h.sit(1)
	mei.beginAtOne()
	return h, mei, l
}

// change stores a session's board anew.
func (h *hall) change(f func(*board.Board)) session.ID {
	h.t.Helper()
	for {
		se, err := h.store.ByPlace(h.ctx(), session.Place(h.channel))
		if err != nil {
			h.t.Fatal(err)
		}
		b, err := h.store.Board(h.ctx(), se.ID)
		if err != nil {
			h.t.Fatal(err)
		}
		f(&b)
		if err = h.store.SetBoard(h.ctx(), &b); err == nil {
			return b.Session
		}
		if !errors.Is(err, board.ErrOvertaken) {
			h.t.Fatal(err)
		}
	}
}

// A bot that looks for cards that are not noted finds the one that another bot has
// posted since it read which one is, and does not take it away.
func TestLookWhileAnotherPosts(t *testing.T) {
	h, mei, l := openTwo(t, &scripted{moves: []string{"h9g7"}})
	id := h.change(func(b *board.Board) { b.Doubt = h.now().Add(time.Hour) })
	l.at.Store("read")
	l.looks.Store(id)
	<-l.held
	mei.say("h2e2")
	mei.settles("h2e2", "h9g7")
	read := l.read.Load()
	l.free <- struct{}{}
	mei.eventually("it has looked, and looks again", func() bool { return l.read.Load() > read })
	mei.settles("h2e2", "h9g7")
}

// Two bots that show a session at the same time leave one board, whichever notes it
// last, and it shows the session as it is.
func TestNotedLate(t *testing.T) {
	for _, way := range []string{"typed", "click"} { // which makes a new card, or edits the one that is there
		t.Run(way, func(t *testing.T) {
			h, mei, l := openTwo(t, &scripted{moves: []string{"h9g7", "b9c7"}})
			mei.say("h2e2")
			mei.settles("h2e2", "h9g7")
			l.at.Store("sent")
			h.change(func(b *board.Board) { b.ShownRev-- }) // as if the onlooker were the first to see the move
			<-l.held
			mei.act(way, "h0g2")
			mei.settles("h0g2", "b9c7")
			noted := l.noted.Load()
			l.free <- struct{}{}
			mei.eventually("it has noted", func() bool { return l.noted.Load() > noted })
			mei.settles("h0g2", "b9c7")
		})
	}
}

// A bot that could not note what it has sent looks once more, though another one has
// brought the session up to date meanwhile.
func TestNotNoted(t *testing.T) {
	h, mei, l := openTwo(t, &scripted{moves: []string{"h9g7", "b9c7"}})
	mei.say("h2e2")
	mei.settles("h2e2", "h9g7")
	l.at.Store("sent")
	h.change(func(b *board.Board) { b.ShownRev-- })
	<-l.held
	mei.say("h0g2")
	mei.settles("h0g2", "b9c7")
	read := l.read.Load()
	l.failing.Store(true)
	l.free <- struct{}{}
	mei.eventually("it looks once more", func() bool { return l.read.Load() > read })
	mei.settles("h0g2", "b9c7")
}
