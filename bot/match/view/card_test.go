package view

import (
	"testing"

	"yeye/bot/match"
	"yeye/game"
)

// A match in progress has the number of the move to be made, one that is over as many moves as were made.
func TestMoveNumber(t *testing.T) {
	for _, c := range []struct {
		moves       []string
		open, ended int
	}{{nil, 1, 0}, {[]string{"h2e2"}, 1, 1}, {[]string{"h2e2", "h9g7"}, 2, 1}, {[]string{"h2e2", "h9g7", "h0g2"}, 2, 2}} {
		m := match.Match{Status: match.Open, Game: game.NewGame(game.Start(), game.Asian)}
		for _, text := range c.moves {
			move, err := game.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			if err := m.Game.Play(move); err != nil {
				t.Fatal(err)
			}
		}
		if got := MoveNumber(&m); got != c.open {
			t.Errorf("%v: %d, want %d", c.moves, got, c.open)
		}
		if m.Status = match.Ended; MoveNumber(&m) != c.ended {
			t.Errorf("%v and over: %d, want %d", c.moves, MoveNumber(&m), c.ended)
		}
	}
}
