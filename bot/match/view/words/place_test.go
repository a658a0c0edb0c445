package words_test

import (
	"errors"
	"strings"
	"testing"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/game/notation"
)

func bundle(t *testing.T) *locale.Bundle {
	t.Helper()
	b, err := locale.New(words.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func position(t *testing.T, fen string) *game.Position {
	t.Helper()
	p, err := game.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

func square(t *testing.T, name string) game.Square {
	t.Helper()
	s, err := game.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A piece is named as its reader counts: by the point in English, by the file from its owner's right in Chinese, Vietnamese and WXF.
func TestPieceAt(t *testing.T) {
	b := bundle(t)
	const twoHorses = "3k5/9/9/9/2n6/2n6/9/2N6/9/2N1K4 w"
	for _, c := range []struct {
		language string
		family   notation.Family
		fen, at  string
		want     string
	}{
		{"en-US", notation.Auto, "", "h2", "炮 cannon h2"},
		{"en-US", notation.Coordinates, "", "h2", "炮 cannon h2"},
		{"en-US", notation.WXF, "", "h2", "炮 cannon file 2"},
		{"en-US", notation.WXF, "", "h7", "炮 cannon file 8"},
		{"zh-CN", notation.Auto, "", "h2", "二路炮"},
		{"zh-CN", notation.Auto, "", "h7", "8路炮"},
		{"zh-CN", notation.Coordinates, "", "h2", "炮 h2"},
		{"zh-TW", notation.Auto, "", "a9", "1路車"},
		{"vi", notation.Auto, "", "h2", "炮 pháo lộ 2"},
		{"zh-CN", notation.Auto, twoHorses, "c2", "七路前马"},
		{"zh-CN", notation.Auto, twoHorses, "c0", "七路后马"},
		{"zh-CN", notation.Auto, twoHorses, "c4", "3路前马"},
		{"vi", notation.Auto, twoHorses, "c5", "馬 mã lộ 3 (sau)"},
	} {
		p := game.Start()
		if c.fen != "" {
			p = *position(t, c.fen)
		}
		w := words.In(b.For(c.language)).WithNotation(c.family)
		if got := w.PieceAt(&p, square(t, c.at)); got != c.want {
			t.Errorf("%s, %v: %s is %q, want %q", c.language, c.family, c.at, got, c.want)
		}
	}
}

// A refusal says what is in the way as the reader counts.
func TestRefusalsAsCounted(t *testing.T) {
	b := bundle(t)
	for _, c := range []struct {
		language, fen, typed, want string
	}{
		{"en-US", "", "i0i5", "The rook on i0 is blocked by the pawn on i3."},
		{"zh-CN", "", "车一进五", "一路车被自己的兵挡住了。"},
		{"zh-CN", "", "炮二进五", "炮要隔着正好一个子（炮架）才能吃子，现在中间没有子。"},
		{"zh-CN", "", "马二进四", "二路马被自己的相蹩住了马腿。"},
		{"zh-TW", "", "馬二進四", "二路馬被自己的相拐住了馬腳。"},
		{"zh-CN", "5k3/9/9/9/9/9/9/9/3p5/2B1K4 w", "相七进五", "七路相走不了：象眼被对方的卒塞住了。"},
		{"en-US", "5k3/9/9/9/9/9/9/9/3p5/2B1K4 w", "c0e2", "The elephant on c0 is blocked by the pawn on d1."},
		{"vi", "5k3/9/9/9/9/9/9/9/3p5/2B1K4 w", "T7.5", "Quân tượng ở lộ 7 bị quân tốt ở lộ 4 cản mắt."},
		{"en-US", "", "e0e5", "The king on e0 can't go to e5. A king moves one point straight, inside the palace."},
		{"en-US", "", "c0c1", "The elephant on c0 can't go to c1. An elephant moves two points diagonally and can't jump."},
		{"zh-CN", "", "d0d1", "六路仕不是这样走的。仕在九宫里斜走一步。"},
		{"zh-CN", "", "e0e5", "五路帅不是这样走的。帅在九宫里横竖走一步。"}, // not: from file five to file five
		{"zh-TW", "", "e0e5", "五路帥不是這樣走的。帥在九宮裡橫豎走一步。"},
		{"vi", "", "e0e5", "Quân tướng ở lộ 5 không đi như vậy. Tướng đi ngang hoặc dọc một ô trong cửu cung."},
		{"zh-CN", "", "e0a5", "五路帅走不到九路。帅在九宫里横竖走一步。"},
		{"zh-CN", "", "马五进三", "红方五路没有马。"},
		{"zh-CN", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b", "马5进3", "黑方5路没有马。"},
		{"zh-CN", "3k5/9/9/9/9/4r4/9/9/4A4/4K4 w", "仕五进四", "这样走会送将：对方5路车可以吃你的帅。"},
		{"zh-CN", "3k5/9/9/9/9/4r4/P8/9/9/4K4 w", "兵九进一", "你的帅正被对方5路车将军，这一着没有应将。"},
		{"zh-TW", "4k4/9/9/p8/9/4R4/9/9/9/3K5 b", "卒1進1", "你的將正被對方五路車將軍，這一著沒有應將。"},
		{"zh-TW", "3k5/9/9/9/2b6/9/9/9/9/4K4 b", "象3進5", "象不能過河。"},
	} {
		p := game.Start()
		if c.fen != "" {
			p = *position(t, c.fen)
		}
		w := words.In(b.For(c.language))
		m, err := notation.Read(&p, c.typed, w.Notation())
		if err == nil {
			err = p.Explain(m)
		}
		if err == nil {
			t.Fatalf("%s is legal", c.typed)
		}
		got, known := w.Refusal(&match.MoveError{Text: c.typed, Turn: p.Turn(), Err: err, Position: &p})
		if !known || got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.language, c.typed, got, c.want)
		}
	}
}

// Moves to choose from are each written once, in the reader's notation.
func TestCandidatesAsWritten(t *testing.T) {
	b := bundle(t)
	p := game.Start()
	m, err := game.ParseMove("h2e2")
	if err != nil {
		t.Fatal(err)
	}
	e := &match.MoveError{Text: "x", Err: &notation.Ambiguous{Candidates: []game.Move{m}}, Position: &p}
	for language, want := range map[string]string{"en-US": "`h2e2`", "zh-CN": "`炮二平五`", "vi": "`P2-5`"} {
		if got, _ := words.In(b.For(language)).Refusal(e); !strings.Contains(got, want) {
			t.Errorf("%s: %q", language, got)
		}
	}
	e.Position = nil
	if got, _ := words.In(b.For("zh-CN")).Refusal(e); !strings.Contains(got, "`h2e2`") {
		t.Errorf("without the position: %q", got)
	}
	if _, known := words.In(b.For("vi")).Refusal(errors.New("another")); known {
		t.Error("an unknown error has words")
	}
}

// A reader who writes coordinates reads each move once.
func TestMoveOnce(t *testing.T) {
	b := bundle(t)
	p := game.Start()
	m, err := game.ParseMove("h2e2")
	if err != nil {
		t.Fatal(err)
	}
	for f, want := range map[notation.Family]string{notation.Coordinates: "`h2e2`", notation.Auto: "`h2e2`", notation.Chinese: "炮二平五"} {
		if got := words.In(b.For("en-US")).WithNotation(f).Move(&p, m); got != want {
			t.Errorf("%v: %q, want %q", f, got, want)
		}
	}
}

// A piece that a sentence speaks of is told from another of its kind on the same file.
func TestAmong(t *testing.T) {
	b := bundle(t)
	const two = "3k5/9/9/9/2n6/2n6/9/2N6/9/2N1K4 w"
	for _, c := range []struct{ language, fen, at, want string }{
		{"en-US", two, "c5", "c5"},
		{"zh-CN", two, "c5", "3路后"},
		{"zh-CN", two, "c4", "3路前"},
		{"zh-TW", two, "c2", "七路前"},
		{"vi", two, "c0", "lộ 7 (sau)"},
		{"zh-CN", "3k5/9/9/9/2n6/9/9/2N6/9/4K4 w", "c5", "3路"},
		{"zh-CN", "3k5/9/9/9/2p6/2p6/2p6/9/9/4K4 w", "c4", "3路第2个"},
	} {
		p, at := position(t, c.fen), square(t, c.at)
		if got := words.In(b.For(c.language)).Among(p, p.At(at), at); got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.language, c.at, got, c.want)
		}
	}
}
