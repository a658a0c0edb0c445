package notation_test

import (
	"errors"
	"strings"
	"testing"

	"yeye/game/notation"
)

// What players type in Chinese and Vietnamese, and their remarks around a move.
func TestReadTyped(t *testing.T) {
	for want, texts := range map[string]string{
		"h2e2": "走炮二平五|我走炮二平五|炮二平五 将军|炮二平五，将军！|炮二平五将军|炮二平五吧|炮二平五（当头炮）|炮二平五 (当头炮)|炮二平五【当头炮】|炮二平五 哈哈哈|炮2-5|炮2=5|炮2.5|炮２＝５|炮25|炮二5|炮②平⑤|跑二平五|㕩二平五|" +
			"P2-5 nhé|p2-5 ạ!|pháo 2 bình 5 nhé|đi pháo 2 bình 5|pháo nhị bình ngũ|phao nhi binh ngu|pháo hai bình năm|Phao hai binh nam|P2-5 chiếu tướng|C2=5 check|h2e2 lol|i play h2e2|h2e2 (sorry)|炮二平五，看招！哈哈",
		"h0g2": "马2+3|马二+三|M2.3 nha|mã nhị tiến tam|mã hai tấn ba|走马二进三",
		"b0c2": "mã tám tấn bảy|mã bát tiến thất|ma bat tien bay",
		"d0e1": "sĩ sáu tấn năm|sỹ lục tiến ngũ",
		"i0i1": "车1+1|车一+一|xe nhất tiến nhất|xe một tấn một",
		"a0a2": "xe chín tấn hai",
		"g0e2": "Bồ 3 tiến 5|bo 3 tien 5|bồ 3.5|相3+5",
		"h2i2": "炮21|炮2=1|炮2-1",
	} {
		p := position(t, start)
		for text := range strings.SplitSeq(texts, "|") {
			for _, prefer := range []notation.Family{notation.Auto, notation.WXF, notation.Chinese, notation.Vietnamese} {
				m, err := notation.Read(p, text, prefer)
				several := (*notation.Ambiguous)(nil)
				if text == "炮2-1" && errors.As(err, &several) && len(several.Candidates) == 2 { // back one, or to file 1: both can be played
					continue
				}
				if err != nil || m.String() != want {
					t.Errorf("%q, %s: %s, %v, want %s", text, prefer, m, err, want)
				}
			}
			if !notation.IsMoveLike(text) {
				t.Errorf("%q is not taken for a move", text)
			}
		}
	}
}

// Talk about a move is no move.
func TestTalkAboutMoves(t *testing.T) {
	for _, text := range []string{
		"hai ba", "ba năm", "một hai ba", "sáu tám", "h2e2 is bad", "why h2e2", "炮二平五不好", "炮二平五好吗", "不走炮二平五", "炮二平五？不行", "P2-5 không", "h2e2 or h2d2", "h2e2 (not h2d2)", "炮二平五（不如炮八平五）",
		"将军", "吧", "（当头炮）", "check", "炮", "M2+3", "x25", "p2p5", "7747", "2024", "马2+", "马士25", "马25", "h2e2 checkpoint",
	} {
		if notation.IsMoveLike(text) {
			t.Errorf("%q is taken for a move", text)
		}
	}
}

// Forms that only some readers use, read only if they can be played.
func TestTentative(t *testing.T) {
	const stacked = "3k5/9/9/9/7C1/9/7C1/9/9/4K4 w - - 0 1" // h5 and h3
	for _, c := range []struct {
		fen, text string
		prefer    notation.Family
		want      string // "" for talk, two moves for a question
	}{
		{start, "p2p5", notation.Chinese, "h2e2"}, {start, "P2P5", notation.Traditional, "h2e2"}, {start, "p2p5!", notation.Chinese, "h2e2"}, {start, "1. m2j3", notation.Chinese, "h0g2"},
		{start, "c1j1", notation.Chinese, "i0i1"}, {start, "b3j1", notation.Chinese, "g3g4"}, {start, "z3j1", notation.Chinese, "g3g4"}, {start, "x3j5", notation.Chinese, "g0e2"},
		{start, "s4j5", notation.Chinese, "f0e1"}, {start, "s5j1", notation.Chinese, "e0e1"}, {start, "j1j1", notation.Chinese, "i0i1"}, {start, "j5j1", notation.Chinese, "e0e1"},
		{stacked, "qpp5", notation.Chinese, "h5e5"}, {stacked, "hpp5", notation.Chinese, "h3e3"}, {stacked, "phj1", notation.Chinese, "h3h4"},
		{start, "p2p2", notation.Chinese, ""}, {start, "p3p5", notation.Chinese, ""}, {start, "p2p5", notation.Auto, ""}, {start, "p2p5", notation.WXF, ""}, {start, "p2p5", notation.Vietnamese, ""},
		{start, "7747", notation.Chinese, "h2e2"}, {start, "1 7 4 7", notation.Chinese, ""}, {start, "7747", notation.Vietnamese, ""}, {start, "7747", notation.Auto, ""}, {start, "2024", notation.Chinese, ""}, {start, "7740", notation.Chinese, ""},
		{"3k5/9/9/9/9/9/9/9/R8/4K4 w", "0800", notation.Chinese, "a1a9"}, {"r3k4/9/9/9/9/9/9/9/9/3K5 b", "3000", notation.Chinese, ""},
		{start, "M2+3", notation.Vietnamese, "h0g2"}, {start, "x1+1", notation.Vietnamese, "i0i1"}, {start, "P25", notation.Vietnamese, "h2e2"}, {start, "p2=5", notation.Vietnamese, "h2e2"}, {start, "M2+3", notation.WXF, ""}, {start, "S4+5", notation.Vietnamese, "f0e1"},
		{start, "C25", notation.Vietnamese, "h2e2"}, // as in WXF: no pawn can go there
	} {
		m, err := notation.Read(position(t, c.fen), c.text, c.prefer)
		if c.want == "" && !errors.Is(err, notation.ErrNotMove) || c.want != "" && (err != nil || m.String() != c.want) {
			t.Errorf("%q, %s: %s, %v, want %q", c.text, c.prefer, m, err, c.want)
		}
		if c.want != "" && !notation.Parse(c.text).MayBe(c.prefer) && !notation.IsMoveLike(c.text) {
			t.Errorf("%q, %s: is not thought of", c.text, c.prefer)
		}
	}
	if _, err := notation.Read(position(t, start), "P25", notation.WXF); errors.Is(err, notation.ErrNotMove) || err == nil {
		t.Errorf("P25 to a reader of WXF: %v", err)
	}
	for text, want := range map[string]bool{"p2p5": true, "7747": true, "hello": false, "h2e2": false, "": false, "p2p": false, "8000": false} {
		if got := notation.Parse(text).MayBe(notation.Chinese); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	// A letter that begins two words is ambiguous if both can be played.
	var several *notation.Ambiguous
	if m, err := notation.Read(position(t, "4k4/4a4/9/9/4R4/9/9/9/9/4K4 w"), "j5j1", notation.Chinese); !errors.As(err, &several) || len(several.Candidates) != 2 {
		t.Errorf("king and rook: %s, %v", m, err)
	}
}
