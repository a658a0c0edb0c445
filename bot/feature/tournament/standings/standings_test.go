package standings_test

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/gnutterts/chesspairing"
	"github.com/gnutterts/chesspairing/tiebreaker"
	"github.com/google/go-cmp/cmp"

	"yeye/bot/feature/tournament/pairing"
	"yeye/bot/feature/tournament/standings"
)

// read reads rounds as "1-2 1-0, 3-4 1/2, 5 bye", Red first, a line a round.
func read(t *testing.T, text string) []pairing.Round {
	t.Helper()
	var rounds []pairing.Round
	for line := range strings.Lines(strings.TrimSpace(text)) {
		var r pairing.Round
		for part := range strings.SplitSeq(strings.TrimSpace(line), ", ") {
			who, what, _ := strings.Cut(part, " ")
			red, black, game := strings.Cut(who, "-")
			a, err := strconv.Atoi(red)
			if err != nil {
				t.Fatal(err)
			}
			if !game {
				r.Byes = append(r.Byes, pairing.Bye{Player: a, Kind: pairing.ByeKind(what)})
				continue
			}
			b, err := strconv.Atoi(black)
			if err != nil {
				t.Fatal(err)
			}
			r.Games = append(r.Games, pairing.Game{Red: a, Black: b, Result: pairing.Result(what)})
		}
		rounds = append(rounds, r)
	}
	return rounds
}

