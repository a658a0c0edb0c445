package view_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"yeye/bot/locale"
	"yeye/bot/view"
	"yeye/bot/view/words"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/render"
)

// What is said of a board of flipped chess is complete and within the limit in every language: every piece on its point, face
// down or open, and every captured one.
func TestFlippedDescribed(t *testing.T) {
	bundle, err := locale.New(words.Catalog(), view.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	painter := render.New()
	rapid.Check(t, func(t *rapid.T) {
		deal := jieqi.Identity()
		for c := range deal {
			copy(deal[c][:], rapid.Permutation(deal[c][:]).Draw(t, "deal"))
		}
		g := jieqi.NewGame(deal)
		for range rapid.IntRange(0, 70).Draw(t, "plies") {
			moves := g.Position().LegalMoves(nil)
			if len(moves) == 0 || g.Outcome().Over() {
				break
			}
			if err := g.Play(rapid.SampledFrom(moves).Draw(t, "move")); err != nil {
				t.Fatal(err)
			}
		}
		w := g.View(jieqi.Viewer(rapid.IntRange(0, 3).Draw(t, "viewer")))
		v := render.FlippedView(&w, game.Red, render.Style{Scale: 1})
		for _, m := range w.Position.LegalMoves(nil) { // the farthest-reaching piece is chosen
			one := game.BB(m.From())
			if v.Marks.Selected != one {
				v.Marks.Selected, v.Marks.Targets = one, game.Bitboard{}
			}
			if v.Marks.Targets = v.Marks.Targets.Or(game.BB(m.To())); v.Marks.Targets.Count() > 12 {
				break
			}
		}
		pic, err := painter.Board(v)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range bundle.All() {
			alt := view.Described(words.In(l), pic.Facts)
			if n := utf8.RuneCountInString(alt); n > words.MaxAlt || strings.HasSuffix(alt, "…") || strings.Contains(alt, "alt.") || strings.Contains(alt, "<no value>") {
				t.Fatalf("%s: %d characters: %s", l.Tag(), n, alt)
			}
			for s := range game.Square(game.Squares) {
				if w.Position.At(s) != game.NoPiece && !strings.Contains(alt, s.String()) {
					t.Fatalf("%s: the piece on %s is missing: %s", l.Tag(), s, alt)
				}
			}
		}
	})
}

func TestFlippedDescribedInWords(t *testing.T) {
	bundle, err := locale.New(words.Catalog(), view.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	deal, err := jieqi.ParseDeal("NRPCNAPCPPBRPAB/pbbacrnpapprcnp")
	if err != nil {
		t.Fatal(err)
	}
	g := jieqi.NewGame(deal)
	for _, text := range []string{"h2h9", "b7b0", "b2b3"} {
		m, err := game.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	painter := render.New()
	for _, c := range []struct {
		language string
		viewer   jieqi.Viewer
		want     []string
	}{
		{"en", jieqi.Watcher, []string{"Last move: b2 to b3, turned over: pawn.", "face down d9 f9 (as advisor)", "a9 i9 (as rook)", "Black: king e9, advisor b0; face down", "Taken from Red: 1 face down. Taken from Black: 1 face down."}},
		{"en", jieqi.RedPlayer, []string{"Taken from Red: 1 face down. Taken from Black: 1 horse (was face down)."}},
		{"en", jieqi.BlackPlayer, []string{"Taken from Red: 1 rook (was face down). Taken from Black: 1 face down."}},
		{"zh-CN", jieqi.Watcher, []string{"翻出兵", "暗子 d0 f0（按仕走）", "红方被吃：暗子×1。"}},
		{"vi", jieqi.Watcher, []string{"lật ra tốt", "a9 i9 (đi như xe)", "Đỏ mất: 1 quân úp."}},
	} {
		w := g.View(c.viewer)
		pic, err := painter.Board(render.FlippedView(&w, game.Red, render.Style{Scale: 1}))
		if err != nil {
			t.Fatal(err)
		}
		alt := view.Described(words.In(bundle.For(c.language)), pic.Facts)
		for _, want := range c.want {
			if !strings.Contains(alt, want) {
				t.Errorf("%s, viewer %d: no %q in: %s", c.language, c.viewer, want, alt)
			}
		}
	}
}
