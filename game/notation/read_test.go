package notation_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"yeye/game"
	"yeye/game/notation"
)

const start = game.StartFEN

func position(t testing.TB, fen string) *game.Position {
	t.Helper()
	p, err := game.ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return &p
}

// What people type in chat, at the start and after 1. h2e2.
func TestReadChat(t *testing.T) {
	const black = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"
	for _, c := range []struct{ fen, want, texts string }{
		{start, "h2e2", "h2e2|H2E2|h2-e2|h2 e2|h2->e2|H2–E2|h2—e2|h2−e2|h2:e2|h2xe2|h2>e2|h2→e2|h2 - e2|!move h2e2|!h2e2|/move h2e2|\"h2e2\"|`h2e2`|**h2e2**|__h2e2__|||h2e2|||1. h2e2|1) h2e2|1.h2e2|12... h2e2|h2e2!|h2e2?|h2e2!?|h2e2+|h2e2#|h2e2.|h2e2。| h2e2 |ｈ２ｅ２|ｈ２－ｅ２|“h2e2”|h2\u200be2|\u202ah2e2\u202c|```h2e2```|<@123456> h2e2|𝐡𝟐𝐞𝟐|move h2e2|‘h2e2’|（h2e2）"},
		{start, "h2e2", "C2=5|c2=5|c2.5|c2 = 5|C2.5|C25|c25|C2→5|C2->5|Ch2-e2|Ch2e2|Che2|che2|Ch2xe2|C２＝５|Ｃ２．５|1. C2=5|1.C2=5|c2=5!|C2＝5"},
		{start, "h2e2", "炮二平五|炮2平5|砲二平五|包二平五|炰二平五|炮 二 平 五|炮２平５|炮贰平伍|炮貳平伍|炮ニ平五|炮=平五|「炮二平五」|1. 炮二平五|炮二平五！|炮二平五。|炮二平5|pao 2 ping 5|pao2ping5|Pao Er Ping Wu"},
		{start, "h2e2", "P2-5|p2-5|P2 - 5|pháo 2 bình 5|phao 2 binh 5|Pháo 2 Bình 5|PHÁO 2 BÌNH 5|P2–5|p 2 bình 5"},
		{start, "h2e2", "1、炮二平五|1）炮二平五|１．炮二平五|炮二平五 · C2=5 · h2e2|炮二平五 (C2=5, h2e2)|炮二平五・C2=5|C2=5 · h2e2|h2e2, C2=5"},
		{start, "h0g2", "H2+3|h2+3|N2+3|h2＋3|馬二進三|傌二進三|马2进3|马二进三|M2.3|mã 2 tấn 3|ma 2 tan 3|ma2jin3|Hhg2|h0g2|mã 2 tiến 3"},
		{start, "g0e2", "E3+5|b3+5|B3+5|相三进五|象三進五|T3.5|V3.5|tượng 3 tấn 5|tuong 3 tan 5|voi 3 tấn 5|Ege2"},
		{start, "g3g4", "P3+1|p3+1|兵三进一|卒3进1|B3.1|C3.1|Tt3.1|tốt 3 tấn 1|chốt 3 tấn 1|binh 3 tấn 1|兵三进—|兵三进ー|Pg4"},
		{start, "i0i2", "R1+2|r1+2|车一进二|車一進二|俥一进二|砗一进二|X1.2|xe 1 tấn 2|Ri2|车—进二"},
		{start, "e0e1", "K5+1|帅五进一|將5進1|帥五進一|Tg5.1|tướng 5 tấn 1|Ke1|jiang5jin1"},
		{start, "f0e1", "A4+5|仕四进五|士四進五|S4.5|sĩ 4 tấn 5|Afe1|shi4jin5"},
		{black, "h9g7", "H8+7|h8+7|n8+7|马8进7|马八进七|馬８進７|傌八進七|M8.7|mã 8 tấn 7|h9g7|H9-G7|Hg7|1... h9g7|...h9g7"},
		{black, "h7e7", "c8=5|炮8平5|砲八平五|P8-5"},
	} {
		p := position(t, c.fen)
		texts := strings.Split(c.texts, "|")
		if strings.Contains(c.texts, "|||") { // the spoiler marks of chat are bars too
			texts = append(strings.Split(strings.ReplaceAll(c.texts, "|||h2e2|||", "|"), "|"), "||h2e2||")
		}
		for _, text := range texts {
			if text == "" {
				continue
			}
			m, err := notation.Read(p, text, notation.Auto)
			if err != nil || m.String() != c.want {
				t.Errorf("%q: %s, %v, want %s", text, m, err, c.want)
			}
			if !notation.IsMoveLike(text) {
				t.Errorf("%q is not taken for a move", text)
			}
		}
	}
}

