package notation_test

import (
	"errors"
	"strings"
	"testing"

	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/notation"
)

// Moves of flipped chess, typed by the roles of points and of pieces that lie open, in every notation.
func TestReadFlipped(t *testing.T) {
	const (
		start = jieqi.StartFEN
		black = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X2N4/9/XXXXKXXXX b"
		// Red has turned over a rook on a5, an elephant on g6, an advisor on c4, a horse on e2; its corner a0 still
		// lies face down.
		open = "3k1a3/9/9/6B2/R8/2A6/X5X2/4N4/9/X3K4 w"
		// Two cannons on file b: b2 face down, b5 open.
		stacked = "3k1a3/9/9/9/1C7/9/9/1X7/9/4K4 w"
		pawns   = "3k1a3/2P6/9/9/9/9/2X6/9/9/4K4 w"
	)
	for _, c := range []struct{ fen, want, texts string }{
		// Every role of the start, as a player of each language writes it.
		{start, "h2e2", "h2e2|H2-E2|C2=5|c2.5|炮二平五|暗炮二平五|砲二平五|暗砲二平五|炮2平5|P2-5|pháo 2 bình 5|phao 2 binh 5|pháo úp 2 bình 5|Pháo Úp 2 bình 5|cannon h2 to e2|**暗炮二平五**|1. 暗炮二平五|红暗炮二平五|红方：暗炮二平五"},
		{start, "h2h9", "h2h9|C2+7|炮二进七|暗炮二进七|砲二進七|暗砲二進七|P2.7|pháo 2 tấn 7"},
		{start, "a0a1", "a0a1|R9+1|车九进一|暗车九进一|車九進一|暗車九進一|俥九进一|X9.1|x9.1|xe 9 tấn 1|xe úp 9 tấn 1|rook a0 to a1"},
		{start, "b0c2", "b0c2|H8+7|N8+7|马八进七|暗马八进七|馬八進七|暗馬八進七|M8.7|mã 8 tấn 7|mã úp 8 tấn 7"},
		{start, "c0e2", "c0e2|E7+5|B7+5|相七进五|暗相七进五|象七進五|暗象七進五|T7.5|tượng 7 tấn 5|tượng úp 7 tấn 5"},
		{start, "d0e1", "d0e1|A6+5|仕六进五|暗仕六进五|士六進五|暗士六進五|S6.5|sĩ 6 tấn 5|sĩ úp 6 tấn 5"},
		{start, "e0e1", "e0e1|K5+1|帅五进一|帥五進一|Tg5.1|tướng 5 tấn 1"},
		{start, "c3c4", "c3c4|P7+1|兵七进一|暗兵七进一|兵七進一|B7.1|C7.1|tốt 7 tấn 1|tốt úp 7 tấn 1"},
		{black, "h9g7", "h9g7|H8+7|马8进7|暗马8进7|馬8進7|暗馬8進7|M8.7|黑暗马8进7"},
		{black, "a9a8", "a9a8|R1+1|车1进1|暗车1进1|車1進1|X1.1"},
		{black, "b7e7", "b7e7|C2=5|炮2平5|暗炮2平5|包2平5|P2-5"},
		{black, "e6e5", "e6e5|P5+1|卒5进1|暗卒5进1|C5.1"},
		// Open pieces go by what they are; open advisors and elephants go anywhere.
		{open, "e2f4", "H5+4|马五进四|明马五进四|馬五進四|M5.4|mã ngửa 5 tấn 4"},
		{open, "g6i8", "E3+1|相三进一|明相三进一|T3.1|tượng 3 tấn 1"},
		{open, "g6e4", "E3-5|相三退五|象三退五|T3/5"},
		{open, "c4b5", "A7+8|仕七进八|士七進八|S7.8"},
		{open, "c4d3", "A7-6|仕七退六|S7/6"},
		{open, "a3a4", "P9+1|兵九进一|暗兵九进一"},
		// Where a face-down piece and an open one stand on one file, front and rear or the sign say which.
		{open, "a0a2", "后车进二|暗车九进二|暗后车进二|後車進二|暗車九進二|R-+2|Xs.2|xe úp 9 tấn 2"},
		{open, "a5a7", "前车进二|明车九进二|前車進二|R++2|Xt.2|xe ngửa 9 tấn 2"},
		{stacked, "b2c2", "后炮平七|暗炮八平七|后砲平七|C-=7|pháo úp 8 bình 7"},
		{stacked, "b5c5", "前炮平七|明炮八平七|C+=7|pháo ngửa 8 bình 7"},
		{pawns, "c8d8", "前兵平六|兵七平六|P7=6|明兵七平六"},
		{pawns, "c3c4", "后兵进一|暗兵七进一"},
	} {
		s, err := jieqi.ParseFEN(c.fen)
		if err != nil {
			t.Fatalf("%s: %v", c.fen, err)
		}
		for text := range strings.SplitSeq(c.texts, "|") {
			m, err := notation.Read(&s.Position, text, notation.Auto)
			if err != nil || m.String() != c.want {
				t.Errorf("%s, %q: %s, %v, want %s", c.fen, text, m, err, c.want)
			}
			if !notation.IsMoveLike(text) {
				t.Errorf("%q is not taken for a move", text)
			}
		}
	}
}

