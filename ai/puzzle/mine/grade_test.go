package mine

import "testing"

// TestHumanStaysOpen finds puzzles that only the strongest characters tell apart as far apart as they do, and those
// below half as far: there the kind tells the other half.
func TestHumanStaysOpen(t *testing.T) {
	for _, line := range []string{
		"M	3R2b2/3ck4/4b4/9/p5pP1/9/9/5A3/2np2r2/3AK1BR1 b	d1e1 e0f0 g1f1	0	110",
		"M	2bak4/4a4/1rn1b1N2/p3pR3/2p3R1p/P7r/9/N2AB1C2/9/2B1KA3 w	g5f5 i4f4 f5f4 e8f7 f6f7 e9e8 f7f8 e8e9 f8f9	0	110",
	} {
		p := parse(t, line)
		of := func(found int) int {
			p.Rating = found
			return humanRating(p)
		}
		for _, c := range []struct{ from, to, want int }{{1000, 1400, 200}, {1600, 2000, 200}, {1900, 2100, 150},
			{2100, 2400, 300}} {
			if got := of(c.to) - of(c.from); got != c.want {
				t.Errorf("%s: found at %d and at %d are %d apart, want %d", line, c.from, c.to, got, c.want)
			}
		}
	}
}
