package session_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"yeye/bot/session"
	"yeye/bot/old/store"
	"yeye/game"
	"yeye/game/notation"
)

// desk is a service on a database of its own, with time and chance in hand.
type desk struct {
	*session.Service
	store *store.Store
	now   time.Time
	mu    sync.Mutex
	event int
}

func newDesk(t testing.TB) *desk {
	t.Helper()
	d := &desk{now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	clock := func() time.Time {
		d.mu.Lock()
		defer d.mu.Unlock()
		return d.now
	}
	st, err := store.Open(context.Background(), filepath.Join(t.TempDir(), "yeye.db"), clock)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	seed := uint64(1)
	d.store = st
	d.Service = session.NewService(st, session.WithClock(clock), session.WithRandom(func() uint64 {
		d.mu.Lock()
		defer d.mu.Unlock()
		seed = seed*6364136223846793005 + 1442695040888963407
		return seed
	}))
	return d
}

func (d *desk) pass(by time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.now = d.now.Add(by)
}

func (d *desk) time() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now
}

// from is a fresh event of a player.
func (d *desk) from(p session.PlayerID, via session.Via) session.Origin {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.event++
	return session.Origin{Event: fmt.Sprint("e", d.event), Player: p, Name: string(p), Via: via}
}

// anotherRoom is a place where nothing has been played.
func (d *desk) anotherRoom() session.Place { return session.Place(d.from("", 0).Event) }

const room = session.Place("room")

func (d *desk) start(t testing.TB, seats [2]session.Seat) session.Session {
	t.Helper()
	se, err := d.Start(t.Context(), d.from("mei", session.ByCommand), session.Table{Place: room, Seats: seats, Position: game.Start(), Locale: "en-US"})
	if err != nil {
		t.Fatal(err)
	}
	return se
}

var (
	meiAgainstKid = [2]session.Seat{{Player: "mei", Name: "Mei"}, {Level: 1}}
	meiAgainstTom = [2]session.Seat{{Player: "mei", Name: "Mei"}, {Player: "tom", Name: "Tom"}}
)

func move(text string) game.Move {
	m, err := game.ParseMove(text)
	if err != nil {
		panic(err)
	}
	return m
}

func TestMoveAndAnswer(t *testing.T) {
	d := newDesk(t)
	se := d.start(t, meiAgainstKid)
	if se.Next.Kind == session.Think {
		t.Errorf("with a person to move the next act is %v", se.Next)
	}
	se, err := d.Move(t.Context(), d.from("mei", session.ByText), room, "h2e2", notation.WXF)
	if err != nil || se.Turn != 2 || se.Rev != 2 || se.Next.Kind != session.Think || se.NewCard != 2 {
		t.Fatalf("after a typed move: turn %d rev %d next %v new card %d, %v", se.Turn, se.Rev, se.Next, se.NewCard, err)
	}
	se, err = d.Answer(t.Context(), se.ID, 2, move("h9g7"), 0, false)
	if err != nil || se.Turn != 3 || se.Next.Kind == session.Think || se.NewCard != 2 {
		t.Fatalf("after the answer: turn %d next %v new card %d, %v", se.Turn, se.Next, se.NewCard, err)
	}
	kept, err := d.Get(t.Context(), se.ID)
	if err != nil || kept.Rev != se.Rev || kept.LastMove() != move("h9g7") {
		t.Errorf("the store has rev %d, last move %v, %v", kept.Rev, kept.LastMove(), err)
	}
}

