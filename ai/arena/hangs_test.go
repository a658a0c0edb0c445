package arena

import (
	"testing"

	"yeye/ai"
	"yeye/game"
)

// A rook moved to where it can be taken for nothing or for a horse hangs; one
// that takes a rook with it does not, nor does one that had no choice.
func TestHangs(t *testing.T) {
	e := ai.New(ai.Options{HashMB: 1})
	for _, tt := range []struct {
		name, fen, move string
		hangs           bool
	}{
		{"taken by a rook", "2baka3/9/4b1n2/4p1p1p/3r5/9/4P1P1P/R5N2/9/2BAKAB2 w - - 0 1", "a2a5", true},
		{"taken by a horse", "2baka3/9/4b1n2/2n1p1p1p/9/r8/4P1P1P/3R2N2/9/2BAKAB2 w - - 0 1", "d2d4", true},
		{"covered, taken by a horse", "2baka3/9/4b1n2/2n1p1p1p/9/R8/3NP1P1P/r8/9/2BAKAB2 w - - 0 1", "a4b4", true},
		{"covered, taken by a rook", "r1baka3/4n4/n3b4/p1pN2R1p/c8/4C1N2/P4r2P/9/4A4/1RBAK1B2 b - - 12 21", "a9b9", false},
		{"out of reach", "2baka3/9/4b1n2/4p1p1p/3r5/9/4P1P1P/R5N2/9/2BAKAB2 w - - 0 1", "a2a3", false},
	} {
		o, err := ParseOpening("fen " + tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		m, err := game.ParseMove(tt.move)
		if err != nil {
			t.Fatal(err)
		}
		plies, err := Hangs(t.Context(), e, &Played{Opening: o, Moves: []game.Move{m}}, o.Start.Turn())
		if err != nil || (len(plies) > 0) != tt.hangs {
			t.Errorf("%s: %v, %v", tt.name, plies, err)
		}
	}
}
