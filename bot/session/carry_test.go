package session_test

import (
	"errors"
	"testing"
	"time"

	"yeye/bot/session"
	"yeye/game"
)

func TestStrandAndBring(t *testing.T) {
	for _, c := range []struct {
		state    string
		stranded session.Status
		strand   error
		brought  session.Status // by Mei to another place afterwards
		bring    error
	}{
		{"people", session.Resting, nil, session.Open, nil},
		{"character", session.Resting, nil, session.Open, nil},
		{"study", session.Resting, nil, session.Open, nil},
		{"resting", session.Resting, session.ErrStale, session.Open, nil},
		{"held", session.Resting, session.ErrStale, session.Resting, session.ErrHeld},
		{"challenge", session.Closed, nil, session.Closed, session.ErrEnded},
		{"exhibition", session.Ended, nil, session.Ended, session.ErrNotSeated},
		{"over", session.Ended, session.ErrStale, session.Ended, session.ErrEnded},
	} {
		d := newDesk(t)
		ctx := t.Context()
		var se session.Session
		var err error
		switch c.state {
		case "challenge":
			se, err = d.invites(t, "mei", "tom")
		case "study":
			se = d.study(t, game.StartFEN)
		case "character", "resting":
			se = d.start(t, meiAgainstKid)
		case "exhibition":
			se = d.start(t, [2]session.Seat{{Level: 1}, {Level: 2}})
		default:
			se = d.start(t, meiAgainstTom)
		}
		switch c.state {
		case "resting":
			d.pass(25 * time.Hour)
			_, err = d.Rest(ctx, se.ID)
		case "held":
			_, err = d.Rule(ctx, d.from("mod", session.ByCommand), se.ID, session.Held)
		case "over":
			_, err = d.Resign(ctx, d.from("mei", session.ByCommand), se.ID)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Strand(ctx, se.ID, se.Place); !errors.Is(err, c.strand) {
			t.Errorf("%s stranded: %v", c.state, err)
		}
		if now, err := d.Get(ctx, se.ID); err != nil || now.Status != c.stranded || now.Next.Kind != session.Nothing {
			t.Errorf("%s stranded: %v %v %v", c.state, now.Status, now.Next, err)
		}
		after, err := d.Bring(ctx, d.from("mei", session.ByCommand), se.ID, "elsewhere")
		now, failed := d.Get(ctx, se.ID)
		if !errors.Is(err, c.bring) || failed != nil || now.Status != c.brought {
			t.Errorf("%s brought: %v, then %v %v", c.state, err, now.Status, failed)
		}
		if c.bring == nil && (now.Place != "elsewhere" || now.NewCard != after.Rev || now.Turn != se.Turn) {
			t.Errorf("%s brought: %+v", c.state, now)
		}
	}
}

// Nobody else brings a game, none is brought where another is on, and one that is
// on where it is stays.
func TestWhoBringsAndWhere(t *testing.T) {
	d := newDesk(t)
	ctx := t.Context()
	se := d.start(t, meiAgainstTom)
	if _, err := d.Bring(ctx, d.from("linh", session.ByCommand), se.ID, "elsewhere"); !errors.Is(err, session.ErrNotSeated) {
		t.Errorf("a stranger: %v", err)
	}
	if _, err := d.Bring(ctx, d.from("mei", session.ByCommand), se.ID, room); !errors.Is(err, session.ErrStale) {
		t.Errorf("to where it is: %v", err)
	}
	moved, err := d.Bring(ctx, d.from("tom", session.ByCommand), se.ID, "elsewhere")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Strand(ctx, se.ID, room); !errors.Is(err, session.ErrStale) {
		t.Errorf("the place it was brought from goes: %v", err)
	}
	if _, err := d.At(ctx, room); !errors.Is(err, session.ErrNoSession) {
		t.Errorf("where it was: %v", err)
	}
	other := d.start(t, meiAgainstKid)
	var occupied *session.OccupiedError
	if _, err := d.Bring(ctx, d.from("mei", session.ByCommand), moved.ID, room); !errors.As(err, &occupied) || occupied.Session.ID != other.ID {
		t.Errorf("to an occupied place: %v", err)
	}
	if _, err := d.Move(ctx, d.from("mei", session.ByText), "elsewhere", "h2e2", 0); err != nil {
		t.Errorf("a move there: %v", err)
	}
}
