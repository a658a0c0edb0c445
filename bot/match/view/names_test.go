package view_test

import (
	"testing"

	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/game"
)

// A match keeps a name for each seat, whoever has left it.
func TestVersus(t *testing.T) {
	w := readers(t, nil).InLocale("en-US").Words
	gone := func(c game.Color) match.Seat { return match.Seat{Player: match.ErasedPlayer(c)} }
	mei, kid, vacant := match.Seat{Player: "201", Name: "Mei"}, match.Seat{Level: 1}, match.Seat{Open: true}
	for want, seats := range map[string][2]match.Seat{
		"Mei – Kid":                             {mei, kid},
		"Mei – open challenge":                  {mei, vacant},
		"? – Mei":                               {{Player: "202"}, mei},
		"somebody who left – Mei":               {gone(game.Red), mei},
		"somebody who left – somebody who left": {gone(game.Red), gone(game.Black)},
		"Study · Mei":                           {mei, mei},
	} {
		if got := view.MatchTitle(w, seats); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
