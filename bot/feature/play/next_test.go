package play

import (
	"strings"
	"testing"

	"yeye/ai/character"
	"yeye/bot/match"
	"yeye/bot/match/variant"
	"yeye/game"
)

// After a win against a character the next one is offered, after a win at odds the same without them, and nobody where the one beaten is to
// be beaten next, after the last, a defeat, a draw, or a game between people.
func TestNextAfter(t *testing.T) {
	mei, tom := match.Seat{Player: "mei"}, match.Seat{Player: "tom"}
	seat := func(level character.Level) match.Seat { return match.Seat{Level: level} }
	won := game.Outcome{Result: game.RedWins, Method: game.Checkmate}
	for name, c := range map[string]struct {
		m    match.Match
		next character.Level
		want character.Level // 0 for nobody
	}{
		"a win":                   {match.Match{Status: match.Ended, Outcome: won, Seats: [2]match.Seat{mei, seat(1)}}, 2, 2},
		"a win with help":         {match.Match{Status: match.Ended, Outcome: won, Seats: [2]match.Seat{mei, seat(1)}}, 1, 0},
		"over who was beaten":     {match.Match{Status: match.Ended, Outcome: won, Seats: [2]match.Seat{mei, seat(1)}}, 5, 5},
		"an ending":               {match.Match{Mode: match.Ending, Status: match.Ended, Outcome: won, Seats: [2]match.Seat{mei, seat(6)}}, 2, 0},
		"a win as Black":          {match.Match{Status: match.Ended, Outcome: game.Outcome{Result: game.BlackWins}, Seats: [2]match.Seat{seat(3), mei}}, 4, 4},
		"a win at odds":           {match.Match{Status: match.Ended, Outcome: won, Odds: match.LeftHorse, Seats: [2]match.Seat{mei, seat(5)}}, 2, 5},
		"a win over the last":     {match.Match{Status: match.Ended, Outcome: won, Seats: [2]match.Seat{mei, seat(6)}}, 7, 0},
		"over the last, at odds":  {match.Match{Status: match.Ended, Outcome: won, Odds: match.OneRook, Seats: [2]match.Seat{mei, seat(6)}}, 1, 6},
		"a defeat":                {match.Match{Status: match.Ended, Outcome: won, Seats: [2]match.Seat{seat(1), mei}}, 1, 0},
		"a draw":                  {match.Match{Status: match.Ended, Outcome: game.Outcome{Result: game.Draw}, Seats: [2]match.Seat{mei, seat(1)}}, 1, 0},
		"a game between people":   {match.Match{Status: match.Ended, Outcome: won, Seats: [2]match.Seat{mei, tom}}, 1, 0},
		"a game that is going on": {match.Match{Outcome: won, Seats: [2]match.Seat{mei, seat(1)}}, 2, 0},
	} {
		got, ok := nextCharacter(&c.m, c.next)
		if !ok {
			got = 0
		}
		if got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// After a defeat by a character the one below is offered, or the one to be beaten next if that is weaker, and the same at odds of a rook;
// after others nothing is.
func TestGentler(t *testing.T) {
	mei, tom := match.Seat{Player: "mei"}, match.Seat{Player: "tom"}
	seat := func(level character.Level) match.Seat { return match.Seat{Level: level} }
	lost := game.Outcome{Result: game.BlackWins, Method: game.Checkmate}
	ended := func(of match.Match) match.Match {
		of.Status, of.Game = match.Ended, game.NewGame(game.Start(), game.Asian)
		return of
	}
	for name, c := range map[string]struct {
		m    match.Match
		next character.Level
		want string
	}{
		"a defeat":           {match.Match{Mode: match.Versus, Outcome: lost, Seats: [2]match.Seat{mei, seat(2)}}, 5, "1 2.rook"},
		"by a much stronger": {match.Match{Mode: match.Versus, Outcome: lost, Seats: [2]match.Seat{mei, seat(6)}}, 1, "1 6.rook"},
		"who has beaten all": {match.Match{Mode: match.Versus, Outcome: lost, Seats: [2]match.Seat{mei, seat(6)}},
			character.Level(character.Count), "5 6.rook"},
		"by the weakest": {match.Match{Mode: match.Versus, Outcome: lost, Seats: [2]match.Seat{mei, seat(0)}}, 5, "0.rook"},
		"at odds": {match.Match{Mode: match.Versus, Outcome: lost, Odds: match.OneRook,
			Seats: [2]match.Seat{mei, seat(2)}}, 5, "1"},
		"in flipped chess": {match.Match{Mode: match.VersusOf(variant.Flipped), Outcome: lost,
			Seats: [2]match.Seat{mei, seat(2)}}, 5, "1"},
		"in an ending":          {match.Match{Mode: match.Ending, Outcome: lost, Seats: [2]match.Seat{mei, seat(6)}}, 5, ""},
		"a win":                 {match.Match{Mode: match.Versus, Outcome: lost, Seats: [2]match.Seat{seat(2), mei}}, 5, ""},
		"a draw":                {match.Match{Mode: match.Versus, Outcome: game.Outcome{Result: game.Draw}, Seats: [2]match.Seat{mei, seat(2)}}, 5, ""},
		"a game between people": {match.Match{Mode: match.Duel, Outcome: lost, Seats: [2]match.Seat{mei, tom}}, 5, ""},
	} {
		m := ended(c.m)
		var all []string
		for _, g := range easierGames(&m, c.next) {
			all = append(all, g.String())
		}
		if got := strings.Join(all, " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
