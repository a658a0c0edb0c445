package record

import (
	"strings"
	"testing"

	"yeye/game"
)

func TestEveryFirstMoveHasAName(t *testing.T) {
	p := game.Start()
	for _, m := range p.LegalMoves(nil) {
		o, ok := NameOpening(p, []game.Move{m})
		mirrored, _ := NameOpening(p, []game.Move{m.Mirror()})
		if !ok || o != mirrored {
			t.Errorf("%s: %v %v, mirrored %v", m, o, ok, mirrored)
		}
	}
}

func TestNameOpening(t *testing.T) {
	for _, c := range []struct {
		moves, name string
		group       byte
	}{
		{"h2e2 h7e7", "顺炮", 'D'},
		{"h2e2 b7e7", "列炮", 'D'},
		{"h2e2 h9g7 h0g2 b7e7", "半途列炮", 'D'},
		{"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7", "中炮对屏风马", 'C'},
		{"h2e2 b9c7 h0g2 h9g7 i0h0 a9b9", "中炮对屏风马", 'C'},
		{"h2e2 b9c7 h0g2 h7f7 i0h0 h9g7", "中炮对反宫马", 'B'},
		{"h2e2 h9g7 h0g2 b9a7", "中炮对单提马", 'B'},
		{"h2e2 h9g7 h0g2 i9h9 i0h0 h7i7", "中炮对三步虎", 'B'},
		{"h2e2 h9g7", "中炮局", 'B'},
		{"h2e2", "中炮局", 'B'},
		{"c3c4 b7c7", "仙人指路对卒底炮", 'E'},
		{"c3c4 g6g5", "对兵局", 'E'},
		{"c3c4", "仙人指路", 'E'},
		{"g0e2 h7e7", "飞相对中炮", 'A'},
		{"g0e2", "飞相局", 'A'},
		{"h0g2 g6g5", "起马局", 'A'},
		{"h2f2", "士角炮", 'A'},
		{"h2d2", "过宫炮", 'A'},
		{"i0i1", "其他开局", 'A'},
	} {
		for _, mirror := range []bool{false, true} {
			g := game.NewGame(game.Start(), game.Asian)
			for _, text := range strings.Fields(c.moves) {
				m, err := game.ParseMove(text)
				if err != nil {
					t.Fatal(err)
				}
				if mirror {
					m = m.Mirror()
				}
				if err := g.Play(m); err != nil {
					t.Fatalf("%s: %v", c.moves, err)
				}
			}
			o, ok := NameOpening(g.Start(), g.Moves())
			if !ok || o.Name.Simplified != c.name || o.Group != c.group {
				t.Errorf("%s (mirrored %v): %c %s, want %c %s", c.moves, mirror, o.Group, o.Name.Simplified, c.group,
					c.name)
			}
			if o.Name.English == "" || o.Name.Traditional == "" || o.Name.Vietnamese == "" {
				t.Errorf("%s lacks a language: %+v", c.name, o.Name)
			}
		}
	}
}

func TestNoNameForOtherStarts(t *testing.T) {
	p, err := game.ParseFEN("3k5/9/9/9/9/9/9/9/4R4/5K3 w")
	if err != nil {
		t.Fatal(err)
	}
	if o, ok := NameOpening(p, p.LegalMoves(nil)[:1]); ok {
		t.Errorf("an endgame is called %s", o.Name.English)
	}
	if _, ok := NameOpening(game.Start(), nil); ok {
		t.Error("no moves have a name")
	}
}

// Codes are stored: each opening has its own, which begins with its group and can be looked up.
func TestOpeningCodes(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range Openings() {
		if seen[o.Code] || len(o.Code) < 2 || o.Code[0] != o.Group {
			t.Errorf("%s has the code %q", o.Name.English, o.Code)
		}
		seen[o.Code] = true
		if back, ok := OpeningOf(o.Code); !ok || back != o {
			t.Errorf("%q leads to %+v", o.Code, back)
		}
	}
	for code, name := range map[string]string{"D1": "Same Direction Cannons", "B4": "Central Cannon",
		"C1": "Central Cannon vs. Screen Horses", "A1": "Elephant vs. Central Cannon", "E6": "Pawn Opening",
		"A15": "Uncommon Opening"} {
		if o, _ := OpeningOf(code); o.Name.English != name {
			t.Errorf("%s is %s", code, o.Name.English)
		}
	}
	if _, ok := OpeningOf("Z9"); ok {
		t.Error("a code that nobody has given")
	}
}
