package tactics

import (
	"testing"

	"yeye/game"
)

// A stalemate wins as well, but is no mate by checks.
func TestMates(t *testing.T) {
	for _, c := range []struct {
		name, fen    string
		inOne        bool
		checks, ways int // length of the mate by checks in at most three moves, number of first moves
	}{
		{"in one", "3k5/9/9/9/9/9/9/4R4/9/4K4 w", true, 1, 1},
		{"double check", "3R2b2/3ck4/4b4/9/p5pP1/9/9/5A3/2np2r2/3AK1BR1 b", false, 2, 1},
		{"a quiet move first", "2b1k4/4a4/9/9/9/6B2/9/B2K5/2p1Ap1c1/5A3 b", false, 0, 0},
		{"nothing", game.StartFEN, false, 0, 0},
		{"stalemate", "3k5/9/4P4/9/9/9/9/9/9/4K4 w", true, 0, 0},
	} {
		p, err := game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		before := p
		if m := MateInOne(&p); (m != game.NoMove) != c.inOne {
			t.Errorf("%s: %s ends the game", c.name, m)
		}
		if n, first := MateByChecks(&p, 3); n != c.checks || len(first) != c.ways {
			t.Errorf("%s: mate by checks in %d with %v", c.name, n, first)
		}
		if p != before {
			t.Errorf("%s: the position changed", c.name)
		}
	}
}
