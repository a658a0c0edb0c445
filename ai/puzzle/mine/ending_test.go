package mine

import (
	"math/rand/v2"
	"testing"
)

// TestPlaced places every set of pieces, for both sides.
func TestPlaced(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, e := range endings {
		n, black := 0, 0
		for range 400 {
			p, ok := placeRandomly("K"+e[0]+"k"+e[1], random)
			if !ok {
				continue
			}
			n++
			if p.Occupied().Count() != 2+len(e[0])+len(e[1]) {
				t.Fatalf("%v: %s", e, p.FEN())
			}
			if p.All(p.Turn()).Count() != 1+len(e[0]) {
				t.Fatalf("%v: the solver has the wrong pieces: %s", e, p.FEN())
			}
			if p.Turn() != 0 {
				black++
			}
		}
		if n < 20 || black == 0 || black == n {
			t.Errorf("%v: %d positions, %d of them for Black", e, n, black)
		}
	}
}
