package session_test

import (
	"errors"
	"testing"

	"yeye/bot/session"
	"yeye/game"
)

// What a moderator may decide in each state, and what becomes of it.
func TestRulings(t *testing.T) {
	const end, pause, resume, remove = session.RuledOver, session.Held, session.NoRuling, session.Struck
	for _, c := range []struct {
		state  string // open, proposed, resting, held, ended, closed
		ruling session.Ruling
		want   session.Status
		err    error
	}{
		{"open", end, session.Ended, nil}, {"open", pause, session.Resting, nil}, {"open", resume, session.Open, session.ErrNotHeld}, {"open", remove, session.Removed, nil},
		{"proposed", end, session.Closed, nil}, {"proposed", pause, session.Proposed, session.ErrProposed}, {"proposed", resume, session.Proposed, session.ErrProposed}, {"proposed", remove, session.Removed, nil},
		{"resting", end, session.Ended, nil}, {"resting", pause, session.Resting, nil}, {"resting", resume, session.Resting, session.ErrNotHeld}, {"resting", remove, session.Removed, nil},
		{"held", end, session.Ended, nil}, {"held", pause, session.Resting, session.ErrHeld}, {"held", resume, session.Open, nil}, {"held", remove, session.Removed, nil},
		{"ended", end, session.Ended, session.ErrEnded}, {"ended", pause, session.Ended, session.ErrEnded}, {"ended", resume, session.Ended, session.ErrEnded}, {"ended", remove, session.Removed, nil},
		{"closed", end, session.Closed, session.ErrEnded}, {"closed", remove, session.Removed, nil},
	} {
		d := newDesk(t)
		ctx := t.Context()
		var se session.Session
		var err error
		switch c.state {
		case "proposed", "closed":
			if se, err = d.invites(t, "mei", "tom"); err == nil && c.state == "closed" {
				se, err = d.Decline(ctx, d.from("tom", session.ByControl), se.ID)
			}
		case "open", "held", "ended", "resting":
			se = d.start(t, meiAgainstKid)
			switch c.state {
			case "held":
				se, err = d.Rule(ctx, d.from("mod", session.ByCommand), se.ID, session.Held)
			case "ended":
				se, err = d.Resign(ctx, d.from("mei", session.ByCommand), se.ID)
			case "resting":
				d.pass(25 * 3600e9)
				se, err = d.Rest(ctx, se.ID)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		after, err := d.Rule(ctx, d.from("mod", session.ByCommand), se.ID, c.ruling)
		if !errors.Is(err, c.err) {
			t.Errorf("%s, ruling %d: %v, want %v", c.state, c.ruling, err, c.err)
			continue
		}
		kept, err := d.Stored(ctx, se.ID)
		if err != nil || kept.Status != c.want || c.err == nil && (kept.RuledBy != "mod" || kept.Ruling != c.ruling || after.Rev != se.Rev+1) {
			t.Errorf("%s, ruling %d: %+v %v", c.state, c.ruling, kept, err)
		}
		if c.want == session.Ended && c.err == nil && (kept.Outcome != game.Outcome{Method: game.Abandoned} || kept.Next.Kind != session.Nothing) {
			t.Errorf("ended with %+v, next %v", kept.Outcome, kept.Next)
		}
	}
}

// A game that is held is the moderator's to wake; one that is removed is nobody's.
func TestHeldAndRemoved(t *testing.T) {
	d := newDesk(t)
	ctx := t.Context()
	se := d.start(t, meiAgainstKid)
	if _, err := d.Rule(ctx, d.from("mod", session.ByCommand), se.ID, session.Held); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Resume(ctx, d.from("mei", session.ByControl), se.ID); !errors.Is(err, session.ErrHeld) {
		t.Errorf("a player wakes it: %v", err)
	}
	other := d.start(t, meiAgainstKid) // the place is free meanwhile
	var occupied *session.OccupiedError
	if _, err := d.Rule(ctx, d.from("mod", session.ByCommand), se.ID, session.NoRuling); !errors.As(err, &occupied) {
		t.Errorf("woken in an occupied place: %v", err)
	}
	if _, err := d.Rule(ctx, d.from("mod", session.ByCommand), other.ID, session.Struck); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Get(ctx, other.ID); !errors.Is(err, session.ErrNoSession) {
		t.Errorf("a removed game is found: %v", err)
	}
	if _, err := d.Step(ctx, d.from("mei", session.ByControl), other.ID, other.Turn, move("h2e2")); !errors.Is(err, session.ErrNoSession) {
		t.Errorf("a removed game is played: %v", err)
	}
	if last, err := d.store.Latest(ctx, room); err != nil || last.ID != se.ID {
		t.Errorf("the latest here: %v %v", last.ID, err)
	}
	if err := d.store.Purge(ctx, se.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Stored(ctx, se.ID); err != nil {
		t.Errorf("what is not removed was purged: %v", err)
	}
	if err := d.store.Purge(ctx, other.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Stored(ctx, other.ID); !errors.Is(err, session.ErrNoSession) {
		t.Errorf("purged, but found: %v", err)
	}
	if se, err := d.Rule(ctx, d.from("mod", session.ByCommand), se.ID, session.NoRuling); err != nil || se.Status != session.Open {
		t.Errorf("let go on: %v %v", se.Status, err)
	}
}
