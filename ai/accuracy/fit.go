package accuracy

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Sample is a position from a finished game.
type Sample struct {
	Game   int     // samples of one game are not independent
	Score  float64 // of the search, for Red
	Result float64 // 1 Red won, 0.5 drawn, 0 Black won
}

// Curve gives Red's expected points by the logistic 1/(1+e^-(Edge +
// Slope·score)).
type Curve struct {
	Edge  float64 // Red's advantage beyond the score
	Slope float64
}

// At returns Red's expected points at a score, 0 to 1.
func (c Curve) At(score float64) float64 { return 1 / (1 + math.Exp(-c.Edge-c.Slope*score)) }

// Fit returns the maximum-likelihood curve for the results, by Newton's method.
// Without both wins and losses the slope is undefined: then ok is false.
func Fit(samples []Sample) (c Curve, ok bool) {
	const turns, near, unit = 50, 1e-10, 100
	for range turns {
		var g0, g1, h00, h01, h11 float64
		for _, s := range samples {
			x := s.Score / unit
			p := c.At(s.Score)
			e, w := s.Result-p, p*(1-p)
			g0, g1 = g0+e, g1+e*x
			h00, h01, h11 = h00+w, h01+w*x, h11+w*x*x
		}
		det := h00*h11 - h01*h01
		if !(det > near) {
			return Curve{}, false
		}
		d0, d1 := (h11*g0-h01*g1)/det, (h00*g1-h01*g0)/det
		c.Edge += d0
		c.Slope += d1 / unit
		if math.Abs(d0) < near && math.Abs(d1) < near {
			return c, true
		}
	}
	return Curve{}, false
}

// Interval is a value with the range in which it lies in 95 of 100 samplings.
type Interval struct{ Value, Low, High float64 }

// Bootstrap returns the fit with its error: n times it draws as many whole games
// as there are, with replacement, and fits them.
func Bootstrap(samples []Sample, n int, seed uint64) (edge, slope Interval, ok bool) {
	best, ok := Fit(samples)
	if !ok {
		return Interval{}, Interval{}, false
	}
	games := map[int][]Sample{}
	for _, s := range samples {
		games[s.Game] = append(games[s.Game], s)
	}
	keys := make([]int, 0, len(games))
	for k := range games {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	random := rand.New(rand.NewPCG(seed, uint64(len(samples))))
	var edges, slopes []float64
	for range n {
		var drawn []Sample
		for range keys {
			drawn = append(drawn, games[keys[random.IntN(len(keys))]]...)
		}
		if c, ok := Fit(drawn); ok {
			edges, slopes = append(edges, c.Edge), append(slopes, c.Slope)
		}
	}
	return interval(best.Edge, edges), interval(best.Slope, slopes), true
}

func interval(value float64, draws []float64) Interval {
	if len(draws) == 0 {
		return Interval{value, math.Inf(-1), math.Inf(1)}
	}
	slices.Sort(draws)
	at := func(q float64) float64 { return draws[int(q*float64(len(draws)-1)+0.5)] }
	return Interval{value, at(0.025), at(0.975)}
}

// Bin sums up the positions whose scores lie in one range.
type Bin struct {
	From, To         float64 // score
	Samples          int
	Observed, Fitted float64 // points, 0 to 1
}

// Bins compares a curve with the observed results, in ranges of that width.
func Bins(samples []Sample, c Curve, width float64) []Bin {
	found := map[int]*Bin{}
	for _, s := range samples {
		i := int(math.Floor(s.Score / width))
		b := found[i]
		if b == nil {
			b = &Bin{From: float64(i) * width, To: float64(i+1) * width}
			found[i] = b
		}
		b.Samples++
		b.Observed += s.Result
		b.Fitted += c.At(s.Score)
	}
	bins := make([]Bin, 0, len(found))
	for _, b := range found {
		b.Observed /= float64(b.Samples)
		b.Fitted /= float64(b.Samples)
		bins = append(bins, *b)
	}
	slices.SortFunc(bins, func(a, b Bin) int { return int(a.From - b.From) })
	return bins
}
