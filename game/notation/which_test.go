package notation_test

import (
	"errors"
	"strings"
	"testing"

	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/notation"
)

// A label has as many parts as there are notations.
func TestPartsOfALabel(t *testing.T) {
	for parts, like := range map[int]bool{2: true, 5: true, 6: false} {
		label := strings.Join([]string{"炮二平五", "C2=5", "h2e2", "P2-5", "Ch2e2", "c2.5"}[:parts], " · ")
		if notation.IsMoveLike(label) != like {
			t.Errorf("%d parts: %v", parts, !like)
		}
	}
}

// Where a mark, a file or a number decides between pieces, and where none of them does.
func TestWhichPiece(t *testing.T) {
	const (
		two       = "3k5/9/2P3P2/9/2P3P2/9/9/9/9/4K4 w" // c7 c5, g7 g5: files 7 and 3
		apart     = "3k5/9/2P3P2/9/2P6/9/2P6/9/9/4K4 w" // c7 c5 c3, and g7 alone
		pair      = "3k5/9/2P6/9/2P6/9/9/9/9/R3K4 w"    // c7 c5, and a rook on a0
		cannons   = "4k4/9/9/9/7C1/9/7C1/9/9/3K5 w"     // h5 h3
		rooks     = "4k4/9/9/9/R7R/9/9/9/9/3K5 w"       // a5 i5
		oneCannon = "4k4/9/9/9/9/9/9/2C6/9/3K5 w"       // c2
	)
	for _, c := range []struct{ name, fen, text, want string }{
		{"a mark with its file, Chinese", two, "前兵七进一", "c7c8"},
		{"a mark with its file and a sign", two, "后兵七+1", "c5c6"},
		{"a mark with its file, WXF", two, "P7-+1", "c5c6"},
		{"the number of a pawn or its file", apart, "三兵进一", "this could be c3c4 or g7g8"},
		{"a number that no pawn has", pair, "三兵进一", "there is no such red pawn"},
		{"a number where one stands alone", start, "一兵七进一", "there is no such red pawn on file 7"},
		{"the middle one of two", cannons, "中炮进一", "there is no such red cannon"},
		{"a file without a rank", rooks, "Rae5", "a5e5"},
		{"a rank without a file", "4k4/9/9/9/R8/9/9/9/9/R2K5 w", "R0a3", "a0a3"},
		{"a rank without a file, from 1", "4k4/9/9/9/R8/9/9/9/9/R2K5 w", "R1a2", "ranks are counted from 0 to 9 here; did you mean a0a1?"},
		{"an empty point of the first rank", cannons, "a0a1", "there is no piece on a0"},
		{"a king by its tone", start, "tướng 3 tấn 5", "there is no such red king on file 3"},
		{"an elephant by its tone", start, "tượng 5 tấn 1", "there is no such red elephant on file 5"},
		{"a rook without a sign", "4k4/9/9/9/R8/9/9/9/9/3K5 w", "R95", "a5e5"},
		{"a king without a sign", "3k5/9/9/9/9/9/9/9/9/4K4 w", "K54", "e0f0"},
		{"words without spaces", start, "phaohaibinhnam", "h2e2"},
		{"words of Chinese without spaces", start, "paoerpingwu", "h2e2"},
		{"a file in words with a wrong tone", start, "h2 sáng e2", "h2e2"},
		{"a number whose tone tells it from another word", start, "pháo 2 bình sáu", "h2d2"},
		{"the same without the piece's file in digits", start, "pháo hai bình sáu", "h2d2"},
		{"the pawn of the central file", start, "中兵进一", "e3e4"},
		{"the cannon of the central file", "3k5/9/9/9/9/9/9/1C2C4/9/4K4 w", "中炮平四", "e2f2"},
		{"which of two on different files", "3k5/9/9/9/9/9/9/R8/9/4K3R w", "前车进一", "there is no such red rook: no two are on one file, but on [1 9]"},
		{"a front without a second", oneCannon, "后炮退一", "there is no such red cannon: no two are on one file, but on [7]"},
		{"pinyin and characters", start, "pao二平五", "h2e2"},
		{"pinyin and characters, a horse", start, "ma八进七", "b0c2"},
		{"a file with its word", start, "三路兵进一", "g3g4"},
		{"a file with its word behind the piece", start, "炮二路平五", "h2e2"},
		{"the right horse", start, "右马进三", "h0g2"},
		{"the left horse", start, "左马进七", "b0c2"},
		{"the left rook of two on one file", "4k4/9/9/9/R8/9/9/9/9/R2K5 w", "左车进一", "there is no such red rook"},
		{"a character that sounds the same", "3k5/9/9/9/9/9/9/7C1/9/4K4 w", "炮二近七", "h2h9"},
		{"another one", start, "炮二评五", "h2e2"},
		{"no number where one must be", oneCannon, "炮七平", "this is not a move"},
	} {
		m, err := notation.Read(position(t, c.fen), c.text, notation.Auto)
		if got := m.String(); err == nil && got != c.want || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %q is %s, %v, want %s", c.name, c.text, got, err, c.want)
		}
	}
}

