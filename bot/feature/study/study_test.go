package study_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"yeye/bot/feature/study"
	"yeye/bot/id"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game"
)

// One player moves for both sides, back one at a time, past mate, and nobody is pinged or waits.
func TestStudy(t *testing.T) {
	e := newEnv(t)
	m := e.study(room, "4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 0 1")
	if !m.Mode.OnePlayer || !m.BothPresent() || m.Next.Kind != match.Adjourn || !m.Next.Due.Equal(e.DB.Now().Add(24*time.Hour)) {
		t.Fatalf("%+v", m)
	}
	play := func(text string) {
		t.Helper()
		var err error
		if m, err = of(e.Matches.Step(t.Context(), e.By("mei"), m.ID, m.Turn, move(text))); err != nil {
			t.Fatal(err)
		}
	}
	play("b1c1")
	play("e9f9")
	play("c1c9")
	if m.Status != match.Open || !m.Game.Outcome().Over() {
		t.Fatalf("after mate: status %v, outcome %v", m.Status, m.Game.Outcome())
	}
	if _, err := e.Matches.Step(t.Context(), e.By("mei"), m.ID, m.Turn, move("f9f8")); err == nil {
		t.Error("a move after mate was played")
	}
	m, err := of(e.Matches.TakebackAt(t.Context(), e.By("mei"), m.ID, m.Turn))
	if err != nil || m.Game.Ply() != 2 {
		t.Fatalf("back from mate: ply %d, %v", m.Game.Ply(), err)
	}
	if m, err = of(e.Reset(t.Context(), e.By("mei"), m.ID, m.Turn)); err != nil || m.Game.Ply() != 0 || m.Status != match.Open {
		t.Errorf("reset: ply %d, %v", m.Game.Ply(), err)
	}
	if _, err = e.Reset(t.Context(), e.By("mei"), m.ID, m.Turn-1); !errors.Is(err, match.ErrStale) {
		t.Errorf("an old control resets: %v", err)
	}
	if _, err = e.Reset(t.Context(), e.By("tom"), m.ID, m.Turn); !errors.Is(err, match.ErrNotSeated) {
		t.Errorf("somebody else resets: %v", err)
	}
	if _, err = e.Matches.OfferDraw(t.Context(), e.By("mei"), room); !errors.Is(err, match.ErrCharacter) {
		t.Errorf("a draw offered to oneself: %v", err)
	}
	if m, err = of(e.Matches.Resign(t.Context(), e.By("mei"), m.ID)); err != nil || m.Status != match.Ended || m.Outcome.Result != game.Ongoing {
		t.Errorf("resigning closes: %+v %v", m.Outcome, err)
	}
	again := e.study(room, game.StartFEN)
	if _, err := e.Close(t.Context(), e.By("mei"), again.ID); err != nil {
		t.Error(err)
	}
	if _, err := e.Reset(t.Context(), e.By("mei"), again.ID, 0); !errors.Is(err, match.ErrEnded) {
		t.Errorf("resetting a closed study: %v", err)
	}
	for channel, want := range map[id.Channel]error{room: match.ErrAdjourned, "": match.ErrStaleStudy} {
		asleep := e.study(channel, game.StartFEN)
		e.Pass(25 * time.Hour)
		if _, err := e.Matches.Adjourn(t.Context(), &asleep); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Reset(t.Context(), e.By("mei"), asleep.ID, 0); !errors.Is(err, want) {
			t.Errorf("resetting an adjourned study in %q: %v", channel, err)
		}
		if m, err := of(e.Close(t.Context(), e.By("mei"), asleep.ID)); err != nil || m.Status != match.Ended {
			t.Errorf("closing an adjourned study in %q: %v", channel, err)
		}
	}
}

