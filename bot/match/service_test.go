package match_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/notation"
)

func TestMoveAndAnswer(t *testing.T) {
	e := newEnv(t)
	m := e.start(t, meiAgainstKid)
	if m.Next.Kind == match.Think {
		t.Errorf("with a player to move the next act is %v", m.Next)
	}
	m, err := of(e.Move(t.Context(), e.from("mei", match.FromText), room, notation.Parse("h2e2"), notation.WXF))
	if err != nil || m.Turn != 2 || m.Rev != 2 || m.Next.Kind != match.Think {
		t.Fatalf("after a typed move: turn %d rev %d next %v, %v", m.Turn, m.Rev, m.Next, err)
	}
	m, err = of(e.Answer(t.Context(), &m, move("h9g7"), 0, false))
	if err != nil || m.Turn != 3 || m.Next.Kind == match.Think {
		t.Fatalf("after the answer: turn %d next %v, %v", m.Turn, m.Next, err)
	}
	kept, err := e.Get(t.Context(), m.ID)
	if err != nil || kept.Rev != m.Rev || kept.LastMove() != move("h9g7") {
		t.Errorf("the store has rev %d, last move %v, %v", kept.Rev, kept.LastMove(), err)
	}
}

// A refusal leaves the match exactly as it was.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(*env, match.Match) error
		want error
	}{
		{"a stranger types", func(e *env, _ match.Match) error {
			_, err := e.Move(context.Background(), e.from("linh", match.FromText), room, notation.Parse("h2e2"), notation.Auto)
			return err
		}, match.ErrNotSeated},
		{"nobody plays there", func(e *env, _ match.Match) error {
			_, err := e.Move(context.Background(), e.from("mei", match.FromText), "square", notation.Parse("h2e2"), notation.Auto)
			return err
		}, match.ErrNoMatch},
		{"out of turn", func(e *env, _ match.Match) error {
			_, err := e.Move(context.Background(), e.from("tom", match.FromText), room, notation.Parse("h7e7"), notation.Auto)
			return err
		}, match.ErrNotYourTurn},
		{"an old control", func(e *env, m match.Match) error {
			_, err := e.Step(context.Background(), e.from("mei", match.FromCard), m.ID, m.Turn-1, move("h2e2"))
			return err
		}, match.ErrStale},
		{"a control of the other side's turn", func(e *env, m match.Match) error {
			_, err := e.Step(context.Background(), e.from("tom", match.FromCard), m.ID, m.Turn, move("h2e2"))
			return err
		}, match.ErrNotYourTurn},
		{"a control of no match", func(e *env, m match.Match) error {
			_, err := e.Step(context.Background(), e.from("mei", match.FromCard), "zzzzzzzzzz", m.Turn, move("h2e2"))
			return err
		}, match.ErrNoMatch},
		{"an answer for a player", func(e *env, m match.Match) error {
			_, err := e.Answer(context.Background(), &m, move("h2e2"), 0, false)
			return err
		}, match.ErrStale},
		{"a stranger resigns", func(e *env, m match.Match) error {
			_, err := e.Resign(context.Background(), e.from("linh", match.FromCommand), m.ID)
			return err
		}, match.ErrNotSeated},
		{"a takeback before any move", func(e *env, _ match.Match) error {
			_, err := e.Takeback(context.Background(), e.from("mei", match.FromCommand), room)
			return err
		}, match.ErrNothingToTakeBack},
		{"a second game here", func(e *env, _ match.Match) error {
			_, err := e.Start(context.Background(), e.from("linh", match.FromCommand), match.Terms{Channel: room, Seats: meiAgainstKid, Position: game.Start()})
			var occupied *match.OccupiedError
			if errors.As(err, &occupied) {
				return nil
			}
			return fmt.Errorf("not refused as occupied: %w", err)
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEnv(t)
			m := e.start(t, meiAgainstTom)
			if err := c.do(e, m); !errors.Is(err, c.want) {
				t.Errorf("refused with %v, want %v", err, c.want)
			}
			after, err := e.Get(t.Context(), m.ID)
			if err != nil || after.Rev != m.Rev || after.Turn != m.Turn || after.Game.Ply() != 0 || after.Status != match.Open {
				t.Errorf("afterwards rev %d turn %d ply %d, %v", after.Rev, after.Turn, after.Game.Ply(), err)
			}
		})
	}
}