// Cards and screen readers' texts are read back, in each language, and so are a
// newcomer's imitations of them.
func TestReadSaid(t *testing.T) {
	const (
		taking = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 1 1"
		black  = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"
	)
	for _, c := range []struct{ fen, want, texts string }{
		{start, "h2e2", "cannon from h2 to e2|cannon h2 to e2|Cannon h2 e2|cannon h2e2|cannon h2-e2|cannon from h2 to e2 (C2=5).|move cannon h2 to e2|1. cannon h2 to e2"},
		{start, "h2e2", "the cannon from h2 to e2|my cannon h2 to e2|My cannon from h2 to e2 (C2=5).|The cannon h2e2|h2 to e2|from h2 to e2|move from h2 to e2"},
		{start, "h2e2", "h2 đến e2|từ h2 đến e2|h2 sang e2|h2到e2|从 h2 到 e2|從h2走到e2"},
		{start, "h2e2", "炮从 h2 到 e2|炮 h2 到 e2|炮從 h2 到 e2（炮二平五）。|炮h2e2|炮从h2走到e2"},
		{start, "h2e2", "Pháo từ h2 đến e2|pháo h2 đến e2|phao h2 toi e2|Pháo từ h2 đến e2 (P2-5).|pháo h2 sang e2"},
		{start, "h0g2", "horse h0g2|the horse to g2|my knight g2|horse g2|horse to g2|knight g2|mã g2|馬g2|马到g2"},
		{start, "e3e4", "pawn e4|pawn e3e4|pawn to e4|soldier e4|Tốt e4|兵到e4"},
		{start, "e0e1", "king e1|general to e1|tướng e1|帅 e0 到 e1"},
		{start, "c0e2", "tượng c0 đến e2|elephant c0 to e2|tuong c0 e2|相c0e2"},
		{taking, "e2e6", "cannon takes e6|cannon e2 takes e6|cannon from e2 takes the pawn on e6 (C5+4).|cannon captures pawn e6|the cannon takes the pawn on e6|e2 takes e6|e2 takes the pawn on e6|e2 ăn e6|e2吃e6的卒"},
		{taking, "e2e6", "炮从 e2 吃 e6 的卒（炮五进四）。|炮吃e6|Pháo từ e2 ăn Tốt ở e6 (P5.4).|pháo ăn e6"},
		{black, "h9g7", "horse from h9 to g7 (H8+7)|马从 h9 到 g7（马8进7）|Mã từ h9 đến g7 (M8.7)"},
	} {
		p := position(t, c.fen)
		for text := range strings.SplitSeq(c.texts, "|") {
			m, err := notation.Read(p, text, notation.Auto)
			if err != nil || m.String() != c.want {
				t.Errorf("%q: %s, %v, want %s", text, m, err, c.want)
			}
		}
	}
	for _, text := range []string{"horse on g2", "the horse on g2", "to e4", "the to e4", "my h2", "the h2 to e2",
		"h2 on e2", "to h2 to e2", "from h2", "from e2 e4 to e5", "cannon", "horse from h0", "e4", "a horse to g2", "king e4 e5 e6",
		"kingside e4", "ma'am e4", "con ngua o g2", "马在g2", "吃e6", "takes e6", "horse g2 or e2"} {
		if notation.IsMoveLike(text) {
			t.Errorf("%q is taken for a move", text)
		}
	}
}