// Whatever is refused leaves the session exactly as it was.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(*desk, session.Session) error
		want error
	}{
		{"a stranger types", func(d *desk, _ session.Session) error {
			_, err := d.Move(context.Background(), d.from("linh", session.ByText), room, "h2e2", 0)
			return err
		}, session.ErrNotSeated},
		{"nobody plays there", func(d *desk, _ session.Session) error {
			_, err := d.Move(context.Background(), d.from("mei", session.ByText), "hall", "h2e2", 0)
			return err
		}, session.ErrNoSession},
		{"out of turn", func(d *desk, _ session.Session) error {
			_, err := d.Move(context.Background(), d.from("tom", session.ByText), room, "h7e7", 0)
			return err
		}, session.ErrNotYourTurn},
		{"an old control", func(d *desk, se session.Session) error {
			_, err := d.Step(context.Background(), d.from("mei", session.ByControl), se.ID, se.Turn-1, move("h2e2"))
			return err
		}, session.ErrStale},
		{"a control of the other side's turn", func(d *desk, se session.Session) error {
			_, err := d.Step(context.Background(), d.from("tom", session.ByControl), se.ID, se.Turn, move("h2e2"))
			return err
		}, session.ErrNotYourTurn},
		{"a control of no session", func(d *desk, se session.Session) error {
			_, err := d.Step(context.Background(), d.from("mei", session.ByControl), "zzzzzzzzzz", se.Turn, move("h2e2"))
			return err
		}, session.ErrNoSession},
		{"an answer for a person", func(d *desk, se session.Session) error {
			_, err := d.Answer(context.Background(), se.ID, se.Turn, move("h2e2"), 0, false)
			return err
		}, session.ErrStale},
		{"a stranger resigns", func(d *desk, se session.Session) error {
			_, err := d.Resign(context.Background(), d.from("linh", session.ByCommand), se.ID)
			return err
		}, session.ErrNotSeated},
		{"a takeback before any move", func(d *desk, _ session.Session) error {
			_, err := d.Takeback(context.Background(), d.from("mei", session.ByCommand), room)
			return err
		}, session.ErrNothingToTakeBack},
		{"a second game here", func(d *desk, _ session.Session) error {
			_, err := d.Start(context.Background(), d.from("linh", session.ByCommand), session.Table{Place: room, Seats: meiAgainstKid, Position: game.Start()})
			var occupied *session.OccupiedError
			if errors.As(err, &occupied) {
				return nil
			}
			return fmt.Errorf("not refused as occupied: %w", err)
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			se := d.start(t, meiAgainstTom)
			if err := c.do(d, se); !errors.Is(err, c.want) {
				t.Errorf("refused with %v, want %v", err, c.want)
			}
			after, err := d.Get(t.Context(), se.ID)
			if err != nil || after.Rev != se.Rev || after.Turn != se.Turn || after.Game.Ply() != 0 || after.Status != session.Open {
				t.Errorf("afterwards rev %d turn %d ply %d, %v", after.Rev, after.Turn, after.Game.Ply(), err)
			}
		})
	}
}

// What people type that is no move, or none here.
func TestBadMoves(t *testing.T) {
	d := newDesk(t)
	se := d.start(t, meiAgainstKid)
	for _, text := range []string{
		"", " ", "h", "h2", "h2e", "h2e22", "h2h2", "a0a0", "0000", "j0j1", "h-1e2", "e2h2", "a0a9", "b0d1", "c0e3", "d0d1",
		"e0e2", "a3a5", "a3b3", "h2h9x", "i0h1", "h7e7", "e9e8", "hello", "to e2", "lol h2e2", "h2e2 h9g7", "C2=2", "C9=5", "R1=5",
		"h2е2", "а0а1", "炮二进九", "马一进二", "炮炮炮炮", "车", "h100g8", "a10a", "K5=9",
		"select * from sessions", "`rm -rf`", strings.Repeat("h2e2 ", 2_000),
	} {
		_, err := d.Move(t.Context(), d.from("mei", session.ByText), room, text, notation.WXF)
		var wrong *session.MoveError
		if !errors.As(err, &wrong) {
			t.Errorf("%.40q: %v", text, err)
		}
	}
	after, err := d.Get(t.Context(), se.ID)
	if err != nil || after.Rev != se.Rev {
		t.Errorf("afterwards ply %d, %v", after.Game.Ply(), err)
	}
}

