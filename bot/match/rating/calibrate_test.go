package rating

import (
	"math"
	"math/rand/v2"
	"slices"

	"yeye/game"
)

// Calibration compares the points that the ratings promised Red with those that Red
// scored, in the games whose promise was between From and To.
type Calibration struct {
	From, To           float64
	Games              int
	Promised, Observed float64
}

// Simulated is the result of a simulated club.
type Simulated struct {
	Bins []Calibration // of the second half of the games, in tenths
	// Error is the root mean square distance of ratings from true strengths at the end,
	// after the means are aligned.
	Error float64
	// Covered is the percentage of true strengths within two deviations.
	Covered float64
}

// Simulate makes players of known strength meet, mostly those of similar strength as in
// reality, and rates every game. rounds is how often each plays on average, times two.
func (s System) Simulate(players, rounds int, seed uint64) Simulated {
	random := rand.New(rand.NewPCG(seed, uint64(players)))
	truth := make([]float64, players)
	ratings := make([]Rating, players)
	for i := range truth {
		truth[i] = center + 300*random.NormFloat64()
		ratings[i] = Newcomer()
	}
	var bins [10]Calibration
	games := players * rounds
	for n := range games {
		red := random.IntN(players)
		black := (red + 1 + random.IntN(players-1)) % players
		for range 3 { // of several on offer people choose the one with the closest rating
			other := (red + 1 + random.IntN(players-1)) % players
			if math.Abs(ratings[other].Value-ratings[red].Value) < math.Abs(ratings[black].Value-ratings[red].Value) {
				black = other
			}
		}
		score, result := play(random, truth[red]-truth[black]+RedAdvantage)
		if n >= games/2 {
			promise := expect(ratings[red], ratings[black])
			b := &bins[min(int(promise*10), 9)]
			b.Games++
			b.Promised += promise
			b.Observed += score
		}
		after := s.RateGame([2]Rating{ratings[red], ratings[black]}, result, ShortPlies)
		ratings[red], ratings[black] = after[game.Red], after[game.Black]
	}
	return summary(truth, ratings, bins[:])
}

// play draws a result: one game in five between equals is drawn, fewer between others.
func play(random *rand.Rand, points float64) (float64, game.Result) {
	e := expected(1, points)
	draw := 0.2 * 4 * e * (1 - e)
	switch x := random.Float64(); {
	case x < e-draw/2:
		return 1, game.RedWins
	case x < e+draw/2:
		return 0.5, game.Draw
	}
	return 0, game.BlackWins
}

func summary(truth []float64, ratings []Rating, bins []Calibration) (s Simulated) {
	var shift float64
	for i := range truth {
		shift += (ratings[i].Value - truth[i]) / float64(len(truth))
	}
	for i, r := range ratings {
		d := r.Value - truth[i] - shift
		s.Error += d * d / float64(len(truth))
		if math.Abs(d) <= 2*r.Deviation {
			s.Covered += 100 / float64(len(truth))
		}
	}
	s.Error = math.Sqrt(s.Error)
	for i := range bins {
		b := &bins[i]
		b.From, b.To = float64(i)/10, float64(i+1)/10
		b.Promised /= float64(max(b.Games, 1))
		b.Observed /= float64(max(b.Games, 1))
	}
	s.Bins = slices.DeleteFunc(slices.Clone(bins), func(b Calibration) bool { return b.Games == 0 })
	return s
}

// expect returns the points, 0 to 1, that Red may expect from a game.
func expect(red, black Rating) float64 {
	return expected(g(math.Hypot(red.Deviation, black.Deviation)/scale), red.Value-black.Value+RedAdvantage)
}