// Of several reasons the most telling is given, of equal ones the first.
func TestReasonGiven(t *testing.T) {
	front, _ := game.ParseSquare("h5")
	var none *notation.NoTarget
	if _, err := notation.Read(position(t, "4k4/9/9/9/7C1/9/7C1/9/9/3K5 w"), "C2=2", notation.WXF); !errors.As(err,
		&none) || none.From != front {
		t.Errorf("two cannons: %v", err)
	}
	for _, text := range []string{"仕四进二", "相三进四", "马二进五", "马二平三"} { // not a step of the piece, wherever it stands
		if _, err := notation.Read(position(t, start), text, notation.Chinese); !errors.As(err, &none) ||
			none.OffBoard {
			t.Errorf("%s: %T %v", text, err, err)
		}
	}
	// A rank 10 says how ranks are counted, so that nothing need be said of the other way.
	var suggestion *notation.Suggestion
	if m, err := notation.Read(position(t, "r3k4/9/9/9/9/9/9/9/9/3K5 b"), "R10a9", notation.Auto); !errors.As(err,
		&suggestion) || suggestion.Why != nil || suggestion.Move.String() != "a9a8" {
		t.Errorf("a rank 10: %s, %v", m, err)
	}
}

// Talk is refused at a look, although each of these has a part of a move.
func TestTalk(t *testing.T) {
	for text, why := range map[string]string{
		"他进5个球":       "an action and its number, but no piece",
		"车马炮兵":        "pieces alone",
		"$$+5":        "signs that name no piece",
		"炮二平安":        "an action without a number",
		"车2辆":         "a piece and a number",
		"中国":          "a mark alone",
		"good game":   "letters of pieces",
		"I'm 5 or 10": "numbers alone",
		"important":   "an action in words, without a number",
	} {
		if !notation.Parse(text).IsTalk() {
			t.Errorf("%q (%s) is looked at twice", text, why)
		}
	}
	for text, near := range map[string]bool{"e4": true, "E4": true, "с2=5": true, "h2e2": false, "e44": false,
		"talk": false} {
		if got := notation.Parse(text).IsNear(); got != near {
			t.Errorf("%q is near: %v", text, got)
		}
	}
	// Words of Russian around a move do not make it a misspelt one.
	if err := notation.Parse("да h2e2").Err(); !errors.Is(err, notation.ErrNotMove) {
		t.Errorf("Russian with a move: %v", err)
	}
	if err := notation.Parse(strings.Repeat("好", notation.MaxLength)).Err(); !errors.Is(err, notation.ErrNotMove) {
		t.Errorf("the longest talk: %v", err)
	}
	if long := (*notation.TooLong)(nil); !errors.As(notation.Parse(strings.Repeat("好", notation.MaxLength+1)).Err(),
		&long) || long.Length != notation.MaxLength+1 {
		t.Error("longer talk")
	}
}

// Moves of files: a pawn without its letter, and what else small letters can be.
func TestReadRankedShort(t *testing.T) {
	for _, c := range []struct {
		fen, text string
		lowest    int
		want      string
	}{
		{start, "3e4", 0, "e3e4"}, {start, "4e5", 1, "e3e4"}, {start, "e4", 0, "e3e4"},
		{"4k4/9/9/9/9/9/9/7C1/9/3K5 w", "ce2", 0, "h2e2"}, // no pawn stands on file c
		{"4k4/9/9/9/9/9/9/7C1/9/3K5 w", "ce3", 1, "h2e2"},
		{start, "Ch2e2", 0, "h2e2"}, {start, "Ch3e3", 1, "h2e2"},
		{start, "Ch2-e2", 0, "h2e2"}, {start, "H-g3", 1, "h0g2"}, {start, "c3-c4", 0, "c3c4"},
		{"3k5/9/7C1/9/7C1/9/2P6/9/9/4K4 w", "c--4", 0, "h5h1"}, // the rear cannon, not the pawn to c4
	} {
		if m, err := notation.ReadRanked(position(t, c.fen), c.text, c.lowest, notation.Auto); err != nil ||
			m.String() != c.want {
			t.Errorf("%q from %d: %s, %v, want %s", c.text, c.lowest, m, err, c.want)
		}
	}
}

// How a piece lies decides only on a board of flipped chess, and only if it is said.
func TestFacingDecides(t *testing.T) {
	flat := position(t, "4k4/9/9/9/7C1/9/7C1/9/9/3K5 w")
	var several *notation.Ambiguous
	if m, err := notation.Read(flat, "暗炮二平五", notation.Chinese); !errors.As(err, &several) {
		t.Errorf("on an ordinary board: %s, %v", m, err)
	}
	s, err := jieqi.ParseFEN("4k4/9/9/9/7C1/9/9/7X1/9/3K5 w")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"炮二平五": "", "暗炮二平五": "h2e2", "明炮二平五": "h5e5"} {
		m, err := notation.Read(&s.Position, text, notation.Chinese)
		if want == "" && !errors.As(err, &several) || want != "" && m.String() != want {
			t.Errorf("%s: %s, %v, want %s", text, m, err, want)
		}
	}
}
