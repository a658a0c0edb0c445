package view_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"yeye/bot/locale"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
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

// What a move took follows the move as a sentence of its own, in Chinese as a clause where the move is no sentence.
func TestFlippedPly(t *testing.T) {
	bundle, err := locale.New(words.Catalog(), view.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	move, err := game.ParseMove("h2h9")
	if err != nil {
		t.Fatal(err)
	}
	open := jieqi.Ply{Move: move}
	dark := jieqi.Ply{Move: move, Dark: true}
	seen := jieqi.Ply{Move: move, Dark: true, Taken: game.Horse}
	turned := jieqi.Ply{Move: move, Dark: true, Turned: game.Pawn}
	for _, c := range []struct {
		language string
		ply      jieqi.Ply
		you      bool
		open     bool // everybody sees what was taken
		want     string
	}{
		{"en", open, false, false, "Red M"},
		{"en", dark, false, false, "Red M. It takes a face-down piece."},
		{"en", seen, true, false, "Red M. You take a face-down piece. **Only you see what it was: a horse.**"},
		{"en", seen, true, true, "Red M. It takes a face-down piece: **a horse**."},
		{"en", seen, false, false, "Red M. It takes a face-down piece: **a horse**."},
		{"en", turned, false, false, "Red moves the face-down piece on h2 as a cannon: M. **It is a pawn.** It takes a face-down piece."},
		{"zh-CN", open, false, false, "红方 M"},
		{"zh-CN", dark, false, false, "红方 M，吃掉一枚暗子。"},
		{"zh-CN", seen, true, false, "红方 M，你吃掉一枚暗子，**只有你看得到：马**。"},
		{"zh-CN", turned, false, false, "红方走二路的暗炮：M，**翻出兵**。吃掉一枚暗子。"},
		{"zh-TW", seen, false, false, "紅方 M，吃掉一枚暗子：**馬**。"},
		{"vi", dark, false, false, "Đỏ M. Ăn một quân úp."},
		{"vi", turned, true, false, "Bạn đi quân úp ở lộ 2 như pháo: M. **Lật ra tốt.** Ăn một quân úp."},
	} {
		w := words.In(bundle.For(c.language))
		p := jieqi.Start()
		want := strings.Replace(c.want, "M", w.Move(&p, move), 1)
		if got := w.Ply(&p, c.ply, c.you, !c.open); got != want {
			t.Errorf("%s: %q, want %q", c.language, got, want)
		}
	}
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
	moves := []string{"h2h9", "b7b0", "b2b3", "h7g7", "a0b0"}
	painter := render.New()
	for _, c := range []struct {
		language string
		viewer   jieqi.Viewer
		plies    int
		want     []string
	}{
		{"en", jieqi.Watcher, 1, []string{"Last move: h2 takes face-down horse h9, turned over: pawn."}},
		{"zh-CN", jieqi.RedPlayer, 1, []string{"上一着：h2 吃 h9 的暗马，翻出", "黑方被吃：马×1（原是暗子）。"}},
		{"zh-TW", jieqi.Watcher, 1, []string{"上一著：h2 吃 h9 的暗馬，翻出", "黑方被吃：暗子×1。"}},
		{"vi", jieqi.Watcher, 1, []string{"Nước vừa đi: h2 ăn mã úp h9, lật ra", "Đen mất: 1 quân úp."}},
		{"en", jieqi.Watcher, 5, []string{"Last move: a0 takes advisor b0, turned over: "}},
		{"en", jieqi.Watcher, 3, []string{"Last move: b2 to b3, turned over: pawn.", "face down d9 f9 (as advisor)", "a9 i9 (as rook)", "Black: king e9, advisor b0; face down", "Taken from Red: 1 face down. Taken from Black: 1 face down."}},
		{"en", jieqi.RedPlayer, 3, []string{"Taken from Red: 1 face down. Taken from Black: 1 horse (was face down)."}},
		{"en", jieqi.BlackPlayer, 3, []string{"Taken from Red: 1 rook (was face down). Taken from Black: 1 face down."}},
		{"zh-CN", jieqi.Watcher, 3, []string{"翻出兵", "暗子 d0 f0（按仕走）", "红方被吃：暗子×1。"}},
		{"vi", jieqi.Watcher, 3, []string{"lật ra tốt", "a9 i9 (đi như xe)", "Đỏ mất: 1 quân úp."}},
	} {
		g := jieqi.NewGame(deal)
		for _, text := range moves[:c.plies] {
			m, err := game.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
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
