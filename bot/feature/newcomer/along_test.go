package newcomer

import (
	"strings"
	"testing"

	"yeye/game"
)

// play plays moves from the usual start.
func play(t *testing.T, moves string) *game.Game {
	t.Helper()
	g := game.NewGame(game.Start(), game.Asian)
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
	for name, c := range map[string]struct {
		moves string
		side  game.Color
		kind  string
		move  string // of the thing
		n     int
	}{
		"nothing happened":      {"h2e2 h9g7 h0g2 i9h9", game.Red, nothing, "", 0},
		"a rook was lost":       {"a0a1 h9g7 a1d1 g6g5 d1d9 e9d9", game.Red, pieceLost, "e9d9", 3},
		"a trade is no loss":    {"h2h9 i9h9 a0a1 a9a8", game.Red, nothing, "", 0},
		"a pawn was not taken":  {"c3c4 c6c5 a0a1 c5c4", game.Red, freeMissed, "c4c5", 2},
		"a horse was not taken": {"a0a1 h9g7 a1d1 g6g5 d1d9 e9d9", game.Black, freeMissed, "b7b0", 1},
	} {
		got := along(play(t, c.moves), c.side)
		if got.kind != c.kind || c.move != "" && (got.move.String() != c.move || got.n != c.n) {
			t.Errorf("%s: %s %v at move %d, want %s %s at %d", name, got.kind, got.move, got.n, c.kind, c.move, c.n)
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
