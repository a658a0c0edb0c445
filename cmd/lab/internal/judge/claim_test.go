package judge

import (
	"strings"
	"testing"

	"yeye/ai"
	"yeye/game"
)

func at(t *testing.T, name string) game.Square {
	t.Helper()
	m, err := game.ParseMove(name + "i9")
	if err != nil {
		t.Fatal(err)
	}
	return m.From()
}

// Black is to move and is said to win something; the line is the other engine's.
func TestClaims(t *testing.T) {
	// A black rook may take the rook on a1 at any time; the kings and the pawn on i4 have moves to wait with.
	const hanging = "4k4/9/9/9/1r7/8P/9/9/R8/3K5 b - - 0 1"
	// The same, but a red horse protects a1, and a black horse on h5 can be taken by the rook on h0.
	const guarded = "4k4/9/9/9/r6n1/8P/1N7/9/R8/3K3R1 b - - 0 1"
	// As in the first, but a black horse on h5 can be taken, and the rook on h9 takes back.
	const busy = "4k2r1/9/9/9/1r5n1/8P/9/9/R8/3K3R1 b - - 0 1"
	rook, pawn := at(t, "a1"), at(t, "i4")
	for _, c := range []struct {
		name  string
		fen   string
		claim claim
		line  string
		score ai.Score
		want  bool
	}{
		{"taken at once", hanging, wins(rook), "b5a5 i4i5 a5a1 i5i6", 900, true},
		{"taken with the eighth ply at the latest", hanging, wins(rook), "e9e8 i4i5 e8e9 i5i6 b5a5 i6i7 a5a1 i7h7", 900, true},
		{"taken with the ninth", hanging, wins(rook), "e9e8 i4i5 e8e9 i5i6 e9e8 i6i7 b5a5 i7h7 a5a1 h7h8", 900, false},
		{"never taken", hanging, wins(rook), "b5a5 a1b1 a5a6 b1b2", 900, false},
		{"though there was a choice on the way", hanging, wins(rook), "b5b8 d0d1 b8a8 d1d0 a8a1 i4i5", 900, true},
		{"another piece is named", hanging, wins(pawn), "b5a5 i4i5 a5a1 i5i6", 900, false},
		{"paid for", guarded, wins(rook), "a5a1 b3a1 h5g3 a1b3", 0, false},
		{"a rook for a rook, said to be so", guarded, winsFor(rook, at(t, "a5")), "a5a1 b3a1 h5g3 a1b3", 0, false},
		{"the line ends before it is paid for", guarded, wins(rook), "a5a1", 900, false},
		{"quiet only after the eighth ply", guarded, wins(rook), "e9e8 i4i5 e8e9 i5i6 e9e8 i6i7 a5a1 b3a1 e8e9 h0h5 e9e8 i7i8", 0, false},
		{"the same, and it is not paid for", busy, wins(rook), "e9e8 i4i5 e8e9 i5i6 b5a5 i6i7 a5a1 h0h5 h9h5 i7i8", 900, true},
		{"what falls elsewhere when it has become quiet changes nothing", hanging, wins(rook), "b5a5 i4i5 a5a1 i5i6 e9e8 d0d1", 900, true},
		{"material, whatever it is", hanging, winsMaterial, "b5a5 i4i5 a5a1 i5i6", 900, true},
		{"no material", guarded, winsMaterial, "a5a1 b3a1 h5g3 a1b3", 0, false},
		{"taken for nothing though it could have been traded", hanging, recaptures(rook, -evenExchange), "b5a5 i4i5 a5a1 i5i6", 900, true},
		{"traded", guarded, recaptures(rook, -evenExchange), "a5a1 b3a1 e9e8 h0h5", 0, true},
		{"taken for a dearer one", "4k4/9/9/9/8r/8P/6N2/9/9/3K5 b - - 0 1", recaptures(pawn, -evenExchange), "i5i4 g3i4 e9e8 d0d1", 0, false},
		{"mate in as many moves", hanging, mates(3), "b5a5", ai.MateIn(3), true},
		{"mate sooner", hanging, mates(3), "b5a5", ai.MateIn(2), true},
		{"mate later", hanging, mates(3), "b5a5", ai.MateIn(4), false},
		{"the other side mates", hanging, mates(3), "b5a5", -ai.MateIn(3), false},
	} {
		p, err := game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		var line []game.Move
		for _, text := range strings.Fields(c.line) {
			m, err := game.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			line = append(line, m)
		}
		if got := c.claim(&p, line, c.score); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
