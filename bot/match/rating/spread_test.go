package rating

import "testing"

// The interval leaves out one in forty on either side.
func TestSpread(t *testing.T) {
	var draws []float64
	for i := range 41 {
		draws = append(draws, float64(40-i))
	}
	if got, want := spread(7, draws), (Spread{7, 1, 39}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}
