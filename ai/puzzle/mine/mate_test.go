package mine

import (
	"testing"

	"yeye/ai/tactics"
	"yeye/game"
)

func TestFastest(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		moves, n  int // length of the mate, number of first moves
		checks    int // length by checks alone
	}{
		{"two ways to mate", "3k5/9/9/9/9/9/9/4R4/9/4K4 w", 1, 2, 1},
		{"stalemate, faster than mate by checks", "2bk1a3/4a4/b8/9/9/6B2/9/3A2r2/2nK5/9 b", 2, 1, 3},
		{"double check", "3R2b2/3ck4/4b4/9/p5pP1/9/9/5A3/2np2r2/3AK1BR1 b", 2, 1, 2},
		{"the pawn clears the file", "3aka3/9/8b/5c2p/4p4/8P/3n5/2R6/3K1p3/5r3 b", 2, 1, 2},
		{"a quiet move first", "2b1k4/4a4/9/9/9/6B2/9/B2K5/2p1Ap1c1/5A3 b", 3, 1, 0},
		{"nothing", game.StartFEN, 0, 0, 0},
	} {
		p, err := game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		moves, first := shortestMate(&p)
		if moves != c.moves || len(first) != c.n {
			t.Errorf("%s: mate in %d by %v", c.name, moves, first)
		}
		if got, _ := tactics.MateByChecks(&p, 7); got != c.checks {
			t.Errorf("%s: mate in %d by checks", c.name, got)
		}
	}
}

func BenchmarkFastest(b *testing.B) {
	p, err := game.ParseFEN("r1bakab1r/9/nC2c2c1/p1p1p3p/5Np2/2P6/P3P1P1P/6NC1/9/R1BAKAB1R b")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		shortestMate(&p)
	}
}
