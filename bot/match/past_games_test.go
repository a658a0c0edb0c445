package match_test

import (
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/game"
)

// A character remembers a player's games with a result against it where they meet, latest first, and how those from the usual start
// began.
func TestPastGames(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	playFrom := func(start game.Position, guild id.Guild, seats [2]match.Seat, odds match.Odds, moves ...string) match.Match {
		t.Helper()
		e.pass(time.Minute)
		m, err := of(e.Start(ctx, e.from("mei", match.FromCommand), match.Terms{Guild: guild, Channel: e.newChannel(), Seats: seats, Odds: odds, Position: start}))
		for _, text := range moves {
			if err != nil {
				break
			}
			if m.Seats[m.ToMove()].Character() {
				m, err = of(e.Answer(ctx, &m, move(text), 0, false))
			} else {
				m, err = of(e.Step(ctx, e.from("mei", match.FromCard), m.ID, m.Turn, move(text)))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	play := func(guild id.Guild, seats [2]match.Seat, odds match.Odds, moves ...string) match.Match {
		t.Helper()
		return playFrom(odds.Position(), guild, seats, odds, moves...)
	}
	over := func(m match.Match) {
		t.Helper()
		if _, err := e.Resign(ctx, e.from("mei", match.FromCommand), m.ID); err != nil {
			t.Fatal(err)
		}
	}
	mei := match.Seat{Player: "mei", Name: "Mei"}
	over(play("park", meiAgainstKid, match.Even, "h2e2", "h9g7"))
	over(play("park", [2]match.Seat{{Level: 1}, mei}, match.Even, "b2e2"))
	over(play("park", [2]match.Seat{{Level: 1}, mei}, match.LeftHorse, "h2e2"))
	composed, err := game.ParseFEN("3k5/9/9/9/9/9/9/7C1/9/4K4 w")
	if err != nil {
		t.Fatal(err)
	}
	over(playFrom(composed, "park", meiAgainstKid, match.Even, "h2e2"))
	over(play("park", [2]match.Seat{mei, {Level: 2}}, match.Even, "h2e2")) // another character
	over(play("yard", meiAgainstKid, match.Even, "h2e2"))                  // elsewhere
	play("park", meiAgainstKid, match.Even, "h2e2")                        // not over
	all, err := e.PastGames(ctx, "mei", 1, "park", 10)
	if err != nil || len(all) != 4 {
		t.Fatalf("%+v, %v", all, err)
	}
	for i, want := range []struct {
		side    game.Color
		opening int
	}{{game.Red, 0}, {game.Black, 0}, {game.Black, 1}, {game.Red, 2}} {
		if got := all[i]; got.Side != want.side || len(got.Opening) != want.opening || got.Won() || !got.Lost() || got.Ended.Before(got.Began) {
			t.Errorf("game %d: %+v", i, got)
		}
	}
	if all[3].Opening[1] != move("h9g7") || all[0].Seed == all[1].Seed {
		t.Errorf("%v, seeds %d and %d", all[3].Opening, all[0].Seed, all[1].Seed)
	}
	if two, err := e.PastGames(ctx, "mei", 1, "park", 2); err != nil || len(two) != 2 || two[0].Began != all[0].Began {
		t.Errorf("the last two: %+v, %v", two, err)
	}
	won := match.PastGame{Side: game.Black, Result: game.BlackWins}
	drawn := match.PastGame{Side: game.Black, Result: game.Draw}
	if !won.Won() || won.Lost() || drawn.Won() || drawn.Lost() {
		t.Error("won and drawn are mixed up")
	}
}