// Texts that are not moves, or not legal ones.
func TestBadMoves(t *testing.T) {
	e := newEnv(t)
	m := e.start(t, meiAgainstKid)
	for _, text := range []string{
		"", " ", "h", "h2", "h2e", "h2e22", "h2h2", "a0a0", "0000", "j0j1", "h-1e2", "e2h2", "a0a9", "b0d1", "c0e3", "d0d1",
		"e0e2", "a3a5", "a3b3", "h2h9x", "i0h1", "h7e7", "e9e8", "hello", "to e2", "lol h2e2", "h2e2 h9g7", "C2=2", "C9=5", "R1=5",
		"h2е2", "а0а1", "炮二进九", "马一进二", "炮炮炮炮", "车", "h100g8", "a10a", "K5=9",
		"select * from sessions", "`rm -rf`", strings.Repeat("h2e2 ", 2_000),
	} {
		_, err := e.Move(t.Context(), e.from("mei", match.FromText), room, notation.Parse(text), notation.WXF)
		var wrong *match.MoveError
		if !errors.As(err, &wrong) {
			t.Errorf("%.40q: %v", text, err)
		}
	}
	after, err := e.Get(t.Context(), m.ID)
	if err != nil || after.Rev != m.Rev {
		t.Errorf("afterwards ply %d, %v", after.Game.Ply(), err)
	}
}

func TestSameEventTwice(t *testing.T) {
	e := newEnv(t)
	m := e.start(t, meiAgainstTom)
	by := e.from("mei", match.FromText)
	if _, err := e.Move(t.Context(), by, room, notation.Parse("h2e2"), notation.Auto); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Move(t.Context(), e.from("tom", match.FromText), room, notation.Parse("h9g7"), notation.Auto); err != nil {
		t.Fatal(err)
	}
	// The event is repeated when it is Mei's turn and even a legal move.
	if _, err := e.Move(t.Context(), by, room, notation.Parse("h0g2"), notation.Auto); !errors.Is(err, store.ErrSeen) {
		t.Errorf("delivered twice: %v", err)
	}
	after, _ := e.Get(t.Context(), m.ID)
	if after.Game.Ply() != 2 {
		t.Errorf("%d moves are on the board", after.Game.Ply())
	}
}

func TestLateAnswerAfterTakeback(t *testing.T) {
	e := newEnv(t)
	e.start(t, meiAgainstKid)
	m, err := of(e.Move(t.Context(), e.from("mei", match.FromText), room, notation.Parse("h2e2"), notation.Auto))
	if err != nil {
		t.Fatal(err)
	}
	asked := m
	if m, err = of(e.Takeback(t.Context(), e.from("mei", match.FromCommand), room)); err != nil || m.Game.Ply() != 0 {
		t.Fatalf("takeback while it thinks: ply %d, %v", m.Game.Ply(), err)
	}
	if _, err := e.Answer(t.Context(), &asked, move("h9g7"), 0, false); !errors.Is(err, match.ErrStale) {
		t.Errorf("late answer: %v", err)
	}
	// The same move again: the turn is another, and the late answer is still late.
	if m, err = of(e.Move(t.Context(), e.from("mei", match.FromText), room, notation.Parse("h2e2"), notation.Auto)); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Answer(t.Context(), &asked, move("h9g7"), 0, false); !errors.Is(err, match.ErrStale) {
		t.Errorf("late answer, position repeated: %v", err)
	}
	if _, err := e.Answer(t.Context(), &m, move("h9g7"), 0, false); err != nil {
		t.Error(err)
	}
	// After an answer a takeback takes both.
	if m, err = of(e.Takeback(t.Context(), e.from("mei", match.FromCommand), room)); err != nil || m.Game.Ply() != 0 {
		t.Errorf("takeback of both: ply %d, %v", m.Game.Ply(), err)
	}
}

