package words

import (
	"strings"
	"testing"

	"yeye/ai/explain"
	"yeye/bot/locale"
	"yeye/game"
)

// Every reason has a sentence in every language, and no placeholder stays empty.
func TestReasonsInEveryLanguage(t *testing.T) {
	b, err := locale.New(Catalog())
	if err != nil {
		t.Fatal(err)
	}
	threat, err := game.ParseMove("h2e2")
	if err != nil {
		t.Fatal(err)
	}
	start := game.Start()
	english := In(b.For("en-US"))
	for _, l := range b.All() {
		w := In(l)
		for k := range explain.Kind(explain.Kinds) {
			for n := range 3 {
				r := explain.Reason{Kind: k, N: n, Piece: game.NewPiece(game.Black, game.Rook), Other: game.NewPiece(game.Red, game.Horse),
					At: 11, OtherAt: 12, Threat: threat}
				text := w.Reason(&start, r)
				if strings.Contains(text, "hint.reason") || strings.Contains(text, "no value") || text == "" {
					t.Errorf("%s, %v: %q", w.Tag(), k, text)
				}
				if w.Tag() != "en-US" && text == english.Reason(&start, r) {
					t.Errorf("%s, %v is in English: %q", w.Tag(), k, text)
				}
			}
		}
	}
}

// A loss or a win by force may be one by stalemate, which is no mate.
func TestForcedEndsAreNotCalledMate(t *testing.T) {
	b, err := locale.New(Catalog())
	if err != nil {
		t.Fatal(err)
	}
	start := game.Start()
	for tag, mate := range map[string]string{"en": "mate", "zh-CN": "杀", "zh-TW": "殺", "vi": "chiếu"} {
		for _, r := range []explain.Reason{{Kind: explain.DelaysMate, N: 1}, {Kind: explain.DelaysMate, N: 2}, {Kind: explain.Forces, N: 12}} {
			if got := In(b.For(tag)).Reason(&start, r); strings.Contains(got, mate) {
				t.Errorf("%s, %v: %s", tag, r.Kind, got)
			}
		}
	}
}
