package match_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game"
)

func (e *env) study(t testing.TB, channel id.Channel, fen string) match.Match {
	t.Helper()
	p, err := game.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	m, err := of(e.OpenStudy(t.Context(), e.from("mei", match.FromCommand), "", channel, "en-US", match.Board{Game: game.NewGame(p, game.Asian)}))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// One player moves for both sides, back one at a time, past mate, and nobody is pinged or waits.
func TestStudy(t *testing.T) {
	e := newEnv(t)
	m := e.study(t, room, "4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 0 1")
	if !m.Mode.OneOwner || !m.BothHere() || m.Next.Kind != match.Adjourn || !m.Next.Due.Equal(e.time().Add(24*time.Hour)) {
		t.Fatalf("%+v", m)
	}
	play := func(text string) {
		t.Helper()
		var err error
		if m, err = of(e.Step(t.Context(), e.from("mei", match.FromCard), m.ID, m.Turn, move(text))); err != nil {
			t.Fatal(err)
		}
	}
	play("b1c1")
	play("e9f9")
	play("c1c9")
	if m.Status != match.Open || !m.Game.Outcome().Over() {
		t.Fatalf("after mate: status %v, outcome %v", m.Status, m.Game.Outcome())
	}
	if _, err := e.Step(t.Context(), e.from("mei", match.FromCard), m.ID, m.Turn, move("f9f8")); err == nil {
		t.Error("a move after mate was played")
	}
	m, err := of(e.TakebackAt(t.Context(), e.from("mei", match.FromCard), m.ID, m.Turn))
	if err != nil || m.Game.Ply() != 2 {
		t.Fatalf("back from mate: ply %d, %v", m.Game.Ply(), err)
	}
	if m, err = of(e.Reset(t.Context(), e.from("mei", match.FromCard), m.ID, m.Turn)); err != nil || m.Game.Ply() != 0 || m.Status != match.Open {
		t.Errorf("reset: ply %d, %v", m.Game.Ply(), err)
	}
	if _, err = e.Reset(t.Context(), e.from("mei", match.FromCard), m.ID, m.Turn-1); !errors.Is(err, match.ErrStale) {
		t.Errorf("an old control resets: %v", err)
	}
	if _, err = e.Reset(t.Context(), e.from("tom", match.FromCard), m.ID, m.Turn); !errors.Is(err, match.ErrNotSeated) {
		t.Errorf("somebody else resets: %v", err)
	}
	if _, err = e.OfferDraw(t.Context(), e.from("mei", match.FromCommand), room); !errors.Is(err, match.ErrCharacter) {
		t.Errorf("a draw offered to oneself: %v", err)
	}
	if m, err = of(e.Resign(t.Context(), e.from("mei", match.FromCommand), m.ID)); err != nil || m.Status != match.Ended || m.Outcome.Result != game.Ongoing {
		t.Errorf("resigning closes: %+v %v", m.Outcome, err)
	}
	again := e.study(t, room, game.StartFEN)
	if _, err := e.CloseStudy(t.Context(), e.from("mei", match.FromCard), again.ID); err != nil {
		t.Error(err)
	}
	if _, err := e.Reset(t.Context(), e.from("mei", match.FromCard), again.ID, 0); !errors.Is(err, match.ErrEnded) {
		t.Errorf("resetting a closed study: %v", err)
	}
	for channel, want := range map[id.Channel]error{room: match.ErrAdjourned, "": match.ErrStaleStudy} {
		asleep := e.study(t, channel, game.StartFEN)
		e.pass(25 * time.Hour)
		if _, err := e.Adjourn(t.Context(), asleep.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Reset(t.Context(), e.from("mei", match.FromCard), asleep.ID, 0); !errors.Is(err, want) {
			t.Errorf("resetting an adjourned study in %q: %v", channel, err)
		}
		if m, err := of(e.CloseStudy(t.Context(), e.from("mei", match.FromCard), asleep.ID)); err != nil || m.Status != match.Ended {
			t.Errorf("closing an adjourned study in %q: %v", channel, err)
		}
	}
}

// Neither repetition nor an unwinnable position ends a study, and no move is held back.
func TestStudyGoesOn(t *testing.T) {
	e := newEnv(t)
	m := e.study(t, room, "3k5/9/9/9/9/9/9/9/9/4KR3 w - - 0 1")
	for range 6 {
		for _, text := range []string{"f0f5", "d9d8", "f5f0", "d8d9"} {
			var err error
			if m, err = of(e.Step(t.Context(), e.from("mei", match.FromCard), m.ID, m.Turn, move(text))); err != nil {
				t.Fatal(err)
			}
		}
	}
	if m.Status != match.Open {
		t.Errorf("ended: %v", m.Outcome)
	}
}

// A study under any order of commands: it is open until closed, and takebacks reach its beginning.
func TestStudyInAnyOrder(t *testing.T) {
	e := newEnv(t)
	rapid.Check(t, func(rt *rapid.T) {
		m := e.study(t, e.newChannel(), game.StartFEN)
		ctx := context.Background()
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			before := m
			var err error
			by := e.from("mei", match.FromCard)
			switch rapid.IntRange(0, 4).Draw(rt, "command") {
			case 0:
				m, err = of(e.Reset(ctx, by, m.ID, m.Turn))
			case 1:
				if m, err = of(e.TakebackAt(ctx, by, m.ID, m.Turn)); errors.Is(err, match.ErrNothingToTakeBack) && before.Game.Ply() == 0 {
					m, err = before, nil
					continue
				}
				if err == nil && m.Game.Ply() != before.Game.Ply()-1 {
					rt.Fatalf("back from %d to %d", before.Game.Ply(), m.Game.Ply())
				}
			default:
				var buf [game.MaxMoves]game.Move
				legal := m.Game.Position().LegalMoves(buf[:0])
				if len(legal) == 0 {
					continue
				}
				m, err = of(e.Step(ctx, by, m.ID, m.Turn, rapid.SampledFrom(legal).Draw(rt, "move")))
			}
			if err != nil {
				rt.Fatal(err)
			}
			if m.Status != match.Open || m.Turn <= before.Turn {
				rt.Fatalf("status %v, turn %d after %d", m.Status, m.Turn, before.Turn)
			}
			kept, err := e.Get(ctx, m.ID)
			if err != nil || *kept.Game.Position() != *m.Game.Position() || !kept.Mode.OneOwner {
				rt.Fatalf("the store has another board, %v", err)
			}
		}
	})
}

// A study without a channel blocks nobody's: others have theirs, it gets a channel when it is transferred there, and it is erased
// with its owner.
func TestPrivateStudy(t *testing.T) {
	e := newEnv(t)
	var at [2]match.Match
	for i, p := range []id.Player{"mei", "tom"} {
		m, err := of(e.OpenStudy(t.Context(), e.from(p, match.FromCommand), "", "", "en-US", match.Board{Game: game.NewGame(game.Start(), game.NoRepetition)}))
		if err != nil {
			t.Fatal(p, err)
		}
		if at[i] = m; !m.Private() {
			t.Errorf("%s's is in %s", p, m.Channel)
		}
	}
	if _, err := e.InChannel(t.Context(), ""); !errors.Is(err, match.ErrNoMatch) {
		t.Errorf("what is typed nowhere is a study's: %v", err)
	}
	e.start(t, meiAgainstKid) // the channel is free
	brought, err := of(e.Transfer(t.Context(), e.from("tom", match.FromCommand), at[1].ID, "guild", "elsewhere"))
	if err != nil || brought.Private() {
		t.Fatalf("brought to a channel: %v", err)
	}
	if there, err := e.InChannel(t.Context(), "elsewhere"); err != nil || there.ID != at[1].ID {
		t.Errorf("there is %s, %v", there.ID, err)
	}
	if _, err := e.CloseStudy(t.Context(), e.from("mei", match.FromCard), at[0].ID); err != nil {
		t.Fatal(err)
	}
	if err := e.db.Tx(t.Context(), func(tx store.Tx) error { return e.Owner().Erase(t.Context(), tx, "mei") }); err != nil {
		t.Fatal(err)
	}
	if m, err := e.Stored(t.Context(), at[0].ID); !errors.Is(err, match.ErrNoMatch) {
		t.Errorf("what nobody shows is left: %+v, %v", m, err)
	}
}