func TestSameEventTwice(t *testing.T) {
	d := newDesk(t)
	se := d.start(t, meiAgainstTom)
	by := d.from("mei", session.ByText)
	if _, err := d.Move(t.Context(), by, room, "h2e2", 0); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Move(t.Context(), d.from("tom", session.ByText), room, "h9g7", 0); err != nil {
		t.Fatal(err)
	}
	// The event comes again when it is Mei's turn and even a legal move.
	if _, err := d.Move(t.Context(), by, room, "h0g2", 0); !errors.Is(err, session.ErrSeen) {
		t.Errorf("delivered twice: %v", err)
	}
	after, _ := d.Get(t.Context(), se.ID)
	if after.Game.Ply() != 2 {
		t.Errorf("%d moves stand", after.Game.Ply())
	}
}

func TestLateAnswerAfterTakeback(t *testing.T) {
	d := newDesk(t)
	d.start(t, meiAgainstKid)
	se, err := d.Move(t.Context(), d.from("mei", session.ByText), room, "h2e2", 0)
	if err != nil {
		t.Fatal(err)
	}
	asked := se.Turn
	if se, err = d.Takeback(t.Context(), d.from("mei", session.ByCommand), room); err != nil || se.Game.Ply() != 0 {
		t.Fatalf("takeback while it thinks: ply %d, %v", se.Game.Ply(), err)
	}
	if _, err := d.Answer(t.Context(), se.ID, asked, move("h9g7"), 0, false); !errors.Is(err, session.ErrStale) {
		t.Errorf("late answer: %v", err)
	}
	// The same move again: the turn is another, and the late answer still late.
	if se, err = d.Move(t.Context(), d.from("mei", session.ByText), room, "h2e2", 0); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Answer(t.Context(), se.ID, asked, move("h9g7"), 0, false); !errors.Is(err, session.ErrStale) {
		t.Errorf("late answer, position repeated: %v", err)
	}
	if _, err := d.Answer(t.Context(), se.ID, se.Turn, move("h9g7"), 0, false); err != nil {
		t.Error(err)
	}
	// After an answer a takeback takes both.
	if se, err = d.Takeback(t.Context(), d.from("mei", session.ByCommand), room); err != nil || se.Game.Ply() != 0 {
		t.Errorf("takeback of both: ply %d, %v", se.Game.Ply(), err)
	}
}

func TestTwoAnswersAtOnce(t *testing.T) {
	d := newDesk(t)
	d.start(t, meiAgainstKid)
	se, err := d.Move(t.Context(), d.from("mei", session.ByText), room, "h2e2", 0)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() { _, errs[i] = d.Answer(context.Background(), se.ID, se.Turn, move("h9g7"), 0, false) })
	}
	wg.Wait()
	played := 0
	for _, err := range errs {
		if err == nil {
			played++
		} else if !errors.Is(err, session.ErrStale) {
			t.Error(err)
		}
	}
	after, _ := d.Get(t.Context(), se.ID)
	if played != 1 || after.Game.Ply() != 2 {
		t.Errorf("%d answers played, %d moves stand", played, after.Game.Ply())
	}
}

func TestEndFreesThePlace(t *testing.T) {
	d := newDesk(t)
	se := d.start(t, meiAgainstKid)
	se, err := d.Resign(t.Context(), d.from("mei", session.ByCommand), se.ID)
	if err != nil || se.Outcome != (game.Outcome{Result: game.BlackWins, Method: game.Resignation}) || se.Next.Kind != session.Nothing {
		t.Fatalf("%+v %v", se.Outcome, err)
	}
	if _, err := d.Resign(t.Context(), d.from("mei", session.ByCommand), se.ID); !errors.Is(err, session.ErrEnded) {
		t.Errorf("resigning twice: %v", err)
	}
	d.start(t, meiAgainstKid)
}

