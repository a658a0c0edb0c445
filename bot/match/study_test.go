package match_test

import (
	"context"
	"errors"
	"strings"
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
	m, err := of(e.OpenStudy(t.Context(), e.from("mei", match.FromCommand), "", channel, "en-US", game.NewGame(p, game.Asian)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// One player moves both sides, back one at a time, past mate, and nobody is
// pinged or waits.
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
}

// Nothing that repeats or cannot be won ends a study, and no move is held back.
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

// A game between people is set up again as it is, mirrored, or with the colours
// changed: all are refused, and a position one move on is not.
func TestFair(t *testing.T) {
	e := newEnv(t)
	m := e.start(t, meiAgainstTom)
	for _, mv := range []string{"h2e2", "h9g7"} {
		who := m.Seats[m.ToMove()].Player
		var err error
		if m, err = of(e.Step(t.Context(), e.from(who, match.FromCard), m.ID, m.Turn, move(mv))); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		fen  string
		want error
	}{
		"itself":           {"rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 9", match.ErrLivePosition},
		"mirrored":         {"r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR w - - 0 1", match.ErrLivePosition},
		"colours changed":  {"rnbakabnr/9/1c2c4/p1p1p1p1p/9/9/P1P1P1P1P/1C4NC1/9/RNBAKAB1R b - - 0 1", match.ErrLivePosition},
		"both":             {"rnbakabnr/9/4c2c1/p1p1p1p1p/9/9/P1P1P1P1P/1CN4C1/9/R1BAKABNR b - - 0 1", match.ErrLivePosition},
		"the other's turn": {"rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1", nil},
		"a move on":        {"rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1", nil},
		"the start":        {game.StartFEN, nil},
	} {
		p, err := game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Fair(t.Context(), "mei", &p); !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, c := range map[string]struct {
		moves string
		want  error
	}{
		"a game that passes through it": {"h2e2 h9g7 h0g2 i9h9", match.ErrLivePosition},
		"one that ends with it":         {"h2e2 h9g7", match.ErrLivePosition},
		"mirrored":                      {"b2e2 b9c7 b0c2", match.ErrLivePosition},
		"one that leaves it before":     {"h2e2 b9c7 h0g2 h9g7", nil},
		"no move":                       {"", nil},
	} {
		g := game.NewGame(game.Start(), game.Asian)
		for _, text := range strings.Fields(c.moves) {
			if err := g.Play(move(text)); err != nil {
				t.Fatal(err)
			}
		}
		if err := e.FairGame(t.Context(), "mei", g); !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := e.FairGame(t.Context(), "linh", g); err != nil {
			t.Errorf("%s, for somebody who plays no game: %v", name, err)
		}
	}
	if _, err := e.Resign(t.Context(), e.from("mei", match.FromCommand), m.ID); err != nil {
		t.Fatal(err)
	}
	if err := e.Fair(t.Context(), "mei", m.Game.Position()); err != nil {
		t.Errorf("after the end: %v", err)
	}
}

// A study in any order of commands: it is open until closed, and takes back to
// its beginning.
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

// A study without a channel is in nobody's way: others have theirs, it gets a channel when it is brought there, and with its owner
// it is erased.
func TestPrivateStudy(t *testing.T) {
	e := newEnv(t)
	var at [2]match.Match
	for i, p := range []id.Player{"mei", "tom"} {
		m, err := of(e.OpenStudy(t.Context(), e.from(p, match.FromCommand), "", "", "en-US", game.NewGame(game.Start(), game.NoRepetition)))
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
