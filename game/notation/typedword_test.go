package notation_test

import (
	"testing"

	"yeye/game/notation"
)

func TestParseWord(t *testing.T) {
	for text, want := range map[string]notation.Word{
		"resign": notation.Resign, "Resign!": notation.Resign, "!resign": notation.Resign, "认输": notation.Resign, "認輸。": notation.Resign,
		"xin thua": notation.Resign, "Xin  Thua": notation.Resign, "draw": notation.OfferDraw, "draw?": notation.OfferDraw,
		"和棋": notation.OfferDraw, "求和！": notation.OfferDraw, "xin hòa": notation.OfferDraw, "xin hoà": notation.OfferDraw, "xin hoa": notation.OfferDraw,
		"悔棋": notation.Undo, "undo": notation.Undo, "take back": notation.Undo, "take_back": notation.Undo, "**take_back**": notation.Undo, "đi lại": notation.Undo, "di lai": notation.Undo,
		"hint": notation.Hint, "提示": notation.Hint, "gợi ý": notation.Hint, "flip": notation.Flip, "moves": notation.ShowMoves, "FEN": notation.ShowFEN,
		"<@1234567> resign": notation.Resign,
	} {
		if got, ok := notation.ParseWord(text); !ok || got != want {
			t.Errorf("%q: %s, %v, want %s", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "h2e2", "I will not resign", "drawing", "和", "炮二平五"} {
		if got, ok := notation.ParseWord(text); ok {
			t.Errorf("%q is taken for %s", text, got)
		}
	}
	for w, want := range map[notation.Word]string{notation.NoWord: "", notation.Resign: "resign",
		notation.Analyze: "analyze", notation.Analyze + 1: "unknown"} {
		if w.String() != want {
			t.Errorf("word %d is %q, want %q", uint8(w), w, want)
		}
	}
}