// A move in Vietnamese words is found at the front of a longer text, and read.
func TestVietnameseMove(t *testing.T) {
	for text, want := range map[string]string{
		"Pháo 2 bình 5 Mã 8 tiến 7": "Pháo 2 bình 5", "pháo 2 bình 5Mã 8 tiến 7": "pháo 2 bình 5",
		"Pháo hai bình năm mã tám tiến bảy": "Pháo hai bình năm", "phao hai binh nam;": "phao hai binh nam",
		"SỸ 4 TẤN 5": "SỸ 4 TẤN 5", "sy 4 tan 5": "sy 4 tan 5", "Xe sau lùi 1.": "Xe sau lùi 1", "xe 1 thối 1": "xe 1 thối 1",
		"Tốt trước giữa bình 6": "Tốt trước giữa bình 6", "Mã sáu tiến bảy": "Mã sáu tiến bảy", "chốt 3 tiến một)": "chốt 3 tiến một",
		"pháo hai bình bang": "", "pháo hai": "", "p 2 bình 5": "", "rất hay: pháo 2 bình 5": "", "": "",
	} {
		if got := notation.VietnameseMove(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if want != "" && !notation.IsMoveLike(want) {
			t.Errorf("%q is not taken for a move", want)
		}
	}
}

// The longest text is read, and one character more is too much.
func TestLongest(t *testing.T) {
	for _, c := range []struct{ move, decoration string }{{"h2e2", "!"}, {"炮二平五", "！"}, {"𝐡𝟐𝐞𝟐", "。"}} {
		longest := c.move + strings.Repeat(c.decoration, notation.MaxLength-4)
		if m, err := notation.Read(position(t, start), longest, notation.Auto); err != nil || m.String() != "h2e2" {
			t.Errorf("%q: %s, %v", longest, m, err)
		}
		if tooLong := (*notation.TooLong)(nil); !errors.As(notation.Parse(longest+"!").Err(), &tooLong) {
			t.Errorf("%q and one more is not too long", longest)
		}
	}
}

// Text that must not become a move, and its error.
func TestRefused(t *testing.T) {
	const (
		twoCannons = "4k4/9/9/9/7C1/9/7C1/9/9/3K5 w - - 0 1"
	)
	for _, c := range []struct{ fen, text, want string }{
		{start, "good game", "this is not a move"},
		{start, "", "this is not a move"},
		{start, "h2", "this is not a move"},
		{start, "a10a", "this is not a move"},
		{start, "h100g8", "this is not a move"},
		{start, "h0g10", "this is not a move"},
		{start, "a0a0", "this is not a move"},
		{start, "0000", "this is not a move"},
		{start, "(none)", "this is not a move"},
		{start, "7747", "this is not a move"},
		{start, "二平五", "this is not a move"},
		{start, "G4+5", "this is not a move"},
		{start, "M3+5", "this is not a move"},
		{start, "S4+5", "this is not a move"},
		{start, "h2e2 h9g7", "this is not a move"},
		{start, "h2\ne2", "this is not a move"},
		{start, "I think h2e2", "this is not a move"},
		{start, "h3e3", "ranks are counted from 0 to 9 here; did you mean h2e2?"},
		{start, "h1g3", "ranks are counted from 0 to 9 here; did you mean h0g2?"},
		{start, "Hc3", "ranks are counted from 0 to 9 here; did you mean b0c2?"},
		{start, "h10g8", "the horse on h9 belongs to black"},
		{start, "h9g7", "the horse on h9 belongs to black"},
		{start, "e5e6", "there is no piece on e5"},
		{start, "h2h7", "the cannon on h2 needs exactly one piece to jump to capture on h7"},
		{start, "h0f1", "the horse on h0 is hobbled by the elephant on g0"},
		{start, "马二进四", "the horse on h0 is hobbled by the elephant on g0"},
		{start, "a0a3", "your own pawn stands on a3"},
		{start, "a0a4", "the rook on a0 is blocked by the pawn on a3"},
		{start, "c2-5", "that would lead the cannon on h2 off the board"},
		{start, "马二平三", "the horse on h0 does not move like that"},
		{start, "c3=4", "there is no such red cannon on file 3"},
		{start, "前炮进一", "there is no such red cannon"},
		{start, "Rh2e2", "there is no red rook on h2"},
		{start, "Ce2", "this could be b2e2 or h2e2"},
		{start, "с2=5", "'с' only looks like 'c'; please type the Latin letter"},
		{start, "h2е2", "'е' only looks like 'e'; please type the Latin letter"},
		{start, "Η2+3", "'Η' only looks like 'h'; please type the Latin letter"},
		{start, "炮二平五 · h2d2", "the parts of this are different moves"},
		{start, strings.Repeat("h2e2 ", 13), "no move has 65 characters; at most 64 are read"},
		{twoCannons, "C2=5", "this could be h3e3 or h5e5"},
		{twoCannons, "炮二平五", "this could be h3e3 or h5e5"},
	} {
		p := position(t, c.fen)
		m, err := notation.Read(p, c.text, notation.Auto)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %s, %v, want %s", c.text, m, err, c.want)
		}
	}
}