func TestCardBetweenPeople(t *testing.T) {
	d := newDesk(t)
	se := d.start(t, meiAgainstTom)
	step := func(p session.PlayerID, m string, newCard bool, both bool) {
		t.Helper()
		var err error
		se, err = d.Step(t.Context(), d.from(p, session.ByControl), se.ID, se.Turn, move(m))
		if err != nil {
			t.Fatal(err)
		}
		if (se.NewCard == se.Rev) != newCard || se.BothHere() != both {
			t.Errorf("%s: new card %v, both here %v", m, se.NewCard == se.Rev, se.BothHere())
		}
	}
	step("mei", "h2e2", true, false) // Tom has not acted yet
	d.pass(time.Minute)
	step("tom", "h9g7", false, true)
	d.pass(time.Minute)
	step("mei", "h0g2", false, true)
	d.pass(3 * time.Minute)
	step("tom", "i9h9", true, false)
}

// The machine under any order of commands: counters rise, nothing refused
// changes anything, and the store agrees with what was answered.
func TestAnyOrder(t *testing.T) {
	d := newDesk(t)
	rapid.Check(t, func(rt *rapid.T) {
		room := d.anotherRoom()
		seats := rapid.SampledFrom([][2]session.Seat{meiAgainstKid, {{Level: 0}, {Player: "mei"}}}).Draw(rt, "seats")
		ctx := context.Background()
		se, err := d.Start(ctx, d.from("mei", session.ByCommand), session.Table{Place: room, Seats: seats, Position: game.Start()})
		if err != nil {
			rt.Fatal(err)
		}
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			before, err := d.Get(ctx, se.ID)
			if err != nil {
				rt.Fatal(err)
			}
			var buf [game.MaxMoves]game.Move
			legal := before.Game.Position().LegalMoves(buf[:0])
			m := game.NoMove
			if len(legal) > 0 {
				m = rapid.SampledFrom(legal).Draw(rt, "move")
			}
			turn := before.Turn - int64(rapid.IntRange(0, 1).Draw(rt, "late"))
			who := rapid.SampledFrom([]session.PlayerID{"mei", "mei", "tom"}).Draw(rt, "who")
			var after session.Session
			switch rapid.IntRange(0, 5).Draw(rt, "command") {
			case 0:
				after, err = d.Move(ctx, d.from(who, session.ByText), room, m.String(), 0)
			case 1:
				after, err = d.Step(ctx, d.from(who, session.ByControl), se.ID, turn, m)
			case 2, 3:
				after, err = d.Answer(ctx, se.ID, turn, m, 0, false)
			case 4:
				after, err = d.Takeback(ctx, d.from(who, session.ByCommand), room)
			case 5:
				after, err = d.TakebackAt(ctx, d.from(who, session.ByControl), se.ID, turn)
			}
			kept, err2 := d.Get(ctx, se.ID)
			if err2 != nil {
				rt.Fatal(err2)
			}
			if err != nil {
				if kept.Rev != before.Rev || kept.Turn != before.Turn || kept.Game.Ply() != before.Game.Ply() {
					rt.Fatalf("%v changed the session", err)
				}
				continue
			}
			if kept.Rev != before.Rev+1 || kept.Turn != before.Turn+1 || *kept.Game.Position() != *after.Game.Position() {
				rt.Fatalf("rev %d→%d, turn %d→%d", before.Rev, kept.Rev, before.Turn, kept.Turn)
			}
			if character := !kept.Seats[kept.ToMove()].Human() && kept.Status == session.Open; character != (kept.Next.Kind == session.Think) {
				rt.Fatalf("a character to move: %v, next act: %v", character, kept.Next.Kind)
			}
		}
	})
}

