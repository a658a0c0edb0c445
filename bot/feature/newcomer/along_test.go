package newcomer

import (
	"strings"
	"testing"

	"yeye/game"
)

// play plays moves from a position, "" for the usual start.
func play(t *testing.T, fen, moves string) *game.Game {
	t.Helper()
	start := game.Start()
	if fen != "" {
		var err error
		if start, err = game.ParseFEN(fen); err != nil {
			t.Fatal(err)
		}
	}
	g := game.NewGame(start, game.Asian)
	for _, text := range strings.Fields(moves) {
		m, err := game.ParseMove(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return g
}

func TestAlong(t *testing.T) {
	const (
		guarded = "3k5/9/9/3n5/9/4R4/9/4R4/9/4K4 w" // the rook that the horse takes
		pawn    = "3k5/9/9/3n5/9/4p4/9/9/4R4/4K4 w"
		either  = "3k1a3/9/9/9/8r/9/9/9/5R1R1/4K4 w" // an advisor at once, or a rook by a threat
	)
	for name, c := range map[string]struct {
		fen   string
		moves string
		side  game.Color
		kind  string // "" if nothing is said
		move  string // of the thing
		n     int
	}{
		"nothing happened":      {"", "h2e2 h9g7 h0g2 i9h9", game.Red, nothing, "", 0},
		"a rook was lost":       {"", "a0a1 c6c5 a1d1 b9c7 d1d5 c7d5", game.Red, pieceLost, "c7d5", 3},
		"a trade is no loss":    {"", "h2h9 i9h9 a0a1 a9a8", game.Red, nothing, "", 0},
		"a rook for an advisor": {"", "a0a1 h9g7 a1d1 g6g5 d1d9 e9d9", game.Red, "", "", 0},
		"a rook for a horse":    {guarded, "e0f0 d6e4 e2e4 d9d8 e4e5 d8d7", game.Red, "", "", 0},
		"a rook for a pawn":     {pawn, "e1e4 d6e4 e0f0 d9d8", game.Red, "", "", 0},
		"a pawn was not taken":  {"", "c3c4 c6c5 a0a1 c5c4", game.Red, freeMissed, "c4c5", 2},
		"a rook instead":        {either, "h1i1 d9d8 i1i5 d8d9", game.Red, nothing, "", 0},
		"neither":               {either, "h1h2 i5i6 h2h1 i6i5", game.Red, freeMissed, "f1f9", 1},
		"a horse was not taken": {"", "a0a1 h9g7 a1d1 g6g5 d1d9 e9d9", game.Black, freeMissed, "b7b0", 1},
	} {
		got := along(play(t, c.fen, c.moves), c.side)
		if got.kind != c.kind || c.move != "" && (got.move.String() != c.move || got.n != c.n) {
			t.Errorf("%s: %q %v at move %d, want %q %s at %d", name, got.kind, got.move, got.n, c.kind, c.move, c.n)
		}
	}
}

// A mate that was missed comes first.
func TestMissedMate(t *testing.T) {
	p, err := game.ParseFEN("4k4/8R/9/9/9/7p1/9/9/R5r2/5K3 w")
	if err != nil {
		t.Fatal(err)
	}
	g := game.NewGame(p, game.Asian)
	for _, text := range []string{"i8i7", "h4h3"} {
		m, _ := game.ParseMove(text)
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if got := along(g, game.Red); got.kind != mateMissed || got.move.String() != "a1a9" {
		t.Errorf("%s %v", got.kind, got.move)
	}
}
