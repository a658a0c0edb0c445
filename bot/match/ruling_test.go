package match_test

import (
	"errors"
	"testing"

	"yeye/bot/match"
	"yeye/bot/place"
	"yeye/game"
)

// The rulings that a moderator may make in each state, and their effect.
func TestRulings(t *testing.T) {
	const end, pause, resume, remove = match.EndedByModerator, match.PausedByModerator, match.NoRuling, match.DeletedByModerator
	for _, c := range []struct {
		state  string // open, adjourned, held, ended
		ruling match.Ruling
		want   match.Status
		err    error
	}{
		{"open", end, match.Ended, nil}, {"open", pause, match.Adjourned, nil}, {"open", resume, match.Open, match.ErrNotPaused}, {"open", remove, match.Removed, nil},
		{"adjourned", end, match.Ended, nil}, {"adjourned", pause, match.Adjourned, nil}, {"adjourned", resume, match.Adjourned, match.ErrNotPaused}, {"adjourned", remove, match.Removed, nil},
		{"held", end, match.Ended, nil}, {"held", pause, match.Adjourned, match.ErrPausedByModerator}, {"held", resume, match.Open, nil}, {"held", remove, match.Removed, nil},
		{"ended", end, match.Ended, match.ErrEnded}, {"ended", pause, match.Ended, match.ErrEnded}, {"ended", resume, match.Ended, match.ErrEnded}, {"ended", remove, match.Removed, nil},
	} {
		e := newEnv(t)
		ctx := t.Context()
		var m match.Match
		var err error
		switch c.state {
		case "open", "held", "ended", "adjourned":
			m = e.start(t, meiAgainstKid)
			switch c.state {
			case "held":
				m, err = of(e.Rule(ctx, e.from("mod", match.FromCommand), m.ID, match.PausedByModerator))
			case "ended":
				m, err = of(e.Resign(ctx, e.from("mei", match.FromCommand), m.ID))
			case "adjourned":
				e.pass(25 * 3600e9)
				m, err = of(e.Adjourn(ctx, m.ID))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		after, err := of(e.Rule(ctx, e.from("mod", match.FromCommand), m.ID, c.ruling))
		if !errors.Is(err, c.err) {
			t.Errorf("%s, ruling %d: %v, want %v", c.state, c.ruling, err, c.err)
			continue
		}
		kept, err := e.Stored(ctx, m.ID)
		if err != nil || kept.Status != c.want || c.err == nil && (kept.RuledBy != "mod" || kept.Ruling != c.ruling || after.Rev != m.Rev+1) {
			t.Errorf("%s, ruling %d: %+v %v", c.state, c.ruling, kept, err)
		}
		if c.want == match.Ended && c.err == nil && (kept.Outcome != game.Outcome{Method: game.Abandoned} || kept.Next.Kind != match.Nothing) {
			t.Errorf("ended with %+v, next %v", kept.Outcome, kept.Next)
		}
	}
}

// A pause does not take away that an adjourned match waits for the other player.
func TestPauseKeepsTheOffer(t *testing.T) {
	for _, clock := range []string{"1d", "5+3"} {
		e := newEnv(t)
		ctx := t.Context()
		g := startTimed(t, e, clock, meiAgainstTom)
		g.moves("h2e2", 0)
		m := g.moves("h9g7", 0)
		_, err := e.Suspend(ctx, g.id, m.Channel)
		if err == nil {
			m, err = of(e.TransferUnseen(ctx, e.from("mei", match.FromCommand), g.id, "park", "cellar"))
		}
		if err != nil {
			t.Fatal(err)
		}
		rule := func(r match.Ruling) match.Change {
			t.Helper()
			c, err := e.Rule(ctx, e.from("mod", match.FromCommand), g.id, r)
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		if held := rule(match.PausedByModerator).Match; held.Offer != m.Offer || held.Offered != m.Offered || held.Ruling != match.PausedByModerator {
			t.Errorf("%s: paused: %+v %v", clock, held.Offer, held.Ruling)
		}
		for _, yes := range []bool{true, false} {
			if _, err := e.Accord(ctx, e.from("tom", match.FromCard), g.id, m.Offer, yes); !errors.Is(err, match.ErrClosed) {
				t.Errorf("%s: answered (%v) while it is paused: %v", clock, yes, err)
			}
		}
		if _, err := e.Resume(ctx, e.from("tom", match.FromCard), g.id); !errors.Is(err, match.ErrPausedByModerator) {
			t.Errorf("%s: resumed while it is paused: %v", clock, err)
		}
		if c := rule(match.NoRuling); c.Verb != match.Resumed || c.Match.Status != match.Adjourned || c.Match.Ruling != match.NoRuling || c.Match.Offer != m.Offer {
			t.Errorf("%s: released: %q %v %v %+v", clock, c.Verb, c.Match.Status, c.Match.Ruling, c.Match.Offer)
		}
		if _, err := e.Resume(ctx, e.from("mei", match.FromCard), g.id); !errors.Is(err, match.ErrOffered) {
			t.Errorf("%s: resumed by the one who asked: %v", clock, err)
		}
		if now, err := of(e.Resume(ctx, e.from("tom", match.FromCard), g.id)); err != nil || now.Status != match.Open {
			t.Errorf("%s: resumed by the other: %v, %v", clock, now.Status, err)
		}
	}
}

// A pause and its end do not resume a match that was adjourned before because of its place. Who waited for the other in
// a place that was lost during the pause asks again. The players are notified of that loss after the pause: before,
// nobody could act.
func TestPauseOfADisplacedMatch(t *testing.T) {
	for _, asked := range []bool{false, true} {
		e, g := displaced(t, "5+3")
		ctx := t.Context()
		if asked {
			_, err := e.Blame(ctx, g.id, place.Locked, game.Black)
			if err == nil {
				_, err = e.Transfer(ctx, e.from("mei", match.FromCommand), g.id, "", "elsewhere")
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		jobs := `SELECT MAX(version) FROM jobs WHERE job = 'taken'`
		before := row[int](t, e, jobs)
		if _, err := e.Rule(ctx, e.from("mod", match.FromCommand), g.id, match.PausedByModerator); err != nil {
			t.Fatal(err)
		}
		if err := e.OnPlaceFact(ctx, place.Fact{Status: place.Locked, Channel: g.now().Channel}); err != nil {
			t.Fatal(err)
		}
		if m := g.now(); !m.Paused() || row[int](t, e, jobs) != before {
			t.Errorf("asked %v: paused %v, %+v", asked, m.Paused(), m.Displacement)
		}
		m, err := of(e.Rule(ctx, e.from("mod", match.FromCommand), g.id, match.NoRuling))
		if _, _, waits := m.Asked(); err != nil || waits || m.Status != match.Adjourned || m.Paused() || !m.LostPlace() ||
			m.Next.Kind != match.Nothing || m.Displacement != (match.Displacement{Place: place.Locked}) {
			t.Errorf("asked %v: %v, waits %v, %+v, %+v, %v", asked, m.Status, waits, m.Displacement, m.Next, err)
		}
		if notified := row[int](t, e, jobs) > before; notified != asked {
			t.Errorf("asked %v: notified %v", asked, notified)
		}
	}
}

// Only a moderator can resume a held game; nobody can resume a removed one.
func TestPausedAndDeleted(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	m := e.start(t, meiAgainstKid)
	if _, err := e.Rule(ctx, e.from("mod", match.FromCommand), m.ID, match.PausedByModerator); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Resume(ctx, e.from("mei", match.FromCard), m.ID); !errors.Is(err, match.ErrPausedByModerator) {
		t.Errorf("a player resumes it: %v", err)
	}
	other := e.start(t, meiAgainstKid) // the channel is free now
	var occupied *match.OccupiedError
	if _, err := e.Rule(ctx, e.from("mod", match.FromCommand), m.ID, match.NoRuling); !errors.As(err, &occupied) {
		t.Errorf("resumed in an occupied channel: %v", err)
	}
	if _, err := e.Rule(ctx, e.from("mod", match.FromCommand), other.ID, match.DeletedByModerator); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Get(ctx, other.ID); !errors.Is(err, match.ErrNoMatch) {
		t.Errorf("a removed game is found: %v", err)
	}
	if _, err := e.Step(ctx, e.from("mei", match.FromCard), other.ID, other.Turn, move("h2e2")); !errors.Is(err, match.ErrNoMatch) {
		t.Errorf("a removed game is played: %v", err)
	}
	if last, err := e.Latest(ctx, room); err != nil || last.ID != m.ID {
		t.Errorf("the latest here: %v %v", last.ID, err)
	}
	if err := e.Purge(ctx, m.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Stored(ctx, m.ID); err != nil {
		t.Errorf("what is not removed was purged: %v", err)
	}
	if err := e.Purge(ctx, other.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Stored(ctx, other.ID); !errors.Is(err, match.ErrNoMatch) {
		t.Errorf("purged, but found: %v", err)
	}
	if m, err := of(e.Rule(ctx, e.from("mod", match.FromCommand), m.ID, match.NoRuling)); err != nil || m.Status != match.Open {
		t.Errorf("let go on: %v %v", m.Status, err)
	}
}