// Every legal move of flipped games is read back as it is written, in each notation.
func TestWriteFlipped(t *testing.T) {
	d := jieqi.Identity()
	g := jieqi.NewGame(d)
	for i := range 60 {
		p := g.Position()
		all := p.LegalMoves(nil)
		for _, m := range all {
			for _, f := range []notation.Family{notation.Coordinates, notation.WXF, notation.Chinese,
				notation.Traditional, notation.Vietnamese} {
				text := notation.Write(p, m, f)
				if got, err := notation.Read(p, text, f); err != nil || got != m {
					t.Fatalf("%s: %s, %v, want %s", text, got, err, m)
				}
				if f == notation.Chinese && p.Dark(m.From()) {
					if got, err := notation.Read(p, "暗"+text, f); err != nil || got != m {
						t.Fatalf("暗%s: %s, %v, want %s", text, got, err, m)
					}
				}
			}
		}
		if g.Outcome().Over() {
			break
		}
		if err := g.Play(all[(i*7+3)%len(all)]); err != nil {
			t.Fatal(err)
		}
	}
}

// Open advisors and elephants go both ways, and a face-down piece can make three of a kind on a file, or a sixth pawn:
// each of their moves is read back as it is written.
func TestWriteFlippedStacks(t *testing.T) {
	for _, fen := range []string{
		"3k5/9/9/9/9/4A4/9/4A4/9/5K3 w", "3k5/9/4b4/9/4b4/9/9/9/9/5K3 b", // two that can make the same move
		"4k4/9/9/9/9/3A5/9/3A5/9/3X1K3 w", "3k5/9/9/2B6/9/2B6/9/9/9/2X2K3 w", "3k5/9/9/R8/9/R8/9/9/9/X4K3 w",
		"3k5/9/9/9/1N7/9/1N7/9/9/1X3K3 w", "3k5/9/1x7/9/1c7/9/1c7/9/9/5K3 b",
		"3k5/9/9/9/9/R7R/9/9/9/X4K2X w", "3k5/9/9/1N5N1/9/9/9/9/9/1X3K1X1 w", // two files
		"3k5/2P6/2P6/2P6/2P6/2P6/2X6/9/9/5K3 w", "3k5/2P6/2P6/2P6/9/2P1P4/2X1X4/9/9/5K3 w", "3k5/9/2P1P4/9/2P1P4/9/2X1X4/9/9/5K3 w",
	} {
		s, err := jieqi.ParseFEN(fen)
		if err != nil {
			t.Fatalf("%s: %v", fen, err)
		}
		readsBack(t, &s.Position)
	}
}

// readsBack writes every legal move and reads it again, in each notation.
func readsBack(t *testing.T, p *jieqi.Position) {
	t.Helper()
	for _, m := range p.LegalMoves(nil) {
		for _, f := range []notation.Family{notation.Coordinates, notation.WXF, notation.Chinese, notation.Traditional,
			notation.Vietnamese} {
			text := notation.Write(p, m, f)
			if got, err := notation.Read(p, text, f); err != nil || got != m {
				v := jieqi.View{Position: *p}
				t.Errorf("%s: %s: %s, %v, want %s", v.FEN(), text, got, err, m)
			}
		}
	}
}

// What a move of flipped chess cannot be is said by the role of the point.
func TestRefuseFlipped(t *testing.T) {
	for _, c := range []struct {
		fen, text string
		why       game.Reason
	}{
		{jieqi.StartFEN, "暗仕六进七", game.OutsidePalace},
		{jieqi.StartFEN, "暗马八进六", game.Hobbled},
		{jieqi.StartFEN, "暗车九进三", game.OwnPiece},
		{"3k1a3/9/9/9/2B6/9/9/9/9/4K4 w", "b5c6", game.EmptyFrom},
	} {
		s, err := jieqi.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		var illegal *game.IllegalMove
		if m, err := notation.Read(&s.Position, c.text, notation.Chinese); !errors.As(err, &illegal) ||
			illegal.Reason != c.why {
			t.Errorf("%s: %s, %v, want reason %d", c.text, m, err, c.why)
		}
	}
	// A sign that fits no candidate, or several, leaves the question open.
	s, err := jieqi.ParseFEN("3k1a3/9/9/9/1C7/9/9/1C7/9/4K4 w")
	if err != nil {
		t.Fatal(err)
	}
	var several *notation.Ambiguous
	for _, text := range []string{"炮八平七", "暗炮八平七", "明炮八平七"} {
		if m, err := notation.Read(&s.Position, text, notation.Chinese); !errors.As(err, &several) {
			t.Errorf("%s: %s, %v", text, m, err)
		}
	}
}
