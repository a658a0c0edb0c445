package train

import (
	"math"
	"math/rand/v2"
	"testing"
)

func floats(r *rand.Rand, n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(r.NormFloat64())
	}
	return out
}

func near(t *testing.T, what string, got, want []float32) {
	t.Helper()
	for i := range want {
		if d := math.Abs(float64(got[i] - want[i])); d > 1e-4*(1+math.Abs(float64(want[i]))) {
			t.Fatalf("%s: number %d is %g, in Go %g", what, i, got[i], want[i])
		}
	}
}

// The assembly kernels do the same as those in Go, except for the order of
// sums.
func TestKernelsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, width := range []int{64, 128, 320} {
		rows, base := floats(r, 40*width), floats(r, width)
		for _, n := range []int{0, 1, 7, 32} {
			at := make([]int32, n)
			for i := range at {
				at[i] = int32(r.IntN(40) * width)
			}
			got, want := make([]float32, width), make([]float32, width)
			sumRows(got, base, rows, at)
			sumRowsGo(want, base, rows, at)
			near(t, "sumRows", got, want)
			a, b := append([]float32(nil), rows...), append([]float32(nil), rows...)
			addRows(a, base, at)
			addRowsGo(b, base, at)
			near(t, "addRows", a, b)
		}
		units, weights := floats(r, width), floats(r, width)
		units[3], units[4] = 0, 1
		near(t, "squareDot", []float32{squareDot(units, weights)}, []float32{squareDotGo(units, weights)})
		g1, g2 := make([]float32, width), make([]float32, width)
		w1 := floats(r, width)
		w2 := append([]float32(nil), w1...)
		squareBack(g1, units, weights, w1, 0.37)
		squareBackGo(g2, units, weights, w2, 0.37)
		near(t, "squareBack, units", g1, g2)
		near(t, "squareBack, weights", w1, w2)
		c := [adamConstants]float32{0.5, 0.9, 0.1, 0.999, 0.001, 1e-8, 0.01, 1.5}
		var one, two [4][]float32 // parameters, moments, gradients
		for i := range one {
			one[i] = floats(r, width+3)
			if i == 2 {
				for k, x := range one[i] {
					one[i][k] = x * x
				}
			}
			two[i] = append([]float32(nil), one[i]...)
		}
		adam(one[0], one[1], one[2], one[3], &c)
		adamGo(two[0], two[1], two[2], two[3], &c)
		for i, what := range []string{"parameters", "first moments", "second moments"} {
			near(t, "adam, "+what, one[i], two[i])
		}
	}
}
