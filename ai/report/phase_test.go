package report

import (
	"testing"

	"yeye/game"
)

func TestPhases(t *testing.T) {
	for _, c := range []struct {
		name, fen, moves string
		want             [2]int
	}{
		{"a short game", game.StartFEN, "h2e2 h9g7", [2]int{0, 0}},
		{"the opening ends", game.StartFEN, "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0c2 c9e7 h0h6 a9a8 h6g6 a8d8 g2f4 d8d5 e2f2", [2]int{16, 0}},
		{"an endgame from the beginning", "3akab2/9/4b4/9/2n6/9/1R7/9/1r7/2BAKAB2 w - - 0 30", "b3b1 e9d9", [2]int{1, 1}},
	} {
		p, err := game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := phases(p, lineOf(t, c.moves)); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
