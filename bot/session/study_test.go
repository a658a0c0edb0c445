package session_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"yeye/bot/session"
	"yeye/game"
)

func (d *desk) study(t testing.TB, fen string) session.Session {
	t.Helper()
	p, err := game.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	se, err := d.OpenStudy(t.Context(), d.from("mei", session.ByCommand), room, "en-US", game.NewGame(p, game.Asian))
	if err != nil {
		t.Fatal(err)
	}
	return se
}

// One person moves both sides, back one at a time, past mate, and nobody is
// pinged or waits.
func TestStudy(t *testing.T) {
	d := newDesk(t)
	se := d.study(t, "4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 0 1")
	if !se.Study() || !se.BothHere() || se.Next.Kind != session.Rest || !se.Next.Due.Equal(d.time().Add(24*time.Hour)) {
		t.Fatalf("%+v", se)
	}
	play := func(text string) {
		t.Helper()
		var err error
		if se, err = d.Step(t.Context(), d.from("mei", session.ByControl), se.ID, se.Turn, move(text)); err != nil {
			t.Fatal(err)
		}
		if se.NewCard == se.Rev {
			t.Error("a move by a control asks for a new card")
		}
	}
	play("b1c1")
	play("e9f9")
	play("c1c9")
	if se.Status != session.Open || !se.Game.Outcome().Over() {
		t.Fatalf("after mate: status %v, outcome %v", se.Status, se.Game.Outcome())
	}
	if _, err := d.Step(t.Context(), d.from("mei", session.ByControl), se.ID, se.Turn, move("f9f8")); err == nil {
		t.Error("a move after mate was played")
	}
	se, err := d.TakebackAt(t.Context(), d.from("mei", session.ByControl), se.ID, se.Turn)
	if err != nil || se.Game.Ply() != 2 {
		t.Fatalf("back from mate: ply %d, %v", se.Game.Ply(), err)
	}
	if se, err = d.Reset(t.Context(), d.from("mei", session.ByControl), se.ID, se.Turn); err != nil || se.Game.Ply() != 0 || se.Status != session.Open {
		t.Errorf("reset: ply %d, %v", se.Game.Ply(), err)
	}
	if _, err = d.Reset(t.Context(), d.from("mei", session.ByControl), se.ID, se.Turn-1); !errors.Is(err, session.ErrStale) {
		t.Errorf("an old control resets: %v", err)
	}
	if _, err = d.Reset(t.Context(), d.from("tom", session.ByControl), se.ID, se.Turn); !errors.Is(err, session.ErrNotSeated) {
		t.Errorf("somebody else resets: %v", err)
	}
	if _, err = d.OfferDraw(t.Context(), d.from("mei", session.ByCommand), room); !errors.Is(err, session.ErrCharacter) {
		t.Errorf("a draw offered to oneself: %v", err)
	}
	if se, err = d.Resign(t.Context(), d.from("mei", session.ByCommand), se.ID); err != nil || se.Status != session.Ended || se.Outcome.Result != game.Ongoing {
		t.Errorf("resigning closes: %+v %v", se.Outcome, err)
	}
	again := d.study(t, game.StartFEN)
	if _, err := d.CloseStudy(t.Context(), d.from("mei", session.ByControl), again.ID); err != nil {
		t.Error(err)
	}
	if _, err := d.Reset(t.Context(), d.from("mei", session.ByControl), again.ID, 0); !errors.Is(err, session.ErrEnded) {
		t.Errorf("resetting a closed study: %v", err)
	}
}

// Nothing that repeats or cannot be won ends a study, and no move is held back.
func TestStudyGoesOn(t *testing.T) {
	d := newDesk(t)
	se := d.study(t, "3k5/9/9/9/9/9/9/9/9/4KR3 w - - 0 1")
	for range 6 {
		for _, text := range []string{"f0f5", "d9d8", "f5f0", "d8d9"} {
			var err error
			if se, err = d.Step(t.Context(), d.from("mei", session.ByControl), se.ID, se.Turn, move(text)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if se.Status != session.Open {
		t.Errorf("ended: %v", se.Outcome)
	}
}

// A game between people is set up again as it is, mirrored, or with the colours
// changed: all are refused, and a position one move on is not.
func TestFair(t *testing.T) {
	d := newDesk(t)
	se := d.start(t, meiAgainstTom)
	for _, m := range []string{"h2e2", "h9g7"} {
		who := se.Seats[se.ToMove()].Player
		var err error
		if se, err = d.Step(t.Context(), d.from(who, session.ByControl), se.ID, se.Turn, move(m)); err != nil {
			t.Fatal(err)
		}
	}
	playing, err := d.store.Sitting(t.Context(), "mei", 10)
	if err != nil || len(playing) != 1 {
		t.Fatalf("%d sessions, %v", len(playing), err)
	}
	for name, c := range map[string]struct {
		fen  string
		want error
	}{
		"itself":           {"rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 9", session.ErrLivePosition},
		"mirrored":         {"r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR w - - 0 1", session.ErrLivePosition},
		"colours changed":  {"rnbakabnr/9/1c2c4/p1p1p1p1p/9/9/P1P1P1P1P/1C4NC1/9/RNBAKAB1R b - - 0 1", session.ErrLivePosition},
		"both":             {"rnbakabnr/9/4c2c1/p1p1p1p1p/9/9/P1P1P1P1P/1CN4C1/9/R1BAKABNR b - - 0 1", session.ErrLivePosition},
		"the other's turn": {"rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1", nil},
		"a move on":        {"rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1", nil},
		"the start":        {game.StartFEN, nil},
	} {
		p, err := game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if err := session.Fair(&p, playing); !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if se, err = d.Resign(t.Context(), d.from("mei", session.ByCommand), se.ID); err != nil {
		t.Fatal(err)
	}
	if err := session.Fair(se.Game.Position(), []session.Session{se}); err != nil {
		t.Errorf("after the end: %v", err)
	}
}

// A study in any order of commands: it is open until closed, and takes back to
// its beginning.
func TestStudyInAnyOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := newDesk(t)
		se := d.study(t, game.StartFEN)
		ctx := context.Background()
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			before := se
			var err error
			by := d.from("mei", session.ByControl)
			switch rapid.IntRange(0, 4).Draw(rt, "command") {
			case 0:
				se, err = d.Reset(ctx, by, se.ID, se.Turn)
			case 1:
				if se, err = d.TakebackAt(ctx, by, se.ID, se.Turn); errors.Is(err, session.ErrNothingToTakeBack) && before.Game.Ply() == 0 {
					se, err = before, nil
					continue
				}
				if err == nil && se.Game.Ply() != before.Game.Ply()-1 {
					rt.Fatalf("back from %d to %d", before.Game.Ply(), se.Game.Ply())
				}
			default:
				var buf [game.MaxMoves]game.Move
				legal := se.Game.Position().LegalMoves(buf[:0])
				if len(legal) == 0 {
					continue
				}
				se, err = d.Step(ctx, by, se.ID, se.Turn, rapid.SampledFrom(legal).Draw(rt, "move"))
			}
			if err != nil {
				rt.Fatal(err)
			}
			if se.Status != session.Open || se.Turn <= before.Turn {
				rt.Fatalf("status %v, turn %d after %d", se.Status, se.Turn, before.Turn)
			}
			kept, err := d.Get(ctx, se.ID)
			if err != nil || *kept.Game.Position() != *se.Game.Position() || !kept.Study() {
				rt.Fatalf("the store has another board, %v", err)
			}
		}
	})
}
