package render

import (
	"testing"

	"yeye/game"
)

// TestPreview: its game is legal, its parts are all there, and every choice of a style is
// visible in it.
func TestPreview(t *testing.T) {
	v, err := preview(Style{}, game.Red)
	if err != nil {
		t.Fatal(err)
	}
	pos := game.Start()
	for _, text := range previewMoves {
		m := move(t, text)
		if err := pos.Explain(m); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		pos.Do(m)
	}
	f := v.facts()
	if !f.Targets.Any() || !f.Selected.Any() || f.LastMove == game.NoMove ||
		f.Frame.Captured[game.Black][game.Pawn] != 1 {
		t.Errorf("not all is shown: %+v", f)
	}
	p := New()
	seen := map[string]Style{}
	try := func(st Style) {
		pic, err := p.Preview(st, game.Red)
		if err != nil {
			t.Fatal(err)
		}
		if pic.Width != unitWidth || len(pic.PNG) > 90_000 {
			t.Errorf("%+v: %d wide, %d bytes", st, pic.Width, len(pic.PNG))
		}
		if other, ok := seen[string(pic.PNG)]; ok {
			t.Errorf("%+v looks like %+v", st, other)
		}
		seen[string(pic.PNG)] = st
	}
	for pieces := range pieceStyles {
		try(Style{Pieces: pieces})
	}
	for theme := Night; theme < themes; theme++ {
		try(Style{Theme: theme})
	}
	for coords := Algebraic; coords < coordStyles; coords++ {
		try(Style{Coords: coords})
	}
	for lang := range languages {
		try(Style{Language: lang, Newcomer: true, Pieces: Pictogram})
	}
	for _, st := range []Style{{Theme: themes}, {Language: languages}} {
		if _, err := p.Preview(st, game.Red); err == nil {
			t.Errorf("%+v: no error", st)
		}
	}
}
