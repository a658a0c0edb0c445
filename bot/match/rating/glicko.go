package rating

import (
	"math"
)

// Rating is an estimate of a player's strength. The true strength lies within twice the
// Deviation of the Value in 95 of 100 cases; Volatility is how much it is expected to
// change from game to game.
type Rating struct {
	Value, Deviation, Volatility float64
}

// System holds the constants of a Glicko-2 system; see Glickman, "Example of the Glicko-2
// system", 2013. Bounds of zero do not bind.
type System struct {
	Tau           float64 // limits how fast volatility changes
	MinValue      float64 // lowest value
	MinDeviation  float64 // lowest deviation, however many games
	MaxDeviation  float64
	MaxVolatility float64
	MaxChange     float64 // the most that one period may change the value
}

// Club returns the system of this program: the numbers of lichess, which has tested them
// on more games than any other site.
func Club() System {
	return System{Tau: 0.75, MinValue: 400, MinDeviation: 45, MaxDeviation: 500, MaxVolatility: 0.1, MaxChange: 700}
}

// Newcomer returns the rating of a player who has not played.
func Newcomer() Rating { return Rating{Value: 1500, Deviation: 500, Volatility: 0.09} }

// ProvisionalFrom is the deviation from which on a rating is shown as provisional.
const ProvisionalFrom = 110

// Provisional reports whether too little is known to trust the value.
func (r Rating) Provisional() bool { return r.Deviation >= ProvisionalFrom }

// Round returns a value as a whole number.
func Round(value float64) int { return int(math.Round(value)) }

const (
	center = 1500
	scale  = 173.7178 // points of a rating in one unit of Glicko-2
)

// Result is a game against an opponent: 1 won, 0.5 drawn, 0 lost. Bonus is the advantage
// of the player's color in points, half of it to either side.
type Result struct {
	Opponent Rating
	Score    float64
	Bonus    float64
}

// g is the weight of a result against an opponent of that deviation.
func g(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// Update returns r after the results of one rating period. periods is how many have passed since the last update: 1,
// or 0 if time does not count. If the new numbers are not finite, r is returned unchanged.
func (s System) Update(r Rating, results []Result, periods float64) Rating {
	phi := r.Deviation / scale
	if len(results) == 0 {
		aged := Rating{r.Value, scale * math.Sqrt(phi*phi+periods*r.Volatility*r.Volatility), r.Volatility}
		return s.clamp(r, aged)
	}
	var information, surplus float64
	for _, x := range results {
		weight := g(x.Opponent.Deviation / scale)
		e := expected(weight, r.Value-x.Opponent.Value+x.Bonus)
		information += weight * weight * e * (1 - e)
		surplus += weight * (x.Score - e)
	}
	v := 1 / information
	sigma := s.volatility(phi, r.Volatility, v, v*surplus)
	before := phi*phi + periods*sigma*sigma
	after := 1 / math.Sqrt(1/before+information)
	return s.clamp(r, Rating{r.Value + scale*after*after*surplus, scale * after, sigma})
}

func expected(weight, points float64) float64 { return 1 / (1 + math.Exp(-weight*points/scale)) }

// volatility returns the new volatility: the root of Glickman's f, by the Illinois
// variant of false position.
func (s System) volatility(phi, sigma, v, delta float64) float64 {
	const tolerance, maxIterations = 1e-6, 1000
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-phi*phi-v-e)/(2*d*d) - (x-a)/(s.Tau*s.Tau)
	}
	low, high := a, 0.0
	if rest := delta*delta - phi*phi - v; rest > 0 {
		high = math.Log(rest)
	} else {
		k := 1.0
		for k < maxIterations && f(a-k*s.Tau) < 0 {
			k++
		}
		high = a - k*s.Tau
	}
	fl, fh := f(low), f(high)
	for range maxIterations {
		if math.Abs(high-low) <= tolerance {
			break
		}
		c := low + (low-high)*fl/(fh-fl)
		fc := f(c)
		if fc*fh <= 0 {
			low, fl = high, fh
		} else {
			fl /= 2
		}
		high, fh = c, fc
	}
	return math.Exp(low / 2)
}

// clamp returns after, the rating that follows before, within the system's bounds.
func (s System) clamp(before, after Rating) Rating {
	for _, x := range [...]float64{after.Value, after.Deviation, after.Volatility} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return before
		}
	}
	if s.MaxChange > 0 {
		after.Value = max(before.Value-s.MaxChange, min(after.Value, before.Value+s.MaxChange))
	}
	after.Value = max(after.Value, s.MinValue)
	after.Deviation = max(after.Deviation, s.MinDeviation)
	if s.MaxDeviation > 0 {
		after.Deviation = min(after.Deviation, s.MaxDeviation)
	}
	if s.MaxVolatility > 0 {
		after.Volatility = min(after.Volatility, s.MaxVolatility)
	}
	return after
}