// Neither repetition nor an unwinnable position ends a study, and no move is held back.
func TestStudyGoesOn(t *testing.T) {
	e := newEnv(t)
	m := e.study(room, "3k5/9/9/9/9/9/9/9/9/4KR3 w - - 0 1")
	for range 6 {
		for _, text := range []string{"f0f5", "d9d8", "f5f0", "d8d9"} {
			var err error
			if m, err = of(e.Matches.Step(t.Context(), e.By("mei"), m.ID, m.Turn, move(text))); err != nil {
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
		m := e.study(id.Channel(e.By("").Event), game.StartFEN)
		ctx := context.Background()
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			before := m
			var err error
			by := e.By("mei")
			switch rapid.IntRange(0, 4).Draw(rt, "command") {
			case 0:
				m, err = of(e.Reset(ctx, by, m.ID, m.Turn))
			case 1:
				if m, err = of(e.Matches.TakebackAt(ctx, by, m.ID, m.Turn)); errors.Is(err, match.ErrNothingToTakeBack) && before.Game.Ply() == 0 {
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
				m, err = of(e.Matches.Step(ctx, by, m.ID, m.Turn, rapid.SampledFrom(legal).Draw(rt, "move")))
			}
			if err != nil {
				rt.Fatal(err)
			}
			if m.Status != match.Open || m.Turn <= before.Turn {
				rt.Fatalf("status %v, turn %d after %d", m.Status, m.Turn, before.Turn)
			}
			kept, err := e.Matches.Get(ctx, m.ID)
			if err != nil || *kept.Game.Position() != *m.Game.Position() || !kept.Mode.OnePlayer {
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
		m, err := of(e.Open(t.Context(), e.By(p), "", "", "en-US", study.Board{Game: game.NewGame(game.Start(), game.NoRepetition)}))
		if err != nil {
			t.Fatal(p, err)
		}
		if at[i] = m; !m.Private() {
			t.Errorf("%s's is in %s", p, m.Channel)
		}
	}
	if _, err := e.Matches.InChannel(t.Context(), ""); !errors.Is(err, match.ErrNoMatch) {
		t.Errorf("what is typed nowhere is a study's: %v", err)
	}
	terms := testplay.Versus("mei", 1)
	terms.Channel = room
	if _, err := e.Matches.Start(t.Context(), e.By("mei"), terms); err != nil {
		t.Fatal("the channel is not free:", err)
	}
	brought, err := of(e.Matches.Transfer(t.Context(), e.By("tom"), at[1].ID, "guild", "elsewhere"))
	if err != nil || brought.Private() {
		t.Fatalf("brought to a channel: %v", err)
	}
	if there, err := e.Matches.InChannel(t.Context(), "elsewhere"); err != nil || there.ID != at[1].ID {
		t.Errorf("there is %s, %v", there.ID, err)
	}
	if _, err := e.Close(t.Context(), e.By("mei"), at[0].ID); err != nil {
		t.Fatal(err)
	}
	if err := e.DB.Tx(t.Context(), func(tx store.Tx) error { return e.Matches.Owner().Erase(t.Context(), tx, "mei") }); err != nil {
		t.Fatal(err)
	}
	if m, err := e.Matches.Stored(t.Context(), at[0].ID); !errors.Is(err, match.ErrNoMatch) {
		t.Errorf("what nobody shows is left: %+v, %v", m, err)
	}
}

// A study is limited in plies, and one that became longer before the limit existed can be read, shortened and closed.
func TestStudyLimit(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	var long *match.TooLongError
	round := []string{"h0g2", "h9g7", "g2h0", "g7h9"}
	line := func(plies int) *game.Game {
		moves := make([]game.Move, plies)
		for i := range moves {
			moves[i] = move(round[i%4])
		}
		g, err := game.Replay(game.Start(), game.NoRepetition, moves)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	if _, err := e.Open(ctx, e.By("mei"), "", room, "en", study.Board{Game: line(study.Mode.MaxPlies + 1)}); !errors.As(err, &long) {
		t.Errorf("opened with a longer game: %v", err)
	}
	m, err := of(e.Open(ctx, e.By("mei"), "", room, "en", study.Board{Game: line(study.Mode.MaxPlies - 1)}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.SetUp(ctx, e.By("mei"), m.ID, study.Board{Game: line(study.Mode.MaxPlies + 1)}); !errors.As(err, &long) {
		t.Errorf("set up with a longer game: %v", err)
	}
	if m, err = of(e.Matches.Step(ctx, e.By("mei"), m.ID, m.Turn, move(round[3]))); err != nil || m.Game.Ply() != study.Mode.MaxPlies {
		t.Fatalf("the last ply: %d %v", m.Game.Ply(), err)
	}
	if _, err := e.Matches.Step(ctx, e.By("mei"), m.ID, m.Turn, move(round[0])); !errors.As(err, &long) {
		t.Errorf("one more: %v", err)
	}
	if _, err := e.DB.Write().Exec(ctx, `UPDATE matches SET moves = ?`, game.MovesText(line(8000).Moves())); err != nil {
		t.Fatal(err)
	}
	if m, err = of(e.Matches.TakebackAt(ctx, e.By("mei"), m.ID, m.Turn)); err != nil || m.Game.Ply() != 7999 {
		t.Errorf("one that is longer, taken back: %d %v", m.Game.Ply(), err)
	}
	if _, err := e.Close(ctx, e.By("mei"), m.ID); err != nil {
		t.Errorf("closed: %v", err)
	}
}

// The price of a board is taken before it is there: where that fails there is none, and no error beside a study.
func TestPriceBeforeBoard(t *testing.T) {
	e := newEnv(t)
	c, err := e.Matches.Start(t.Context(), e.By("mei"), testplay.Versus("mei", 3))
	e.OK(err)
	c, err = e.Matches.Step(t.Context(), e.By("mei"), c.Match.ID, c.Match.Turn, move("h2e2"))
	e.OK(err)
	b := study.Board{Game: game.NewGame(*c.Match.Game.Position(), game.Asian)}
	may := e.may("mei", b)
	_, err = e.DB.Write().Exec(t.Context(), `UPDATE matches SET clock = 'of a later program'`)
	e.OK(err)
	if _, err := e.Service.Open(t.Context(), e.By("mei"), may, "", room, "en", b); err == nil || e.Count(`SELECT COUNT(*) FROM matches`) != 1 {
		t.Errorf("%d boards: %v", e.Count(`SELECT COUNT(*) FROM matches`), err)
	}
}
