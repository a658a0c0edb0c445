package arena

import (
	"fmt"
	"math"

	"yeye/game"
)

// Tally counts the results of a match, from the first player's side.
type Tally struct {
	Wins, Draws, Losses int
	// Pairs counts finished pairs by the half points of the first player: 0, ½, 1, 1½, 2. The two games of a pair share
	// an opening, so they are not two independent trials; their sum is one.
	Pairs           [5]int
	unfinishedPairs map[int]int // by pair: half points of pairs with one game played
	// Games lost by a fault, by player.
	Illegal, Crashes, Time [2]int
	Perpetual              [2]int // lost by repetition: check, chase, kill or attack
	Ends                   map[End]int
}

// Add counts a game.
func (t *Tally) Add(p *Played) {
	if t.Ends == nil {
		t.Ends, t.unfinishedPairs = map[End]int{}, map[int]int{}
	}
	t.Ends[p.End]++
	first := game.Red
	if p.Leg == 2 {
		first = game.Black
	}
	points := 1
	if winner, won := p.Result.Winner(); won {
		loser := 1
		points = 2
		t.Wins++
		if winner != first {
			t.Wins--
			t.Losses++
			points, loser = 0, 0
		}
		switch p.End {
		case EndIllegal:
			t.Illegal[loser]++
		case EndCrash:
			t.Crashes[loser]++
		case EndTime:
			t.Time[loser]++
		case End(game.PerpetualCheck.String()), End(game.PerpetualChase.String()), End(game.PerpetualKill.String()),
			End(game.PerpetualAttack.String()):
			t.Perpetual[loser]++
		}
	} else {
		t.Draws++
	}
	if other, ok := t.unfinishedPairs[p.Pair]; ok {
		t.Pairs[other+points]++
		delete(t.unfinishedPairs, p.Pair)
	} else {
		t.unfinishedPairs[p.Pair] = points
	}
}

// Games returns the number of games played.
func (t *Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Score returns the first player's share of the points, 0 to 1.
func (t *Tally) Score() float64 {
	if t.Games() == 0 {
		return 0.5
	}
	return (float64(t.Wins) + float64(t.Draws)/2) / float64(t.Games())
}

// moments returns the number of pairs, and mean and variance of the first player's score. A small prior for each class
// keeps the variance above 0.
func (t *Tally) moments() (n, mean, variance float64) {
	const prior = 1e-3
	for i, c := range t.Pairs {
		x := float64(c) + prior
		n += x
		mean += x * float64(i) / 4
	}
	mean /= n
	for i, c := range t.Pairs {
		d := float64(i)/4 - mean
		variance += (float64(c) + prior) * d * d
	}
	return n, mean, variance / n
}

// Elo returns the difference in strength and half the width of its 95 % interval. Without a
// finished pair it returns 0 and an infinite width.
func (t *Tally) Elo() (elo, margin float64) {
	n, mean, variance := t.moments()
	if n < 1 {
		return 0, math.Inf(1)
	}
	e := 1.959964 * math.Sqrt(variance/n)
	low, high := eloFromScore(mean-e), eloFromScore(mean+e)
	return eloFromScore(mean), (high - low) / 2
}

// eloFromScore returns the Elo difference for an expected score.
func eloFromScore(share float64) float64 {
	share = max(1e-6, min(1-1e-6, share))
	return -400 * math.Log10(1/share-1)
}

// scoreFromElo is the inverse of eloFromScore.
func scoreFromElo(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// LLR returns the log-likelihood ratio of the pairs for a difference of elo1 against elo0 (the
// normal approximation of the generalized sequential test, Van den Bergh).
func (t *Tally) LLR(elo0, elo1 float64) float64 {
	n, mean, variance := t.moments()
	if n < 1 || variance <= 0 {
		return 0
	}
	s0, s1 := scoreFromElo(elo0), scoreFromElo(elo1)
	return (s1 - s0) * (2*mean - s0 - s1) * n / (2 * variance)
}

// SPRT is a sequential test of "at least Elo1" against "at most Elo0". The zero value is no test.
type SPRT struct {
	Elo0, Elo1  float64
	Alpha, Beta float64 // error rates, 0 means 0.05
}

// Bounds returns the LLRs at which the test ends.
func (s SPRT) Bounds() (low, high float64) {
	alpha, beta := s.Alpha, s.Beta
	if alpha == 0 {
		alpha = 0.05
	}
	if beta == 0 {
		beta = 0.05
	}
	return math.Log(beta / (1 - alpha)), math.Log((1 - beta) / alpha)
}

// Verdict returns +1 for Elo1, -1 for Elo0, 0 if the test is open. It stays open for the first few pairs, until the
// variance can be estimated.
func (s SPRT) Verdict(t *Tally) int {
	pairs := 0
	for _, c := range t.Pairs {
		pairs += c
	}
	if s.Elo0 == s.Elo1 || pairs < 8 {
		return 0
	}
	low, high := s.Bounds()
	switch llr := t.LLR(s.Elo0, s.Elo1); {
	case llr >= high:
		return 1
	case llr <= low:
		return -1
	}
	return 0
}

// String returns wins, draws, losses, score and Elo on one line.
func (t *Tally) String() string {
	elo, margin := t.Elo()
	return fmt.Sprintf("+%d =%d -%d  %.1f %%  Elo %+.0f ±%.0f", t.Wins, t.Draws, t.Losses, 100*t.Score(), elo, margin)
}