func TestTwoAnswersAtOnce(t *testing.T) {
	e := newEnv(t)
	e.start(t, meiAgainstKid)
	m, err := of(e.Move(t.Context(), e.from("mei", match.FromText), room, notation.Parse("h2e2"), notation.Auto))
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() { _, errs[i] = e.Answer(context.Background(), &m, move("h9g7"), 0, false) })
	}
	wg.Wait()
	played := 0
	for _, err := range errs {
		if err == nil {
			played++
		} else if !errors.Is(err, match.ErrStale) {
			t.Error(err)
		}
	}
	after, _ := e.Get(t.Context(), m.ID)
	if played != 1 || after.Game.Ply() != 2 {
		t.Errorf("%d answers played, %d moves are on the board", played, after.Game.Ply())
	}
}

func TestEndFreesTheChannel(t *testing.T) {
	e := newEnv(t)
	m := e.start(t, meiAgainstKid)
	m, err := of(e.Resign(t.Context(), e.from("mei", match.FromCommand), m.ID))
	if err != nil || m.Outcome != (game.Outcome{Result: game.BlackWins, Method: game.Resignation}) || m.Next.Kind != match.Nothing {
		t.Fatalf("%+v %v", m.Outcome, err)
	}
	if _, err := e.Resign(t.Context(), e.from("mei", match.FromCommand), m.ID); !errors.Is(err, match.ErrEnded) {
		t.Errorf("resigning twice: %v", err)
	}
	e.start(t, meiAgainstKid)
}

// Both are present while each has acted within two minutes.
func TestBothPresent(t *testing.T) {
	e := newEnv(t)
	m := e.start(t, meiAgainstTom)
	step := func(p id.Player, text string, both bool) {
		t.Helper()
		var err error
		m, err = of(e.Step(t.Context(), e.from(p, match.FromCard), m.ID, m.Turn, move(text)))
		if err != nil {
			t.Fatal(err)
		}
		if m.BothPresent() != both {
			t.Errorf("%s: both here %v", text, m.BothPresent())
		}
	}
	step("mei", "h2e2", false) // Tom has not acted yet
	e.pass(time.Minute)
	step("tom", "h9g7", true)
	e.pass(2 * time.Minute)
	step("mei", "h0g2", true)
	e.pass(3 * time.Minute)
	step("tom", "i9h9", false)
}

// inFull returns everything about a match as text.
func inFull(m match.Match) string {
	g := m.Game
	m.Game = nil
	return fmt.Sprintf("%+v %s %v %v", m, g.Position().FEN(), g.Moves(), g.Outcome())
}

