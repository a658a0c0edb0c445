package session_test

import (
	"errors"
	"testing"
	"time"

	"yeye/bot/session"
	"yeye/game"
)

func TestLeave(t *testing.T) {
	won, abandoned := game.Outcome{Result: game.BlackWins, Method: game.Resignation}, game.Outcome{Method: game.Abandoned}
	for _, c := range []struct {
		state   string
		who     session.PlayerID
		status  session.Status
		outcome game.Outcome
		closing session.Closing
		err     error
	}{
		{"people", "mei", session.Ended, won, session.NotClosed, nil},
		{"resting", "mei", session.Ended, won, session.NotClosed, nil},
		{"held", "mei", session.Ended, won, session.NotClosed, nil},
		{"character", "mei", session.Ended, abandoned, session.NotClosed, nil},
		{"study", "mei", session.Ended, abandoned, session.NotClosed, nil},
		{"challenge", "mei", session.Closed, game.Outcome{}, session.Withdrawn, nil},
		{"challenge", "tom", session.Closed, game.Outcome{}, session.Declined, nil},
		{"exhibition", "mei", session.Ended, abandoned, session.NotClosed, nil},
		{"exhibition", "tom", session.Open, game.Outcome{}, session.NotClosed, session.ErrNotSeated},
		{"people", "linh", session.Open, game.Outcome{}, session.NotClosed, session.ErrNotSeated},
		{"over", "mei", session.Ended, won, session.NotClosed, session.ErrEnded},
	} {
		d := newDesk(t)
		ctx := t.Context()
		var se session.Session
		var err error
		switch c.state {
		case "challenge":
			se, err = d.invites(t, "mei", "tom")
		case "character":
			se = d.start(t, meiAgainstKid)
		case "exhibition":
			se = d.start(t, [2]session.Seat{{Level: 1}, {Level: 2}})
		case "study":
			se = d.study(t, game.StartFEN)
		default:
			se = d.start(t, meiAgainstTom)
		}
		switch c.state {
		case "held":
			_, err = d.Rule(ctx, d.from("mod", session.ByCommand), se.ID, session.Held)
		case "over":
			_, err = d.Resign(ctx, d.from("mei", session.ByCommand), se.ID)
		case "resting":
			d.pass(6 * 24 * time.Hour)
			if _, err = d.Remind(ctx, se.ID); err == nil {
				d.pass(24 * time.Hour)
				_, err = d.Rest(ctx, se.ID)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = d.Leave(ctx, d.from(c.who, session.ByCommand), se.ID)
		kept, failed := d.Get(ctx, se.ID)
		if !errors.Is(err, c.err) || failed != nil || kept.Status != c.status || kept.Outcome != c.outcome || kept.Closing != c.closing {
			t.Errorf("%s leaves %s: %v, %v %+v %v", c.who, c.state, err, kept.Status, kept.Outcome, kept.Closing)
		}
	}
}

// Two who had themselves forgotten at one table stay two, and nobody asks them.
func TestGone(t *testing.T) {
	se := session.Session{Seats: [2]session.Seat{{Player: session.GonePlayer(game.Red)}, {Player: session.GonePlayer(game.Black)}}, Game: game.NewGame(game.Start(), game.Asian)}
	if !se.Forgotten() || se.Study() || !se.Seats[0].Gone() || !se.Seats[0].Human() {
		t.Errorf("%+v", se.Seats)
	}
	for _, s := range []session.Seat{{}, {Player: "tom"}, {Player: "gone"}, {Player: "gone:"}, {Level: session.Vacant}} {
		if s.Gone() {
			t.Errorf("%+v is gone", s)
		}
	}
	d := newDesk(t)
	if _, err := d.invites(t, "mei", session.GonePlayer(game.Black)); !errors.Is(err, session.ErrUnwelcome) {
		t.Errorf("asking somebody forgotten: %v", err)
	}
}
