package render

import (
	"testing"

	"pgregory.net/rapid"

	"yeye/game"
	"yeye/render/glyph"
)

// TestCanWriteIsSo: text that CanWrite accepts can be set in both weights, and has a width;
// other text is refused with an error that names the character.
func TestCanWriteIsSo(t *testing.T) {
	check := func(t interface{ Errorf(string, ...any) }, text string) {
		for _, weight := range []glyph.Weight{glyph.Medium, glyph.Bold} {
			w, err := layoutRun(text, 20, weight)
			if can := CanWrite(text); can && (err != nil || w.width <= 0) {
				t.Errorf("%q: %.1f wide, %v", text, w.width, err)
			} else if !can && err == nil && w.width > 0 && visible(w) {
				t.Errorf("%q can be set and is said not to be", text)
			}
		}
	}
	for _, text := range []string{"Tom", "e\u0302\u0301", "\u0301", "a\u0323\u0306", "中炮 vs. Pháo đầu", "（五）", "Ольга",
		"O\u031Bu\u031B", "ß", "\u00ad", "\u200b"} {
		check(t, text)
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, rapid.StringOfN(rapid.RuneFrom([]rune("abcXYZéüđưĐ\u0301\u0302\u0309\u031b\u0323炮馬龍 😀\u202e\t")), 0,
			12, -1).Draw(t, "text"))
	})
}

// visible reports whether a word shows anything.
func visible(w glyphRun) bool {
	for _, p := range w.paths {
		if len(p) > 0 {
			return true
		}
	}
	return false
}

// TestFitWord: a word is never wider than its limit, however long it is.
func TestFitWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("WiMé炮đỗ .")), 1, 60, -1).Draw(t, "text")
		width := rapid.Float64Range(40, 400).Draw(t, "width")
		w, err := fitRun(text, 20, 14, width, glyph.Bold)
		if err != nil || w.width > width+1e-6 {
			t.Errorf("%q in %.0f: %.1f, %v", text, width, w.width, err)
		}
	})
}

// TestPieceNames: a newcomer's pieces have names in every language, each piece another one,
// and none where their figure is the name.
func TestPieceNames(t *testing.T) {
	for lang := range languages {
		for pieces := range pieceStyles {
			st := Style{Pieces: pieces, Language: lang, Newcomer: true}
			if got, want := st.named(), !pieces.chinese() || !lang.chinese(); got != want {
				t.Errorf("%v in %v: named %v", pieces, lang, got)
			}
			if st.Newcomer = false; st.named() {
				t.Errorf("%v in %v: named for who needs no names", pieces, lang)
			}
		}
		for side := range game.Color(2) {
			seen := map[string]bool{}
			for r := game.King; r <= game.Pawn; r++ {
				p := game.NewPiece(side, r)
				name := pieceName(p, lang)
				if !CanWrite(name) || seen[name] {
					t.Errorf("%v in %v: %q", p, lang, name)
				}
				seen[name] = true
			}
		}
	}
}