func TestTable(t *testing.T) {
	for _, c := range []struct {
		name   string
		n      int
		rounds string
		want   []standings.Row
	}{
		{
			// Points: 1 4+.. worked out by hand. 1 beats 4, draws 2, beats 3: 5. 2 beats 5, draws 1, beats 6: 5.
			// 3 beats 6, beats 5, loses to 1: 4. 4 loses to 1, beats 6, draws 5: 3. 5: 0+0+1. 6: 0.
			// Opponents of 1: 3+5+4 = 12. Of 2: 1+5+0 = 6. Of 3: 0+1+5 = 6. Of 4: 5+0+1 = 6. Of 5: 5+4+3 = 12. Of 6: 4+3+5 = 12.
			"three rounds of six", 6,
			"1-4 1-0, 5-2 0-1, 3-6 1-0\n2-1 1/2, 5-3 0-1, 4-6 1-0\n1-3 1-0, 6-2 0-1, 4-5 1/2",
			[]standings.Row{
				{Player: 1, Place: 1, Points: 5, Opponents: 12, Wins: 2, Games: 3},
				{Player: 2, Place: 2, Points: 5, Opponents: 6, Wins: 2, BlackWins: 2, Games: 3, By: standings.ByOpponents},
				{Player: 3, Place: 3, Points: 4, Opponents: 6, Wins: 2, BlackWins: 1, Games: 3},
				{Player: 4, Place: 4, Points: 3, Opponents: 6, Wins: 1, Games: 3},
				{Player: 5, Place: 5, Points: 1, Opponents: 12, Games: 3},
				{Player: 6, Place: 6, Points: 0, Opponents: 12, Games: 3},
			},
		},
		{
			// Round 1: 1 beats 4, 2 beats 5, 6 does not come against 3, 7 has the bye.
			// Round 2: 1 draws 2, 3 beats 7, 4 beats 6, 5 has the bye.
			// Points: 1 3, 2 3, 3 4, 4 2, 5 2, 6 0, 7 2.
			// As opponents, rounds without a game as draws: 1 3, 2 3, 3 1+2 = 3, 4 2, 5 0+1 = 1, 6 1+0 = 1, 7 1+0 = 1.
			// 1: 2+3 = 5. 2: 1+3 = 4. 3: round 1 as a game against 0+2-2, then a draw = 1, and 7's 1: 2.
			// 4: 3+1 = 4. 5: 3, and 0+2-2 with nothing after it = 0: 3. 6: round 1 as 0+2-0, then a draw = 3, and 4's 2: 5.
			// 7: round 1 as 0+2-2, then a draw = 1, and 3's 3: 4.
			"a bye and a forfeit among seven", 7,
			"1-4 1-0, 2-5 1-0, 3-6 +-, 7 bye\n2-1 1/2, 7-3 0-1, 4-6 1-0, 5 bye",
			[]standings.Row{
				{Player: 3, Place: 1, Points: 4, Opponents: 2, Wins: 1, BlackWins: 1, Games: 1},
				{Player: 1, Place: 2, Points: 3, Opponents: 5, Wins: 1, Games: 2},
				{Player: 2, Place: 3, Points: 3, Opponents: 4, Wins: 1, Games: 2, By: standings.ByOpponents},
				{Player: 4, Place: 4, Points: 2, Opponents: 4, Wins: 1, Games: 2},
				{Player: 7, Place: 5, Points: 2, Opponents: 4, Games: 1, By: standings.ByWins},
				{Player: 5, Place: 6, Points: 2, Opponents: 3, Games: 1, By: standings.ByOpponents},
				{Player: 6, Place: 7, Points: 0, Opponents: 5, Games: 1},
			},
		},
		{
			"all have met", 4, "2-1 0-1, 3-4 0-1\n1-3 0-1, 4-2 0-1\n4-1 0-1, 2-3 1-0",
			[]standings.Row{
				{Player: 1, Place: 1, Points: 4, Opponents: 8, Direct: 2, Wins: 2, BlackWins: 2, Games: 3},
				{Player: 2, Place: 2, Points: 4, Opponents: 8, Wins: 2, BlackWins: 1, Games: 3, By: standings.ByDirect},
				{Player: 4, Place: 3, Points: 2, Opponents: 10, Direct: 2, Wins: 1, BlackWins: 1, Games: 3},
				{Player: 3, Place: 4, Points: 2, Opponents: 10, Wins: 1, BlackWins: 1, Games: 3, By: standings.ByDirect},
			},
		},
		{
			"a shared place", 4, "1-2 1-0, 3-4 1/2",
			[]standings.Row{
				{Player: 1, Place: 1, Points: 2, Wins: 1, Games: 1},
				{Player: 3, Place: 2, Points: 1, Opponents: 1, Direct: 1, Games: 1},
				{Player: 4, Place: 2, Points: 1, Opponents: 1, Direct: 1, Games: 1, By: standings.Shared},
				{Player: 2, Place: 4, Opponents: 2, Games: 1},
			},
		},
		{
			"a game that still runs counts for nobody", 4, "1-2 1-0, 3-4 ",
			[]standings.Row{
				{Player: 1, Place: 1, Points: 2, Wins: 1, Games: 1},
				{Player: 2, Place: 2, Opponents: 2, Games: 1},
				{Player: 3, Place: 3, By: standings.ByOpponents},
				{Player: 4, Place: 3, By: standings.Shared},
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, standings.Table(c.n, read(t, c.rounds), false)); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

// Where everybody meets everybody, when somebody had the bye decides nothing: 1, who had it first, has beaten 3, who had it last.
func TestEverybody(t *testing.T) {
	got := standings.Table(5, read(t, `2-5 0-1, 3-4 1-0, 1 absent
		1-3 1-0, 4-5 1-0, 2 absent
		2-1 0-1, 5-3 0-1, 4 absent
		1-4 1-0, 3-2 1-0, 5 absent
		5-1 1-0, 2-4 1-0, 3 absent`), true)
	want := []standings.Row{
		{Player: 1, Place: 1, Points: 6, Direct: 2, Wins: 3, BlackWins: 1, Games: 4},
		{Player: 3, Place: 2, Points: 6, Wins: 3, BlackWins: 1, Games: 4, By: standings.ByDirect},
		{Player: 5, Place: 3, Points: 4, Wins: 2, BlackWins: 1, Games: 4},
		{Player: 2, Place: 4, Points: 2, Direct: 2, Wins: 1, Games: 4},
		{Player: 4, Place: 5, Points: 2, Wins: 1, Games: 4, By: standings.ByDirect},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// TestAgreesWithLibrary compares points of opponents and wins with the library's, in
// tournaments in which every game is played: for other rounds its rule is another.
func TestAgreesWithLibrary(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		s := pairing.State{Rounds: 5}
		state := &chesspairing.TournamentState{}
		for i := range 12 {
			s.Players = append(s.Players, pairing.Player{Number: i + 1, Active: true})
			state.Players = append(state.Players, chesspairing.PlayerEntry{ID: strconv.Itoa(i + 1)})
		}
		for s.Round < s.Rounds {
			s.Round++
			round, err := pairing.Weighted{}.Pair(s)
			if err != nil {
				t.Fatal(err)
			}
			data := chesspairing.RoundData{Number: s.Round}
			for i := range round.Games {
				g := &round.Games[i]
				k := r.IntN(3)
				g.Result = []pairing.Result{pairing.RedWins, pairing.BlackWins, pairing.Draw}[k]
				data.Games = append(data.Games, chesspairing.GameData{
					WhiteID: strconv.Itoa(g.Red), BlackID: strconv.Itoa(g.Black),
					Result: []chesspairing.GameResult{chesspairing.ResultWhiteWins, chesspairing.ResultBlackWins, chesspairing.ResultDraw}[k],
				})
			}
			s.Past = append(s.Past, round)
			state.Rounds = append(state.Rounds, data)
		}
		state.CurrentRound = s.Rounds + 1
		var scores []chesspairing.PlayerScore
		rows := map[string]standings.Row{}
		for _, row := range standings.Table(12, s.Past, false) {
			rows[strconv.Itoa(row.Player)] = row
			scores = append(scores, chesspairing.PlayerScore{PlayerID: strconv.Itoa(row.Player), Score: float64(row.Points) / 2})
		}
		for name, ours := range map[string]func(standings.Row) float64{
			"buchholz":   func(r standings.Row) float64 { return float64(r.Opponents) / 2 },
			"wins":       func(r standings.Row) float64 { return float64(r.Wins) },
			"black-wins": func(r standings.Row) float64 { return float64(r.BlackWins) },
		} {
			tb, err := tiebreaker.Get(name)
			if err != nil {
				t.Fatal(err)
			}
			values, err := tb.Compute(context.Background(), state, scores)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range values {
				if got := ours(rows[v.PlayerID]); got != v.Value {
					t.Errorf("seed %d, %s of %s: %v, the library has %v", seed, name, v.PlayerID, got, v.Value)
				}
			}
		}
	}
}

func TestStreak(t *testing.T) {
	win, draw, loss := standings.Outcome{Points: 2, Plies: 40}, standings.Outcome{Points: 1, Plies: 40}, standings.Outcome{Plies: 40}
	for _, c := range []struct {
		name  string
		games []standings.Outcome
		want  []int
	}{
		{"three wins", []standings.Outcome{win, win, win}, []int{2, 2, 4}},
		{"a draw in a streak", []standings.Outcome{win, win, draw, win}, []int{2, 2, 2, 2}},
		{"a loss ends it", []standings.Outcome{win, win, loss, win}, []int{2, 2, 0, 2}},
		{"a quick draw", []standings.Outcome{{Points: 1, Plies: 19}, {Points: 1, Plies: 20}}, []int{0, 1}},
		{"a long streak", []standings.Outcome{win, win, win, win, loss, win, win, win}, []int{2, 2, 4, 4, 0, 2, 2, 4}},
	} {
		if d := cmp.Diff(c.want, standings.Streak(c.games)); d != "" {
			t.Errorf("%s: -want +got:\n%s", c.name, d)
		}
	}
}
