package notation_test

import (
	"errors"
	"strings"
	"testing"

	"yeye/game"
	"yeye/game/notation"
)

// What players type in Chinese and Vietnamese, and their remarks around a move.
func TestReadTyped(t *testing.T) {
	for want, texts := range map[string]string{
		"h2e2": "走炮二平五|我走炮二平五|炮二平五 将军|炮二平五，将军！|炮二平五将军|炮二平五吧|炮二平五（当头炮）|炮二平五 (当头炮)|炮二平五【当头炮】|炮二平五 哈哈哈|炮2-5|炮2=5|炮2.5|炮２＝５|炮25|炮二5|炮②平⑤|跑二平五|㕩二平五|" +
			"炮二到五|炮二移五|炮二平五 😀|😂👍🏽 炮二平五|炮二平五❤️|C2=5 🙂!|<:pao:123456789012345678> h2e2 <@123456789012345678>|来个炮二平五|那就炮二平五|炮二平五，该你了|炮二平五 到你走了|" +
			"cannon 2 to 5|Cannon 2 to file 5|cannon from file 2 to 5|the cannon on file 2 to the center|my cannon 2 sideways 5|cannon two to five|move cannon 2 to 5|cannon 2 = 5|" +
			"C2=5 gg|ok C2=5|my move: C2=5|C2=5, your turn|pháo 2 sang 5|P2-5 đi|" +
			"P2-5 nhé|p2-5 ạ!|pháo 2 bình 5 nhé|đi pháo 2 bình 5|pháo nhị bình ngũ|phao nhi binh ngu|pháo hai bình năm|Phao hai binh nam|P2-5 chiếu tướng|C2=5 check|h2e2 lol|i play h2e2|h2e2 (sorry)|炮二平五，看招！哈哈",
		"h0g2": "马二上三|马二跳三|馬二跳三|horse 2 to 3|knight 2 forward 3|horse 2 up 3|con mã 2 tiến 3|cho tôi đi mã 2 tiến 3|马2+3|马二+三|M2.3 nha|mã nhị tiến tam|mã hai tấn ba|走马二进三",
		"b0c2": "mã tám tấn bảy|mã bát tiến thất|ma bat tien bay",
		"d0e1": "sĩ sáu tấn năm|sỹ lục tiến ngũ",
		"g3g4": "兵三冲一|兵三拱一|兵三挺一|pawn 3 forward 1|soldier 3 + 1|tốt 3 lên 1",
		"f0e1": "士四上五|advisor 4 to 5",
		"i0i1": "车一上一|rook 1 up 1|chariot 1 forward one|xe 1 lên 1|车1+1|车一+一|xe nhất tiến nhất|xe một tấn một",
		"a0a2": "xe chín tấn hai",
		"g0e2": "Bồ 3 tiến 5|bo 3 tien 5|bồ 3.5|相3+5|相三飞五|相三飛五",
		"h2i2": "炮21|炮2=1|炮2-1",
	} {
		p := position(t, start)
		for text := range strings.SplitSeq(texts, "|") {
			for _, prefer := range []notation.Family{notation.Auto, notation.WXF, notation.Chinese,
				notation.Vietnamese} {
				m, err := notation.Read(p, text, prefer)
				several := (*notation.Ambiguous)(nil)
				// back one, or to file 1: both can be played
				if text == "炮2-1" && errors.As(err, &several) && len(several.Candidates) == 2 {
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
		"our cannon 2 to 5 was bad", "炮二平五到了", "我不走炮二平五", "to be or not to be", "one to two", "不就炮二平五", "马上就到", "P2-5 đi đâu", "the 5",
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
		{start, "M2+3", notation.Chinese, "h0g2"}, {start, "m8+7!", notation.Traditional, "b0c2"}, {start, "X3+5", notation.Chinese, "g0e2"}, {start, "S4+5", notation.Chinese, "f0e1"},
		{start, "Z3+1", notation.Chinese, "g3g4"}, {start, "J5+1", notation.Chinese, "e0e1"}, {start, "Z3+1", notation.Vietnamese, "g3g4"},
		// xe, where no elephant goes
		{start, "X1+1", notation.Chinese, "i0i1"}, {start, "X1+1", notation.Auto, ""}, {start, "X3+5", notation.WXF, ""},
	} {
		m, err := notation.Read(position(t, c.fen), c.text, c.prefer)
		if c.want == "" && !errors.Is(err, notation.ErrNotMove) || c.want != "" &&
			(err != nil || m.String() != c.want) {
			t.Errorf("%q, %s: %s, %v, want %q", c.text, c.prefer, m, err, c.want)
		}
		if c.want != "" && !notation.Parse(c.text).MayBe(c.prefer) && !notation.IsMoveLike(c.text) {
			t.Errorf("%q, %s: is not thought of", c.text, c.prefer)
		}
	}
	if _, err := notation.Read(position(t, start), "P25", notation.WXF); errors.Is(err, notation.ErrNotMove) ||
		err == nil {
		t.Errorf("P25 to a reader of WXF: %v", err)
	}
	for text, want := range map[string]bool{"p2p5": true, "7747": true, "hello": false, "h2e2": false, "": false,
		"p2p": false, "8000": false} {
		if got := notation.Parse(text).MayBe(notation.Chinese); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	// A letter that begins two words is ambiguous if both can be played.
	var several *notation.Ambiguous
	if m, err := notation.Read(position(t, "4k4/4a4/9/9/4R4/9/9/9/9/4K4 w"), "j5j1", notation.Chinese); !errors.As(err,
		&several) || len(several.Candidates) != 2 {
		t.Errorf("king and rook: %s, %v", m, err)
	}
}

// With a sign of WXF a letter of a reader's language cannot be talk: what is wrong is said. Letters that WXF has too
// are its pieces, and never a rook, a cannon or a pawn of the other language.
func TestSignedLettersAreRefused(t *testing.T) {
	for _, c := range []struct {
		text   string
		prefer notation.Family
		want   string
	}{
		{"M2+4", notation.Chinese, "the horse on h0 is hobbled by the elephant on g0"},
		{"M2+4", notation.Vietnamese, "the horse on h0 is hobbled by the elephant on g0"},
		{"M3+4", notation.Chinese, "there is no such red horse on file 3"},
		{"M2+4", notation.WXF, "this is not a move"},
		{"C1+1", notation.Chinese, "there is no such red cannon on file 1"},
		{"P2=5", notation.Chinese, "there is no such red pawn on file 2"},
		{"B2+1", notation.Chinese, "there is no such red elephant on file 2"},
	} {
		if m, err := notation.Read(position(t, start), c.text, c.prefer); err == nil || !strings.HasPrefix(err.Error(),
			c.want) {
			t.Errorf("%q, %s: %s, %v, want %s", c.text, c.prefer, m, err, c.want)
		}
	}
}

// A side that is named before a move must be the one to move.
func TestSideNamed(t *testing.T) {
	red, black := position(t, start),
		position(t, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1")
	for _, c := range []struct {
		named game.Color
		want  string
		texts string
	}{
		{game.Red, "h2e2",
			"红炮二平五|紅炮二平五|红：炮二平五|红方炮二平五|红方：炮二平五|红棋 炮二平五|红 炮2平5|Red: C2=5|red C2=5|RED - h2e2|Red h2e2|Red plays C2=5|red, h2e2|1. 红炮二平五|1. Red: C2=5|红走炮二平五|**红炮二平五**|" +
				"đỏ P2-5|Đỏ: P2-5|bên đỏ P2-5|quân đỏ: pháo 2 bình 5|do: P2-5|Red: cannon from h2 to e2|红炮二平五！|红炮25|红炮二平五 · C2=5|红方 pao 2 ping 5"},
		{game.Black, "h9g7", "黑马8进7|黑方马8进7|黑：马８进７|Black: H8+7|black h8+7|black h9g7|Black moves H8+7|đen M8.7|Đen: M8.7|den: M8.7|bên đen: mã 8 tấn 7|1... Black: H8+7"},
	} {
		for text := range strings.SplitSeq(c.texts, "|") {
			for _, p := range []*game.Position{red, black} {
				m, err := notation.Read(p, text, notation.Auto)
				if p.Turn() == c.named {
					if err != nil || m.String() != c.want {
						t.Errorf("%q: %s, %v, want %s", text, m, err, c.want)
					}
					continue
				}
				other := (*notation.OtherSide)(nil)
				if !errors.As(err, &other) || other.Named != c.named {
					t.Errorf("%q when %s is to move: %s, %v", text, p.Turn(), m, err)
				}
			}
			if !notation.IsMoveLike(text) {
				t.Errorf("%q is not taken for a move", text)
			}
		}
	}
	if m, err := notation.Read(black, "红p2p5", notation.Chinese); err == nil || errors.Is(err, notation.ErrNotMove) {
		t.Errorf("initials behind a side: %s, %v", m, err)
	}
	if m, err := notation.ReadRanked(black, "红炮二平五", 1, notation.Chinese); err == nil {
		t.Errorf("in a file: %s", m)
	}
	for _, text := range []string{"red", "红", "红方", "Red: good game", "black 5 minutes", "redC2=5", "do h2e2",
		"den P2-5", "红炮二平五不好", "red or h2e2", "红黑炮二平五", "infrared h2e2", "Redh2e2"} {
		if notation.IsMoveLike(text) {
			t.Errorf("%q is taken for a move", text)
		}
	}
}

// Players call the move of a cannon to the central file by its name. It is read if a single cannon can go there, and
// asked about if two can; once one stands there the name is talk about it.
func TestCentralCannon(t *testing.T) {
	const one, there, none = "4k4/9/9/9/9/9/9/7C1/9/3K5 w", "3k5/9/9/9/9/9/4C4/1C7/9/5K3 w", "4k4/9/9/9/9/9/9/9/9/3K5 w"
	names := "中炮|当头炮|當頭砲|当头炮！|走当头炮|我走中炮|来个当头炮|先架中炮|架当头炮|中砲|摆中炮吧|“当头炮”"
	for name := range strings.SplitSeq(names, "|") {
		for prefer := notation.Auto; prefer <= notation.Vietnamese; prefer++ {
			several := (*notation.Ambiguous)(nil)
			if m, err := notation.Read(position(t, start), name, prefer); !errors.As(err, &several) ||
				len(several.Candidates) != 2 {
				t.Errorf("%q at the start, %s: %s, %v", name, prefer, m, err)
			}
			if m, err := notation.Read(position(t, one), name, prefer); err != nil || m.String() != "h2e2" {
				t.Errorf("%q with one cannon, %s: %s, %v", name, prefer, m, err)
			}
			for _, fen := range []string{there, none} {
				if m, err := notation.Read(position(t, fen), name, prefer); !errors.Is(err, notation.ErrNotMove) {
					t.Errorf("%q on %s, %s: %s, %v", name, fen, prefer, m, err)
				}
			}
		}
		if p := notation.Parse(name); p.IsMove() || !p.MayBe(notation.WXF) {
			t.Errorf("%q: shaped %v", name, p.IsMove())
		}
	}
	black := position(t, "rnbakabnr/9/1c7/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b")
	if m, err := notation.Read(black, "中炮", notation.Chinese); err != nil || m.String() != "b7e7" {
		t.Errorf("Black's: %s, %v", m, err)
	}
	for _, text := range []string{"中炮不好", "中炮对屏风马", "当头炮，马来跳", "他走了中炮", "炮", "中", "中炮？好", "红中炮二"} {
		if notation.Parse(text).MayBe(notation.Chinese) {
			t.Errorf("%q is thought of", text)
		}
	}
}

// Several moves in one text, as people write them who move for both sides.
func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		"炮二平五 马8进7":                     "炮二平五|马8进7",
		"炮二平五马8进7 马二进三":                 "炮二平五|马8进7|马二进三",
		"1. 炮二平五 马8进7 2. 马二进三":          "炮二平五|马8进7|马二进三",
		"1.炮二平五，马8进7。":                  "1.炮二平五|马8进7",
		"C2=5 H8+7":                     "C2=5|H8+7",
		"C2=5, H8+7; H2+3":              "C2=5|H8+7|H2+3",
		"P2-5 M8.7":                     "P2-5|M8.7",
		"h2e2 h9g7 1":                   "h2e2|h9g7",
		"h2-e2 ... h9-g7":               "",
		"红炮二平五 黑马8进7":                   "炮二平五|黑马8进7",
		"h2e2":                          "",
		"h2e2 is better than h2d2":      "",
		"炮二平五 将军":                       "",
		"h2e2 or h9g7":                  "",
		"":                              "",
		"good game":                     "",
		"炮二平五不好马8进7":                    "",
		"h2e2\nh9g7":                    "",
		strings.Repeat("h2e2 h9g7 ", 7): "",
		"1. h2e2":                       "",
		"马二进三 将军抽车":                     "",
		"`炮二平五 马8进7`":                   "炮二平五|马8进7",
	} {
		var got []string
		for _, one := range notation.Parse(text).Line() {
			got = append(got, one.String())
		}
		if text == "红炮二平五 黑马8进7" && len(got) == 2 {
			if m, err := notation.Parse(text).Line()[0].Move(position(t,
				"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b"), notation.Auto); err == nil {
				t.Errorf("Red's move is played for Black: %s", m)
			}
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