// The service under any order of commands: counters rise, a refusal changes nothing, and
// the store agrees with the results.
func TestAnyOrder(t *testing.T) {
	e := newEnv(t)
	rapid.Check(t, func(rt *rapid.T) {
		room := e.newChannel()
		seats := rapid.SampledFrom([][2]match.Seat{meiAgainstKid, {{Level: 0}, {Player: "mei"}}}).Draw(rt, "seats")
		ctx := context.Background()
		m, err := of(e.Start(ctx, e.from("mei", match.FromCommand), match.Terms{Channel: room, Seats: seats, Position: game.Start()}))
		if err != nil {
			rt.Fatal(err)
		}
		earlier := m
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			before, err := e.Get(ctx, m.ID)
			if err != nil {
				rt.Fatal(err)
			}
			var buf [game.MaxMoves]game.Move
			legal := before.Game.Position().LegalMoves(buf[:0])
			mv := game.NoMove
			if len(legal) > 0 {
				mv = rapid.SampledFrom(legal).Draw(rt, "move")
			}
			turn, asked := before.Turn, before
			if rapid.Bool().Draw(rt, "late") {
				turn, asked = turn-1, earlier
			}
			earlier = before
			who := rapid.SampledFrom([]id.Player{"mei", "mei", "tom"}).Draw(rt, "who")
			var after match.Match
			switch rapid.IntRange(0, 5).Draw(rt, "command") {
			case 0:
				after, err = of(e.Move(ctx, e.from(who, match.FromText), room, notation.Parse(mv.String()), 0))
			case 1:
				after, err = of(e.Step(ctx, e.from(who, match.FromCard), m.ID, turn, mv))
			case 2, 3:
				after, err = of(e.Answer(ctx, &asked, mv, 0, false))
			case 4:
				after, err = of(e.Takeback(ctx, e.from(who, match.FromCommand), room))
			case 5:
				after, err = of(e.TakebackAt(ctx, e.from(who, match.FromCard), m.ID, turn))
			}
			kept, err2 := e.Get(ctx, m.ID)
			if err2 != nil {
				rt.Fatal(err2)
			}
			if err != nil {
				if kept.Rev != before.Rev || kept.Turn != before.Turn || kept.Game.Ply() != before.Game.Ply() {
					rt.Fatalf("%v changed the match", err)
				}
				continue
			}
			if shown, err := e.AtLeast(ctx, m.ID, kept.Rev); err != nil || inFull(shown) != inFull(kept) {
				rt.Fatalf("to be shown: %s\nstored: %s, %v", inFull(shown), inFull(kept), err)
			}
			if kept.Rev != before.Rev+1 || kept.Turn != before.Turn+1 || *kept.Game.Position() != *after.Game.Position() {
				rt.Fatalf("rev %d→%d, turn %d→%d", before.Rev, kept.Rev, before.Turn, kept.Turn)
			}
			if character := !kept.Seats[kept.ToMove()].Human() && kept.Status == match.Open; character != (kept.Next.Kind == match.Think) {
				rt.Fatalf("a character to move: %v, next act: %v", character, kept.Next.Kind)
			}
		}
	})
}

// However a game ends, no offer remains in it.
func TestAnOfferEndsWithItsGame(t *testing.T) {
	for name, end := range map[string]func(*env, id.Match) (match.Match, error){
		"resigned": func(e *env, at id.Match) (match.Match, error) {
			return of(e.Resign(t.Context(), e.from("tom", match.FromCommand), at))
		},
		"left": func(e *env, at id.Match) (match.Match, error) {
			return of(e.Leave(t.Context(), e.from("tom", match.FromCommand), at))
		},
		"ruled over": func(e *env, at id.Match) (match.Match, error) {
			return of(e.Rule(t.Context(), e.from("mod", match.FromCommand), at, match.EndedByModerator))
		},
	} {
		e := newEnv(t)
		m := e.start(t, meiAgainstTom)
		if m, err := of(e.OfferDraw(t.Context(), e.from("mei", match.FromCommand), room)); err != nil || m.Offer.Kind != match.OfferDraw {
			t.Fatalf("%+v, %v", m.Offer, err)
		}
		if m, err := end(e, m.ID); err != nil || m.Status != match.Ended || m.Offer != (match.Offer{}) {
			t.Errorf("%s: status %v, offer %+v, %v", name, m.Status, m.Offer, err)
		}
	}
}

