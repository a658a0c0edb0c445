package mine

import "testing"

// TestFree finds pieces that can be taken for nothing, one of them in each position, and ends no game by it.
func TestFree(t *testing.T) {
	found := 0
	for n := range 3 {
		all, err := New(1).FreeCapture(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			found++
			after := p.Start.After(p.Line[0])
			if !p.IsFreeCapture() || onlyFreeCapture(&p.Start) != p.Line[0] || !after.HasLegal() {
				t.Errorf("%v", p)
			}
		}
	}
	if found == 0 {
		t.Error("nothing is found")
	}
}

// TestHuman grades what characters find alike by what people find hard, and refuses what both find plain.
func TestHuman(t *testing.T) {
	graded := func(line string) int {
		p := parse(t, line)
		p.Rating = 800
		return humanRating(p)
	}
	mate := graded("M\t4k4/8R/9/9/9/7p1/9/9/R5r2/5K3 w\ta1a9\t0\t0")
	won := graded("A\t1rbakab1r/9/n5nc1/p3C1C1p/2p6/6P2/P3P3c/N8/9/R1BAKABNR w\te6e4\t0\t0")
	held := graded("D\t3k5/9/8b/4R3c/9/9/8r/9/9/3AKAB2 b\ti3d3\t0\t0")
	quiet := graded("D\t3aka1R1/5R3/4b4/6r1p/2p3c2/4N4/3rP4/4B4/4A4/4KAB1c b\td9e8\t0\t0")
	if mate >= won || won >= held || held >= quiet {
		t.Errorf("a mate in one has %d, a win %d, a save %d, a quiet one %d", mate, won, held, quiet)
	}
	plain := parse(t, "A\t9/3k5/9/9/9/4p4/4r4/4R4/9/5K3 w\te2e3\t0\t0")
	for by, want := range map[int]bool{600: true, 800: false} {
		p := plain
		p.Rating = by
		if p.Rating = humanRating(p); Trivial(p) != want {
			t.Errorf("graded %d by characters, %d for people: trivial %v", by, p.Rating, !want)
		}
	}
}
