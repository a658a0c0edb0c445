package match_test

import (
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/game"
)

// A series consists of consecutive games of the same two players, on either side; another opponent or a long pause ends
// it.
func TestSeries(t *testing.T) {
	e := newEnv(t)
	play := func(red, black match.Seat, loser id.Player, after time.Duration) match.Match {
		t.Helper()
		m := e.start(t, [2]match.Seat{red, black})
		e.pass(after)
		m, err := of(e.Resign(t.Context(), e.from(loser, match.FromCommand), m.ID))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	series := func(m match.Match, want match.Series) {
		t.Helper()
		got, err := e.Series(t.Context(), &m)
		if err != nil || got != want {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
	}
	mei, tom, kid := match.Seat{Player: "mei", Name: "Mei"}, match.Seat{Player: "tom", Name: "Tom"}, match.Seat{Level: 1}
	series(play(mei, tom, "tom", time.Minute), match.Series{Games: 1, Wins: [2]int{game.Red: 1}})
	series(play(tom, mei, "tom", time.Hour), match.Series{Games: 2, Wins: [2]int{game.Black: 2}})
	third := play(mei, tom, "mei", time.Hour)
	series(third, match.Series{Games: 3, Wins: [2]int{2, 1}})
	series(play(mei, kid, "mei", time.Hour), match.Series{Games: 1, Wins: [2]int{game.Black: 1}})
	series(play(kid, mei, "mei", time.Hour), match.Series{Games: 2, Wins: [2]int{game.Red: 2}})
	series(play(mei, tom, "mei", time.Hour), match.Series{Games: 1, Wins: [2]int{game.Black: 1}})
	series(play(mei, tom, "mei", 7*time.Hour), match.Series{Games: 1, Wins: [2]int{game.Black: 1}})
	series(third, match.Series{Games: 3, Wins: [2]int{2, 1}}) // as it was then
	linh := match.Seat{Player: "linh", Name: "Linh"}
	play(linh, mei, "linh", time.Minute)
	series(play(mei, tom, "tom", time.Hour), match.Series{Games: 1, Wins: [2]int{game.Red: 1}}) // one of the two is not the same pair
	play(tom, linh, "linh", time.Minute)
	series(play(mei, tom, "tom", time.Hour), match.Series{Games: 1, Wins: [2]int{game.Red: 1}})
}
