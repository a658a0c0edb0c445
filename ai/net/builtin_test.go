package net

import (
	"testing"

	"yeye/game"
)

// The built-in network can be read, is small, and knows the values of the pieces.
func TestBuiltIn(t *testing.T) {
	if n := len(builtIn); n > 1_500_000 {
		t.Errorf("%d bytes", n)
	}
	stack := NewStack(BuiltIn(), 1)
	for _, c := range []struct {
		fen         string
		least, most int
	}{
		{game.StartFEN, -60, 100},
		{"rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", 400, 3000},
		{"rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1", -3000, -400},
		{"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1", -1500, -150},
	} {
		p, err := game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		stack.Reset(0, &p)
		if got := stack.Value(0, &p); got < c.least || got > c.most {
			t.Errorf("%s: %d, want %d to %d", c.fen, got, c.least, c.most)
		}
	}
}