// However a game ends, what was offered in it stands no longer.
func TestAnOfferEndsWithItsGame(t *testing.T) {
	for name, end := range map[string]func(*desk, session.ID) (session.Session, error){
		"resigned": func(d *desk, id session.ID) (session.Session, error) {
			return d.Resign(t.Context(), d.from("tom", session.ByCommand), id)
		},
		"left": func(d *desk, id session.ID) (session.Session, error) {
			return d.Leave(t.Context(), d.from("tom", session.ByCommand), id)
		},
		"ruled over": func(d *desk, id session.ID) (session.Session, error) {
			return d.Rule(t.Context(), d.from("mod", session.ByCommand), id, session.RuledOver)
		},
	} {
		d := newDesk(t)
		se := d.start(t, meiAgainstTom)
		if se, err := d.OfferDraw(t.Context(), d.from("mei", session.ByCommand), room); err != nil || se.Offer.Kind != session.OfferDraw {
			t.Fatalf("%+v, %v", se.Offer, err)
		}
		if se, err := end(d, se.ID); err != nil || se.Status != session.Ended || se.Offer != (session.Offer{}) {
			t.Errorf("%s: status %v, offer %+v, %v", name, se.Status, se.Offer, err)
		}
	}
}

func TestUntouchedGamesRest(t *testing.T) {
	d := newDesk(t)
	ctx := t.Context()
	se := d.start(t, meiAgainstKid)
	if _, err := d.Rest(ctx, se.ID); !errors.Is(err, session.ErrStale) {
		t.Errorf("resting at once: %v", err)
	}
	d.pass(24 * time.Hour)
	se, err := d.Rest(ctx, se.ID)
	if err != nil || se.Status != session.Resting || se.Next.Kind != session.Nothing {
		t.Fatalf("after a day: %v %v", se.Status, err)
	}
	if _, err := d.Step(ctx, d.from("mei", session.ByControl), se.ID, se.Turn, move("h2e2")); !errors.Is(err, session.ErrResting) {
		t.Errorf("moving in a game that rests: %v", err)
	}
	other := d.start(t, meiAgainstKid) // the place is free
	var occupied *session.OccupiedError
	if _, err := d.Resume(ctx, d.from("mei", session.ByControl), se.ID); !errors.As(err, &occupied) {
		t.Errorf("waking it in an occupied place: %v", err)
	}
	if _, err := d.Resign(ctx, d.from("mei", session.ByControl), other.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Resume(ctx, d.from("tom", session.ByControl), se.ID); !errors.Is(err, session.ErrNotSeated) {
		t.Errorf("a stranger wakes it: %v", err)
	}
	if se, err = d.Resume(ctx, d.from("mei", session.ByControl), se.ID); err != nil || se.Status != session.Open {
		t.Errorf("waking it: %v %v", se.Status, err)
	}
}

func TestPeopleAreRemindedBeforeTheirGameRests(t *testing.T) {
	d := newDesk(t)
	ctx := t.Context()
	se := d.start(t, meiAgainstTom)
	d.pass(6 * 24 * time.Hour)
	if _, err := d.Rest(ctx, se.ID); !errors.Is(err, session.ErrStale) {
		t.Errorf("resting before the reminder: %v", err)
	}
	se, err := d.Remind(ctx, se.ID)
	if err != nil || !se.Reminded || se.NewCard != se.Rev || se.Next.Kind != session.Rest {
		t.Fatalf("reminded: %+v %v", se.Next, err)
	}
	d.pass(24 * time.Hour)
	if se, err = d.Rest(ctx, se.ID); err != nil || se.Status != session.Resting {
		t.Errorf("a day later: %v %v", se.Status, err)
	}
}

// A reminder is for whoever was to move when it came: once somebody has done something, the next one is reminded in their turn.
func TestAnActMakesAReminderOld(t *testing.T) {
	for name, act := range map[string]func(*desk, session.Session) (session.Session, error){
		"a move": func(d *desk, _ session.Session) (session.Session, error) {
			return d.Move(t.Context(), d.from("tom", session.ByText), room, "h9g7", 0)
		},
		"an offer": func(d *desk, _ session.Session) (session.Session, error) {
			return d.OfferDraw(t.Context(), d.from("mei", session.ByCommand), room)
		},
		"an offer declined": func(d *desk, _ session.Session) (session.Session, error) {
			se, err := d.OfferDraw(t.Context(), d.from("mei", session.ByCommand), room)
			if err != nil {
				return se, err
			}
			return d.Accord(t.Context(), d.from("tom", session.ByControl), se.ID, se.Offer, false)
		},
		"a takeback": func(d *desk, _ session.Session) (session.Session, error) {
			se, err := d.Takeback(t.Context(), d.from("mei", session.ByCommand), room)
			if err != nil {
				return se, err
			}
			return d.Accord(t.Context(), d.from("tom", session.ByControl), se.ID, se.Offer, true)
		},
	} {
		d := newDesk(t)
		d.start(t, meiAgainstTom)
		se, err := d.Move(t.Context(), d.from("mei", session.ByText), room, "h2e2", 0)
		if err != nil {
			t.Fatal(err)
		}
		d.pass(6 * 24 * time.Hour)
		if se, err = d.Remind(t.Context(), se.ID); err != nil || !se.Reminded {
			t.Fatal(err)
		}
		d.pass(time.Hour)
		se, err = act(d, se)
		if want := (session.Act{Kind: session.Remind, Due: d.time().Add(6 * 24 * time.Hour)}); err != nil || se.Reminded || se.Next != want {
			t.Errorf("%s: reminded %v, next %v, %v", name, se.Reminded, se.Next, err)
		}
	}
}

// One challenge, everything that can be asked of it in any order: seats are taken
// once, only by whom they are meant for.
func TestChallengeStates(t *testing.T) {
	d := newDesk(t)
	rapid.Check(t, func(rt *rapid.T) {
		room := d.anotherRoom()
		mei := "mei " + session.PlayerID(room) // somebody who has asked nobody yet
		ctx := context.Background()
		open := rapid.Bool().Draw(rt, "open seat")
		seats := [2]session.Seat{{Player: mei}, {Player: "tom"}}
		if open {
			seats[1] = session.Seat{Level: session.Vacant}
		}
		se, err := d.Propose(ctx, d.from(mei, session.ByCommand), session.Table{Place: room, Seats: seats, Position: game.Start()})
		if err != nil {
			rt.Fatal(err)
		}
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			before, _ := d.Get(ctx, se.ID)
			who := rapid.SampledFrom([]session.PlayerID{mei, "tom", "linh"}).Draw(rt, "who")
			var after session.Session
			switch rapid.IntRange(0, 3).Draw(rt, "command") {
			case 0:
				after, err = d.Accept(ctx, d.from(who, session.ByControl), se.ID, false)
				if may := before.Status == session.Proposed && who != mei && (open || who == "tom"); (err == nil) != may {
					rt.Fatalf("%s accepts in status %v: %v", who, before.Status, err)
				}
			case 1:
				after, err = d.Decline(ctx, d.from(who, session.ByControl), se.ID)
				if may := before.Status == session.Proposed && (who == mei || !open && who == "tom"); (err == nil) != may {
					rt.Fatalf("%s declines in status %v: %v", who, before.Status, err)
				}
			case 2:
				d.pass(25 * time.Hour)
				after, err = d.Expire(ctx, se.ID)
				if (err == nil) != (before.Status == session.Proposed) {
					rt.Fatalf("expiring in status %v: %v", before.Status, err)
				}
			case 3:
				after, err = d.Move(ctx, d.from(who, session.ByText), room, "h2e2", 0)
				if err == nil && (before.Status != session.Open || who != mei) {
					rt.Fatalf("%s moves in status %v", who, before.Status)
				}
			}
			if err != nil {
				if now, _ := d.Get(ctx, se.ID); now.Rev != before.Rev {
					rt.Fatalf("%v changed the session", err)
				}
				continue
			}
			if after.Status == session.Open && (after.Seats[0].Player != mei || !after.Seats[1].Human() || after.Seats[1].Player == mei) {
				rt.Fatalf("seats %+v", after.Seats)
			}
		}
	})
}
