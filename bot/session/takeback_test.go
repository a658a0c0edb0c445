package session_test

import (
	"testing"

	"yeye/bot/session"
	"yeye/game"
)

// Only who has made a move has one to take back.
func TestMayTakeBack(t *testing.T) {
	kid, mei, tom := session.Seat{Level: 1}, session.Seat{Player: "mei"}, session.Seat{Player: "tom"}
	for _, c := range []struct {
		name  string
		seats [2]session.Seat
		want  [3]bool // after 0, 1 and 2 plies
	}{
		{"Red against a character", [2]session.Seat{game.Red: mei, game.Black: kid}, [3]bool{false, true, true}},
		{"Black against a character", [2]session.Seat{game.Red: kid, game.Black: mei}, [3]bool{false, false, true}},
		{"two people", [2]session.Seat{game.Red: mei, game.Black: tom}, [3]bool{false, true, true}},
	} {
		se := session.Session{Seats: c.seats, Status: session.Open, Game: game.NewGame(game.Start(), game.Asian)}
		for ply, want := range c.want {
			if got := se.MayTakeBack(); got != want {
				t.Errorf("%s after %d plies: %v", c.name, ply, got)
			}
			m, err := game.ParseMove([]string{"h2e2", "h9g7", "h0g2"}[ply])
			if err != nil {
				t.Fatal(err)
			}
			if err := se.Game.Play(m); err != nil {
				t.Fatal(err)
			}
		}
	}
}
