package notation_test

import (
	"testing"

	"yeye/game"
	"yeye/game/notation"
)

func TestLabel(t *testing.T) {
	p := game.Start()
	m, err := game.ParseMove("h2e2")
	if err != nil {
		t.Fatal(err)
	}
	for best, want := range map[notation.Family]string{
		notation.Auto:        "炮二平五 · C2=5 · h2e2",
		notation.Chinese:     "炮二平五 · C2=5 · h2e2",
		notation.Traditional: "炮二平五 · C2=5 · h2e2",
		notation.WXF:         "C2=5 · h2e2 · 炮二平五",
		notation.Coordinates: "h2e2 · C2=5 · 炮二平五",
		notation.Vietnamese:  "P2-5 · h2e2 · 炮二平五",
	} {
		if got := notation.Label(&p, m, best); got != want {
			t.Errorf("%s first: %s, want %s", best, got, want)
		}
	}
}
