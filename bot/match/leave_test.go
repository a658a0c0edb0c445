package match_test

import (
	"errors"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/game"
)

func TestLeave(t *testing.T) {
	won, abandoned := game.Outcome{Result: game.BlackWins, Method: game.Resignation}, game.Outcome{Method: game.Abandoned}
	for _, c := range []struct {
		state   string
		who     id.Player
		status  match.Status
		outcome game.Outcome
		err     error
	}{
		{"people", "mei", match.Ended, won, nil},
		{"adjourned", "mei", match.Ended, won, nil},
		{"held", "mei", match.Ended, won, nil},
		{"character", "mei", match.Ended, abandoned, nil},
		{"study", "mei", match.Ended, abandoned, nil},
		{"exhibition", "mei", match.Ended, abandoned, nil},
		{"exhibition", "tom", match.Open, game.Outcome{}, match.ErrNotSeated},
		{"people", "linh", match.Open, game.Outcome{}, match.ErrNotSeated},
		{"over", "mei", match.Ended, won, match.ErrEnded},
	} {
		e := newEnv(t)
		ctx := t.Context()
		var m match.Match
		var err error
		switch c.state {
		case "character":
			m = e.start(t, meiAgainstKid)
		case "exhibition":
			m = e.start(t, exhibition)
		case "study":
			m = e.study(t, room)
		default:
			m = e.start(t, meiAgainstTom)
		}
		switch c.state {
		case "held":
			_, err = e.Rule(ctx, e.from("mod", match.FromCommand), m.ID, match.PausedByModerator)
		case "over":
			_, err = e.Resign(ctx, e.from("mei", match.FromCommand), m.ID)
		case "adjourned":
			e.pass(6 * 24 * time.Hour)
			if _, err = e.Remind(ctx, m.ID); err == nil {
				e.pass(24 * time.Hour)
				_, err = e.Adjourn(ctx, m.ID)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = e.Leave(ctx, e.from(c.who, match.FromCommand), m.ID)
		kept, failed := e.Get(ctx, m.ID)
		if !errors.Is(err, c.err) || failed != nil || kept.Status != c.status || kept.Outcome != c.outcome {
			t.Errorf("%s leaves %s: %v, %v %+v", c.who, c.state, err, kept.Status, kept.Outcome)
		}
	}
}

// Two erased players in one match remain distinct.
func TestErasedPlayers(t *testing.T) {
	m := match.Match{Seats: [2]match.Seat{{Player: match.ErasedPlayer(game.Red)}, {Player: match.ErasedPlayer(game.Black)}}, Game: game.NewGame(game.Start(), game.Asian)}
	if !m.HasErased() || !m.Seats[0].Erased() || !m.Seats[0].Human() {
		t.Errorf("%+v", m.Seats)
	}
	for _, s := range []match.Seat{{}, {Player: "tom"}, {Player: "gone"}, {Player: "gone:"}, {Open: true}} {
		if s.Erased() {
			t.Errorf("%+v is gone", s)
		}
	}
}
