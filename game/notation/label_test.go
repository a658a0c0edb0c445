package notation_test

import (
	"strings"
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
		if got := label(&p, m, best); got != want {
			t.Errorf("%s first: %s, want %s", best, got, want)
		}
	}
}

// A label is read whatever its reader's preference: a part that could mean
// another move in the reader's own notation does not contradict the others.
func TestReadLabelOfAnother(t *testing.T) {
	// Red: pawn g7 and cannon g3, both on file 3.
	p := position(t, "3k5/9/6P2/9/9/9/6C2/9/9/4K4 w")
	m, _ := game.ParseMove("g3g1")
	for _, text := range []string{"炮三退二 · C3-2 · g3g1", "炮三退二 (C3-2, g3g1)", "C3-2 · 炮三退二", "P3/2 · g3g1 · 炮三退二"} {
		for prefer := notation.Auto; prefer <= notation.Vietnamese; prefer++ {
			if got, err := notation.Read(p, text, prefer); got != m {
				t.Errorf("%q in %s: %s, %v, want %s", text, prefer, got, err, m)
			}
		}
	}
}

// If all parts fit two moves, the preferred family decides.
func TestLabelOfTwoMoves(t *testing.T) {
	p := position(t, "3k5/9/9/7P1/9/7C1/9/9/9/4K4 w")
	for prefer, want := range map[notation.Family]string{notation.WXF: "h4h3", notation.Vietnamese: "h6i6"} {
		if got, err := notation.Read(p, "C2-1 (c2-1)", prefer); got.String() != want {
			t.Errorf("%s: %s, %v, want %s", prefer, got, err, want)
		}
	}
	if got, err := notation.Read(p, "C2-1 (c2-1)", notation.Auto); err == nil {
		t.Errorf("read as %s", got)
	}
}

// label returns a move in three notations, `炮二平五 · C2=5 · h2e2`, best first.
func label(p *game.Position, m game.Move, best notation.Family) string {
	order := []notation.Family{best, notation.Coordinates, notation.Chinese}
	switch best {
	case notation.Chinese, notation.Traditional, notation.Auto:
		order = []notation.Family{max(best, notation.Chinese), notation.WXF, notation.Coordinates}
	case notation.Coordinates:
		order = []notation.Family{notation.Coordinates, notation.WXF, notation.Chinese}
	}
	parts := make([]string, len(order))
	for n, f := range order {
		parts[n] = notation.Write(p, m, f)
	}
	return strings.Join(parts, " · ")
}

func TestFamiliesAreReadAsWritten(t *testing.T) {
	for f, name := range map[notation.Family]string{notation.Auto: "auto", notation.WXF: "wxf",
		notation.Traditional: "zh-hant", notation.Vietnamese: "vi"} {
		if got, ok := notation.ParseFamily(name); f.String() != name || !ok || got != f {
			t.Errorf("%q: %s, %v", name, got, ok)
		}
	}
	if last := notation.Vietnamese + 1; last.String() != "unknown" {
		t.Errorf("no family is %q", last)
	}
	if f, ok := notation.ParseFamily("klingon"); ok {
		t.Errorf("read as %s", f)
	}
}