func TestInactiveGamesAreAdjourned(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	m := e.start(t, meiAgainstKid)
	if _, err := e.Adjourn(ctx, m.ID); !errors.Is(err, match.ErrNotDue) {
		t.Errorf("adjourned at once: %v", err)
	}
	e.pass(24 * time.Hour)
	m, err := of(e.Adjourn(ctx, m.ID))
	if err != nil || m.Status != match.Adjourned || m.Next.Kind != match.Nothing {
		t.Fatalf("after a day: %v %v", m.Status, err)
	}
	if _, err := e.Step(ctx, e.from("mei", match.FromCard), m.ID, m.Turn, move("h2e2")); !errors.Is(err, match.ErrAdjourned) {
		t.Errorf("moving in an adjourned game: %v", err)
	}
	other := e.start(t, meiAgainstKid) // the channel is free
	var occupied *match.OccupiedError
	if _, err := e.Resume(ctx, e.from("mei", match.FromCard), m.ID); !errors.As(err, &occupied) {
		t.Errorf("resuming it in an occupied channel: %v", err)
	}
	if _, err := e.Resign(ctx, e.from("mei", match.FromCard), other.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Resume(ctx, e.from("tom", match.FromCard), m.ID); !errors.Is(err, match.ErrNotSeated) {
		t.Errorf("a stranger resumes it: %v", err)
	}
	if m, err = of(e.Resume(ctx, e.from("mei", match.FromCard), m.ID)); err != nil || m.Status != match.Open {
		t.Errorf("resuming it: %v %v", m.Status, err)
	}
}

func TestPeopleAreRemindedBeforeTheirGameIsAdjourned(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	m := e.start(t, meiAgainstTom)
	e.pass(6 * 24 * time.Hour)
	if _, err := e.Adjourn(ctx, m.ID); !errors.Is(err, match.ErrStale) {
		t.Errorf("adjourned before the reminder: %v", err)
	}
	m, err := of(e.Remind(ctx, m.ID))
	if err != nil || !m.Reminded || m.Next.Kind != match.Adjourn {
		t.Fatalf("reminded: %+v %v", m.Next, err)
	}
	e.pass(24 * time.Hour)
	if m, err = of(e.Adjourn(ctx, m.ID)); err != nil || m.Status != match.Adjourned {
		t.Errorf("a day later: %v %v", m.Status, err)
	}
}

// A reminder is for the player who was to move: once somebody has acted, the next player
// is reminded in their turn.
func TestActivityRenewsReminder(t *testing.T) {
	for name, act := range map[string]func(*env, match.Match) (match.Match, error){
		"a move": func(e *env, _ match.Match) (match.Match, error) {
			return of(e.Move(t.Context(), e.from("tom", match.FromText), room, notation.Parse("h9g7"), notation.Auto))
		},
		"an offer": func(e *env, _ match.Match) (match.Match, error) {
			return of(e.OfferDraw(t.Context(), e.from("mei", match.FromCommand), room))
		},
		"an offer declined": func(e *env, _ match.Match) (match.Match, error) {
			m, err := of(e.OfferDraw(t.Context(), e.from("mei", match.FromCommand), room))
			if err != nil {
				return m, err
			}
			return of(e.Accord(t.Context(), e.from("tom", match.FromCard), m.ID, m.Offer, false))
		},
		"a takeback": func(e *env, _ match.Match) (match.Match, error) {
			m, err := of(e.Takeback(t.Context(), e.from("mei", match.FromCommand), room))
			if err != nil {
				return m, err
			}
			return of(e.Accord(t.Context(), e.from("tom", match.FromCard), m.ID, m.Offer, true))
		},
	} {
		e := newEnv(t)
		e.start(t, meiAgainstTom)
		m, err := of(e.Move(t.Context(), e.from("mei", match.FromText), room, notation.Parse("h2e2"), notation.Auto))
		if err != nil {
			t.Fatal(err)
		}
		e.pass(6 * 24 * time.Hour)
		if m, err = of(e.Remind(t.Context(), m.ID)); err != nil || !m.Reminded {
			t.Fatal(err)
		}
		e.pass(time.Hour)
		m, err = act(e, m)
		if want := (match.Act{Kind: match.Remind, Due: e.time().Add(6 * 24 * time.Hour)}); err != nil || m.Reminded || m.Next != want {
			t.Errorf("%s: reminded %v, next %v, %v", name, m.Reminded, m.Next, err)
		}
	}
}
