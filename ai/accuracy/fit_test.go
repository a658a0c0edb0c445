package accuracy_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"yeye/ai/accuracy"
)

// invented returns games whose results follow a curve, several positions per
// game.
func invented(c accuracy.Curve, games int, seed uint64) (samples []accuracy.Sample) {
	random := rand.New(rand.NewPCG(seed, 1))
	for g := range games {
		score := 300 * random.NormFloat64()
		result := 0.0
		if p := c.At(score); random.Float64() < p {
			result = 1
		}
		for range 4 {
			samples = append(samples, accuracy.Sample{Game: g, Score: score, Result: result})
		}
	}
	return samples
}

func TestFitFindsTheCurve(t *testing.T) {
	truth := accuracy.Curve{Edge: 0.2, Slope: 0.004}
	covered := 0
	const runs = 20
	for seed := range uint64(runs) {
		samples := invented(truth, 400, seed)
		edge, slope, ok := accuracy.Bootstrap(samples, 200, seed)
		if !ok {
			t.Fatal("no fit")
		}
		if math.Abs(slope.Value-truth.Slope) > 0.0015 || math.Abs(edge.Value-truth.Edge) > 0.5 {
			t.Errorf("slope %v, edge %v", slope, edge)
		}
		if slope.Low <= truth.Slope && truth.Slope <= slope.High {
			covered++
		}
	}
	// 19 are expected; fewer than 15 happen once in ten thousand runs
	if covered < 15 {
		t.Errorf("the interval held the truth in %d of %d runs", covered, runs)
	}
}

func TestFitRefusesWhatSaysNothing(t *testing.T) {
	for _, samples := range [][]accuracy.Sample{
		nil,
		{{Score: 100, Result: 1}},
		{{Score: 100, Result: 1}, {Score: -100, Result: 0}}, // any slope fits, the steeper the better
	} {
		if c, ok := accuracy.Fit(samples); ok {
			t.Errorf("%v: %v", samples, c)
		}
	}
}

func TestBins(t *testing.T) {
	bins := accuracy.Bins([]accuracy.Sample{{0, -10, 0}, {0, -40, 1}, {0, 60, 0.5}}, accuracy.Curve{}, 50)
	if len(bins) != 2 || bins[0].From != -50 || bins[0].Samples != 2 || bins[0].Observed != 0.5 || bins[1].From != 50 || bins[1].Fitted != 0.5 {
		t.Errorf("%+v", bins)
	}
}
