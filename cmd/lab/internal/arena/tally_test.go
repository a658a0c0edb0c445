package arena

import (
	"math"
	"math/rand/v2"
	"testing"

	"yeye/game"
)

func near(a, b, by float64) bool { return math.Abs(a-b) <= by }

func TestEloOfShares(t *testing.T) {
	// The logistic scale: a ratio of 10 to 1 is 400.
	for share, elo := range map[float64]float64{0.5: 0, 10.0 / 11: 400, 1.0 / 11: -400, 0.6: 70.4, 0.75: 190.8} {
		if got := eloFromScore(share); !near(got, elo, 0.1) {
			t.Errorf("eloOf(%v) = %v", share, got)
		}
		if got := scoreFromElo(elo); !near(got, share, 0.001) {
			t.Errorf("shareOf(%v) = %v", elo, got)
		}
	}
}

func add(t *Tally, pair, leg int, r game.Result) { t.Add(&Played{Pair: pair, Leg: leg, Result: r}) }

func TestTallyCountsPairs(t *testing.T) {
	var got Tally
	add(&got, 1, 1, game.RedWins)   // first player is Red: 1
	add(&got, 2, 2, game.RedWins)   // second player is Red: 0
	add(&got, 1, 2, game.BlackWins) // 1: pair 1 makes 2
	add(&got, 2, 1, game.Draw)      // ½
	add(&got, 3, 1, game.Draw)      // half a pair
	if got.Wins != 2 || got.Draws != 2 || got.Losses != 1 || got.Pairs != [5]int{0, 1, 0, 0, 1} {
		t.Errorf("%+v", got)
	}
	if got.Score() != 0.6 {
		t.Errorf("score %v", got.Score())
	}
}

func TestTallyBlames(t *testing.T) {
	var got Tally
	got.Add(&Played{Pair: 1, Leg: 1, Result: game.BlackWins, End: EndIllegal})
	got.Add(&Played{Pair: 1, Leg: 2, Result: game.BlackWins, End: EndCrash})
	got.Add(&Played{Pair: 2, Leg: 2, Result: game.RedWins, End: End(game.PerpetualCheck.String())})
	got.Add(&Played{Pair: 2, Leg: 1, Result: game.RedWins, End: EndTime})
	if got.Illegal != [2]int{1, 0} || got.Crashes != [2]int{0, 1} || got.Perpetual != [2]int{1, 0} ||
		got.Time != [2]int{0, 1} {
		t.Errorf("%+v", got)
	}
}

// Every ending by repetition that has a loser blames the loser, and those without one nobody.
func TestTallyBlamesPerpetuals(t *testing.T) {
	for _, m := range []game.Method{game.PerpetualCheck, game.PerpetualChase, game.PerpetualKill,
		game.PerpetualAttack} {
		var got Tally
		got.Add(&Played{Pair: 1, Leg: 1, Result: game.BlackWins, End: End(m.String())})
		if got.Perpetual != [2]int{1, 0} {
			t.Errorf("%s: %v", m, got.Perpetual)
		}
	}
	for _, m := range []game.Method{game.MutualCheck, game.MutualChase, game.MutualAttack, game.Repetition} {
		var got Tally
		got.Add(&Played{Pair: 1, Leg: 1, Result: game.Draw, End: End(m.String())})
		if got.Perpetual != [2]int{} {
			t.Errorf("%s: %v", m, got.Perpetual)
		}
	}
}

// pairResult draws the result of a pair for a difference in strength; four
// games in ten are drawn.
func pairResult(r *rand.Rand, elo float64) (a, b game.Result) {
	one := func() int {
		if r.Float64() < 0.4 {
			return 1
		}
		if r.Float64() < scoreFromElo(elo)+(scoreFromElo(elo)-0.5)*0.4/0.6 {
			return 2
		}
		return 0
	}
	red := [...]game.Result{game.BlackWins, game.Draw, game.RedWins}
	return red[one()], red[2-one()]
}

// The sequential test errs no more often than it promises, and the interval
// contains the true value about 95 times of 100.
func TestSPRTKeepsItsWord(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	test := SPRT{Elo0: 0, Elo1: 30}
	const trials = 150
	for _, truth := range []float64{0, 30} {
		wrong, held, pairs := 0, 0, 0
		for range trials {
			var tally Tally
			n := 1
			for test.Verdict(&tally) == 0 {
				a, b := pairResult(r, truth)
				add(&tally, n, 1, a)
				add(&tally, n, 2, b)
				n++
			}
			pairs += n
			if (test.Verdict(&tally) > 0) != (truth == 30) {
				wrong++
			}
			var fixed Tally
			for i := range 200 {
				a, b := pairResult(r, truth)
				add(&fixed, i, 1, a)
				add(&fixed, i, 2, b)
			}
			if elo, margin := fixed.Elo(); near(elo, truth, margin) {
				held++
			}
		}
		if wrong > trials*9/100 {
			t.Errorf("truth %v: wrong %d times of %d", truth, wrong, trials)
		}
		if held < trials*90/100 || held == trials {
			t.Errorf("truth %v: the interval held it %d times of %d", truth, held, trials)
		}
		if pairs/trials > 600 {
			t.Errorf("truth %v: %d pairs for a verdict", truth, pairs/trials)
		}
	}
}

func TestOneSidedMatchHasANumber(t *testing.T) {
	var tally Tally
	for i := range 10 {
		add(&tally, i, 1, game.RedWins)
		add(&tally, i, 2, game.BlackWins)
	}
	elo, margin := tally.Elo()
	if elo < 400 || math.IsNaN(margin) || math.IsInf(margin, 0) {
		t.Errorf("10 pairs won: %v ±%v", elo, margin)
	}
	if (SPRT{Elo0: 0, Elo1: 10}).Verdict(&tally) != 1 {
		t.Error("and yet undecided")
	}
}