// The same letters mean different pieces to a reader of WXF and a Vietnamese one.
func TestFamiliesCollide(t *testing.T) {
	// Red: cannon h4, pawn h6, both on file 2.
	p := position(t, "3k5/9/9/7P1/9/7C1/9/9/9/4K4 w - - 0 1")
	for _, c := range []struct {
		text   string
		prefer notation.Family
		want   string
	}{
		{"C2.1", notation.WXF, "h4i4"},
		{"C2.1", notation.Vietnamese, "h6h7"},
		{"C2.1", notation.Auto, ""},
		{"C2-1", notation.WXF, "h4h3"},
		{"C2-1", notation.Vietnamese, "h6i6"},
		{"C2-1", notation.Auto, ""},
		{"C2-3", notation.Coordinates, ""},
		{"C2-3", notation.Chinese, "h4h1"},
		{"C2=1", notation.Vietnamese, "h4i4"},
		{"P2-5", notation.WXF, "h4e4"},
		{"P2/2", notation.WXF, "h4h2"},
	} {
		m, err := notation.Read(p, c.text, c.prefer)
		several := (*notation.Ambiguous)(nil)
		switch {
		case c.want == "" && (!errors.As(err, &several) || len(several.Candidates) != 2):
			t.Errorf("%q, %s: %s, %v, want two candidates", c.text, c.prefer, m, err)
		case c.want != "" && m.String() != c.want:
			t.Errorf("%q, %s: %s, %v, want %s", c.text, c.prefer, m, err, c.want)
		}
	}
}

