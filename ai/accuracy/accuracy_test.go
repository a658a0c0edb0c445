package accuracy_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/game"
)

const mate = ai.MateBound + 100

func TestChance(t *testing.T) {
	if c := accuracy.Chance(0); c != 50 {
		t.Errorf("an even game: %v", c)
	}
	if a, b := accuracy.Chance(mate), accuracy.Chance(1000); a != b {
		t.Errorf("a mate is %v, a thousand %v", a, b)
	}
	if a, b := accuracy.Chance(ai.RuleBound), accuracy.Chance(-mate); math.Abs(a+b-100) > 1e-9 || b > 5 {
		t.Errorf("won %v, lost %v", a, b)
	}
	rapid.Check(t, func(t *rapid.T) {
		a := ai.Score(rapid.IntRange(-32000, 32000).Draw(t, "a"))
		b := ai.Score(rapid.IntRange(-32000, 32000).Draw(t, "b"))
		if a < b && accuracy.Chance(a) > accuracy.Chance(b) {
			t.Error("a better score has less chance")
		}
		if math.Abs(accuracy.Chance(a)+accuracy.Chance(-a)-100) > 1e-9 {
			t.Error("the two sides' chances are not a whole")
		}
	})
}

// The points are on lichess's curve from points lost to accuracy.
func TestOfMove(t *testing.T) {
	for _, c := range []struct{ lost, want float64 }{{-3, 100}, {0, 100}, {5, 81}, {10, 65}, {20, 41}, {30, 26}, {95, 0}} {
		if got := accuracy.OfMove(60, 60-c.lost); math.Abs(got-c.want) > 0.6 {
			t.Errorf("%v points lost: %v, want %v", c.lost, got, c.want)
		}
	}
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name          string
		before, after ai.Score
		want          accuracy.Verdict
	}{
		{"nothing lost", 30, 30, accuracy.Fine},
		{"better than expected", 30, 400, accuracy.Fine},
		{"a little", 0, -80, accuracy.Inaccuracy},
		{"more", 0, -160, accuracy.Mistake},
		{"much", 0, -400, accuracy.Blunder},
		{"won anyway", 1500, 1000, accuracy.Fine},
		{"lets a mate in", 0, -mate, accuracy.Blunder},
		{"lets a mate in when losing", -750, -mate, accuracy.Mistake},
		{"lets a mate in when lost", -1200, -mate, accuracy.Inaccuracy},
		{"lets a mate go", mate, 0, accuracy.Blunder},
		{"lets a mate go and is still winning", mate, 800, accuracy.Mistake},
		{"lets a mate go and has won anyway", mate, 1300, accuracy.Inaccuracy},
		{"lets a mate go and one in", mate, -mate, accuracy.Blunder},
		{"a slower mate", mate + 10, mate, accuracy.Fine},
		{"mated sooner", -mate, -mate - 10, accuracy.Fine},
		{"gets out of a mate", -mate, -100, accuracy.Fine},
		{"finds a mate", 100, mate, accuracy.Fine},
		{"a mate for a win by the rule", mate, ai.RuleBound + 3, accuracy.Fine},
		{"lets a win by the rule go", ai.RuleBound + 3, 0, accuracy.Blunder},
	} {
		if got := accuracy.Judge(c.before, c.after); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// all says that n moves count.
func all(n int) []bool { return slices.Repeat([]bool{true}, n) }

// Moves that do not count change nothing: playing on in a lost game is not accuracy.
func TestOfGameCountsSomeMoves(t *testing.T) {
	red := []float64{50, 30, 30, 12, 12, 4, 4, 3, 3, 3}
	some := []bool{true, true, true, true, false, false, false, false, false}
	got := accuracy.OfGame(red, game.Red, some)
	if every := accuracy.OfGame(red, game.Red, all(9)); !(got[game.Red] < every[game.Red]) {
		t.Errorf("%v of the moves that count, %v of all", got, every)
	}
	if none := accuracy.OfGame(red, game.Red, make([]bool, 9)); !math.IsNaN(none[0]) || !math.IsNaN(none[1]) {
		t.Errorf("nothing counts: %v", none)
	}
}

func TestOfGame(t *testing.T) {
	a := accuracy.OfMove(30, 10)
	want := ((0.5*100+10*a)/10.5 + 2/(1.0/100+1/a)) / 2
	got := accuracy.OfGame([]float64{50, 50, 30, 10, 10}, game.Red, all(4))
	if math.Abs(got[game.Red]-want) > 1e-9 || got[game.Black] != 100 {
		t.Errorf("%v, want %v and 100", got, want)
	}
	turned := accuracy.OfGame([]float64{50, 50, 70, 90, 90}, game.Black, all(4))
	if math.Abs(turned[game.Black]-want) > 1e-9 || turned[game.Red] != 100 {
		t.Errorf("colors changed: %v, want 100 and %v", turned, want)
	}
	if one := accuracy.OfGame([]float64{50, 50}, game.Red, all(1)); one[game.Red] != 100 || !math.IsNaN(one[game.Black]) {
		t.Errorf("a single move: %v", one)
	}
	gap := accuracy.OfGame([]float64{50, 50, 50, math.NaN(), 90, 90, 90}, game.Red, all(6))
	if gap[game.Red] != 100 || gap[game.Black] != 100 {
		t.Errorf("moves around what is not known count: %v", gap)
	}
	for _, none := range [][]float64{nil, {50}, {50, math.NaN(), 50}} {
		if n := accuracy.OfGame(none, game.Red, all(max(0, len(none)-1))); !math.IsNaN(n[0]) || !math.IsNaN(n[1]) {
			t.Errorf("no move: %v", n)
		}
	}
}

func TestAccuracyIsBetween0And100(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		red := rapid.SliceOfN(rapid.Float64Range(2, 98), 3, 200).Draw(t, "red")
		for _, a := range accuracy.OfGame(red, game.Red, all(len(red)-1)) {
			if !(a >= 0 && a <= 100+1e-9) {
				t.Errorf("accuracy %v", a)
			}
		}
	})
}