// Stacked pawns in different spellings.
func TestStackedPawns(t *testing.T) {
	const (
		three     = "3k5/9/9/9/2P6/2P6/2P6/9/9/4K4 w - - 0 1"     // c5 c4 c3, file 7: only c5 has crossed
		four      = "3k5/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w - - 0 1"   // c8 c7 c6 c5
		five      = "3k5/2P6/2P6/2P6/2P6/9/2P6/9/9/4K4 w - - 0 1" // and c3
		two       = "3k5/9/2P3P2/9/2P3P2/9/9/9/9/4K4 w - - 0 1"   // c7 c5, g7 g5: files 7 and 3
		threeTwo  = "3k5/9/2P3P2/2P6/2P3P2/9/9/9/9/4K4 w - - 0 1" // c7 c6 c5, g7 g5
		onThree   = "3k5/9/6P2/6P2/6P2/9/9/9/9/4K4 w - - 0 1"     // g7 g6 g5: file 3
		onThreeTo = "3k5/9/P5P2/6P2/P5P2/9/9/9/9/4K4 w - - 0 1"   // and a7 a5
		black     = "4k4/9/9/9/9/2p6/2p6/2p6/2p6/3K5 b - - 0 1"   // c1 foremost, file 3
		lone      = "3k5/9/2P6/2P6/2P6/2P6/6P2/9/9/4K4 w - - 0 1" // c7 c6 c5 c4 and g3: 三兵
		loneThree = "3k5/9/2P3P2/2P6/2P6/9/9/9/9/4K4 w - - 0 1"   // c7 c6 c5 and g7
	)
	for _, c := range []struct{ fen, text, want string }{
		{three, "P+=6", "c5d5"}, {three, "前兵平六", "c5d5"}, {three, "一兵平六", "c5d5"}, {three, "17=6", "c5d5"},
		{three, "P7=6", "c5d5"}, {three, "++=6", "c5d5"}, {three, "兵前平六", "c5d5"}, {three, "+P=6", "c5d5"}, {three, "Bt-6", "c5d5"}, {three, "tốt trước bình 6", "c5d5"},
		{four, "++=6", "c8d8"}, {four, "P+=6", "c7d7"}, {four, "P-=6", "c6d6"}, {four, "--=6", "c5d5"},
		{four, "一兵平六", "c8d8"}, {four, "二兵平六", "c7d7"}, {four, "三兵平六", "c6d6"}, {four, "四兵平六", "c5d5"}, {four, "后兵平六", "c5d5"}, {four, "前兵平六", "c8d8"}, {four, "Pc=6", "c6d6"}, {four, "37=6", "c6d6"},
		{four, "2兵平6", "c7d7"}, {four, "中兵平六", "c6d6 c7d7"}, {four, "兵七平六", "c5d5 c6d6 c7d7 c8d8"},
		{five, "P7=6", "c6d6"}, {five, "三兵平六", "c6d6"}, {five, "P-=6", "c5d5"}, {five, "--+1", "c3c4"}, {five, "五兵进一", "c3c4"}, {five, "四兵平八", "c5b5"},
		{two, "7+=6", "c7d7"}, {two, "3-=4", "g5f5"}, {two, "前兵七平六", "c7d7"}, {two, "后兵三平四", "g5f5"}, {two, "前七平六", "c7d7"}, {two, "一兵平四", "g7f7"}, {two, "三兵平六", "c7d7"}, {two, "四兵平六", "c5d5"}, {two, "Pc=6", "c7d7"}, {two, "17=6", "c7d7"}, {two, "23=4", "g5f5"}, {two, "P+=6", "c7d7"}, {two, "P+=2", "g7h7"}, {two, "前兵平六", "c7d7"}, {two, "前兵进一", "c7c8 g7g8"}, {two, "P++1", "c7c8 g7g8"}, {two, "Bt7-6", "c7d7"},
		{threeTwo, "77=6", "c6d6"}, {threeTwo, "中兵七平六", "c6d6"}, {threeTwo, "中兵平六", "c6d6"}, {threeTwo, "四兵平六", "c6d6"}, {threeTwo, "27=6", "c6d6"},
		{onThree, "P3=4", "g6f6"}, {onThree, "33=4", "g5f5"}, {onThree, "中兵平四", "g6f6"}, {onThree, "三兵平四", "g5f5"}, {onThree, "23=4", "g6f6"},
		{onThreeTo, "33=4", "g6f6"}, {onThreeTo, "3-=4", "g5f5"},
		{black, "一卒平4", "c1d1"}, {black, "四卒平4", "c4d4"}, {black, "四卒平四", "c4d4"}, {black, "++=4", "c1d1"}, {black, "前卒平4", "c1d1"},
		{lone, "三兵进一", "g3g4"}, // the third of the four, c5, is blocked by c6
		{loneThree, "三兵进一", "g7g8"},
		{loneThree, "三兵平四", "g7f7"},
		{loneThree, "一兵进一", "c7c8"},
	} {
		m, err := notation.Read(position(t, c.fen), c.text, notation.Auto)
		got := m.String()
		several := (*notation.Ambiguous)(nil)
		if errors.As(err, &several) {
			got = ""
			for _, m := range several.Candidates {
				got += m.String() + " "
			}
			got = strings.TrimSpace(got)
		} else if err != nil {
			got = ""
		}
		if got != c.want {
			t.Errorf("%s %q: %q, %v, want %q", c.fen, c.text, got, err, c.want)
		}
	}
}

// Advisors and elephants on one file keep their file; typed signs are read.
func TestPairs(t *testing.T) {
	const fen = "3k5/9/9/9/9/2B6/9/3A5/9/2BAK4 w - - 0 1"
	for text, want := range map[string]string{
		"A6+5": "d0e1", "A6-5": "d2e1", "A-+5": "d0e1", "A+-5": "d2e1", "仕六进五": "d0e1", "前仕退五": "d2e1", "后仕进五": "d0e1",
		"E7+9": "c0a2", "E7-9": "c4a2", "相七退五": "c4e2", "E+-5": "c4e2", "B7+5": "c0e2", "后相进五": "c0e2", "St/5": "d2e1",
	} {
		if m, err := notation.Read(position(t, fen), text, notation.Auto); err != nil || m.String() != want {
			t.Errorf("%q: %s, %v, want %s", text, m, err, want)
		}
	}
}

// Whatever is typed, reading ends quickly, never panics, and returns a legal move
// or an error.
func TestReadAnything(t *testing.T) {
	letters := []rune("abehnrckpt123456789+-=./0 炮马車兵卒前后中進退平一二三四五六七八九·()!*`x>\u200b\u0301đсΗ")
	p := position(t, start)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom(letters), 0, 70, -1).Draw(t, "text")
		m, err := notation.Read(p, text, notation.Family(rapid.IntRange(0, 6).Draw(t, "prefer")))
		if err == nil && !p.IsLegal(m) {
			t.Fatalf("%q: %s is not legal", text, m)
		}
		if err == nil && !notation.IsMoveLike(text) {
			t.Fatalf("%q is read as %s but not taken for a move", text, m)
		}
	})
}

func TestHostileInputIsQuick(t *testing.T) {
	p := position(t, start)
	for _, unit := range []string{"h", "前", "t", "·h2e2", "\u0301", "\u200b", "1.", "(", "!move ", "ﷺ", "tttgsg"} {
		text := strings.Repeat(unit, 1<<20/len(unit))
		began := time.Now()
		_, _ = notation.Read(p, text, notation.Auto)
		short := string([]rune(text)[:notation.MaxLength])
		_, _ = notation.Read(p, short, notation.Auto)
		if took := time.Since(began); took > 20*time.Second { // a quadratic reader would take minutes
			t.Errorf("a megabyte of %q took %s", unit, took)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"h2e2", "C2=5", "炮二平五", "前兵四平五", "P2-5", "pháo 2 bình 5", "a1a10", "h100g8",
		"炮二平五 · C2=5 · h2e2", "с2=5", "\xff", "Che10", "33=4", "走炮二平五 将军", "炮2-5", "p2p5", "7747", "M2+3", "红：炮二平五",
		"Red: C2=5", "đen M8.7", "中炮", "炮二平五 马8进7"} {
		f.Add(seed)
	}
	p := game.Start()
	q, err := game.ParseFEN("3k5/9/2P3P2/2P6/2P3P2/9/9/9/9/4K4 w - - 0 1")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range []*game.Position{&p, &q} {
			for prefer := notation.Auto; prefer <= notation.Vietnamese; prefer++ {
				m, err := notation.Read(p, text, prefer)
				if err == nil && !p.IsLegal(m) {
					t.Fatalf("%q: %s is not legal", text, m)
				}
			}
			for lowest := range 2 {
				if m, err := notation.ReadRanked(p, text, lowest, notation.WXF); err == nil && !p.IsLegal(m) {
					t.Fatalf("%q with ranks from %d: %s is not legal", text, lowest, m)
				}
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	p := game.Start()
	for _, text := range []string{"h2e2", "C2=5", "炮二平五", "pháo 2 bình 5", "hello there"} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = notation.Read(&p, text, notation.Auto)
			}
		})
	}
}

// One part that no piece, file, sign or number can be makes the whole text talk.
func TestNearlyMoves(t *testing.T) {
	for _, text := range []string{
		"二车五平四", "前兵兵进一", "前五五进一", "六兵兵进一", "炮炮五平四", "炮五六", "马25", "前兵前平五", "前二二平五", "二马四进五", "帅兵四平五", // Chinese
		// WXF
		"zz=5", "63+1", "w3+=5", "c+e=5", "z3=5", "h25", "c2+5+5", "cc+=5", "22+=5", "02=5", "%2=5", "3x=5", "67=6", "fc=5", "bc=5",
		// coordinates
		"zh2e2", "h0e10", "e10h0", "zg10", "h 2e2", "h0g10", "ch2h2", "rh0h10", "a10b0", "tg e1", "tt e4", "x e4",
	} {
		if m, err := notation.Read(position(t, start), text, notation.Auto); !errors.Is(err, notation.ErrNotMove) ||
			notation.IsMoveLike(text) {
			t.Errorf("%q: %s, %v", text, m, err)
		}
	}
}

// A sign after the file says which of two pieces is meant, though the file does.
func TestRedundantSign(t *testing.T) {
	p := position(t, "4k4/9/9/9/9/7C1/9/7C1/9/3K5 w - - 0 1")
	for text, want := range map[string]string{"C2+=5": "h4e4", "C2-=5": "h2e2", "C+=5": "h4e4", "前炮平五": "h4e4",
		"后炮平五": "h2e2"} {
		if m, err := notation.Read(p, text, notation.Auto); err != nil || m.String() != want {
			t.Errorf("%q: %s, %v, want %s", text, m, err, want)
		}
	}
}
