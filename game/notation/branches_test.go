package notation_test

import (
	"strings"
	"testing"

	"yeye/game/notation"
)

// What players write as "if they play this, I play that", in the four languages.
func TestParseBranches(t *testing.T) {
	for _, c := range []struct {
		text, want string // branches, between | , and their moves, between /
		said       bool
	}{
		{"h2e2, h9g7", "h2e2/h9g7", false},
		{"h2e2 h9g7", "h2e2 h9g7", false}, // a line, whose moves are found on the board
		{"h2e2 h9g7 h0g2 b9c7", "h2e2 h9g7 h0g2 b9c7", false},
		{"if h2e2 then h9g7", "h2e2/h9g7", true},
		{"If C2=5, then H8+7, and then R1=2 R9=8; if H2+3 -> H2+3", "C2=5/H8+7/R1=2 R9=8|H2+3/H2+3", true},
		{"if h2e2 then h9g7 if h0g2 then b9c7", "h2e2/h9g7|h0g2/b9c7", true},
		{"1. h2e2 → h9g7\n2. h0g2 → b9c7", "1. h2e2/h9g7|2. h0g2/b9c7", false},
		{"1) h2e2, h9g7\r\n2) h0g2, b9c7\n", "1) h2e2/h9g7|2) h0g2/b9c7", false},
		{"- h2e2 => h9g7\n- h0g2 => b9c7", "h2e2/h9g7|h0g2/b9c7", false},
		{"cannon 2 to 5, horse 8 to 7", "cannon 2 to 5/horse 8 to 7", false},
		{"如果炮二平五,那么马8进7", "炮二平五/马8进7", true},
		{"如果对方走炮二平五，我就走马8进7；若马二进三，则马2进3。", "炮二平五/走马8进7|马二进三/马2进3", true},
		{"若炮二平五則馬8進7", "炮二平五/馬8進7", true},
		{"炮二平五马8进7马二进三车9平8", "炮二平五马8进7马二进三车9平8", false},
		{"h2→e2 → h9->g7", "h2→e2/h9→g7", false}, // an arrow within a move
		{"C2->5 => H8+7", "C2→5/H8+7", false},
		{"炮二平五、马8进7、车一平二、车9平8", "炮二平五/马8进7/车一平二/车9平8", false},
		{"nếu P2-5 thì M8.7, X1-2 rồi X9-8", "P2-5/M8.7/X1-2/X9-8", true},
		{"Nếu pháo 2 bình 5 thì mã 8 tiến 7; neu M2.3 thi M2.3", "pháo 2 bình 5/mã 8 tiến 7|M2.3/M2.3", true},
		{"", "", false},
		{" ; , \n", "", false},
		{"if", "", true},
		{"if hello then h9g7", "hello/h9g7", true},
	} {
		got, said := notation.ParseBranches(c.text)
		var all []string
		for _, branch := range got {
			var moves []string
			for _, one := range branch {
				moves = append(moves, one.String())
			}
			all = append(all, strings.Join(moves, "/"))
		}
		if text := strings.Join(all, "|"); text != c.want || said != c.said {
			t.Errorf("%q: %q, %v, want %q, %v", c.text, text, said, c.want, c.said)
		}
	}
}

// Only what consists of moves is counted: anything else may be conversation.
func TestPliesOfBranches(t *testing.T) {
	for text, want := range map[string]int{
		"if h2e2 then h9g7":   2,
		"h2e2 h9g7 h0g2 b9c7": 4,
		"如果炮二平五,那么马8进7；若马二进三则马2进3": 4,
		"if h2e2 then I resign":                0,
		"if he plays h2e2 I am lost":           0,
		"if only":                              0,
		"if h2e2":                              1,
		"whatever":                             0,
		"if C2=5 then H8+7; if nothing, h9g7!": 0,
	} {
		all, _ := notation.ParseBranches(text)
		if got := all.Plies(); got != want {
			t.Errorf("%q: %d plies, want %d", text, got, want)
		}
	}
}

func FuzzParseBranches(f *testing.F) {
	for _, seed := range []string{"if h2e2 then h9g7", "如果炮二平五则马8进7", "a→b→c", "\x00;|,\n", "1.2.3,", "\xff→\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, _ := notation.ParseBranches(text)
		for _, branch := range all {
			if len(branch) == 0 {
				t.Errorf("%q has a branch without a move", text)
			}
		}
	})
}

// Only a text that begins with "if" and is too long for a move may be branches all the same.
func TestLongIf(t *testing.T) {
	rest := " h2e2 then h9g7, h0g2 then i9h9, i0h0 then g6g5, h0h6 then b9c7, c3c4 then h7i7"
	for text, want := range map[string]bool{"if" + rest: true, "  If" + rest: true, "IF" + rest: true, "nếu" + rest: true, "Nếu" + rest: true,
		"如果" + rest: true, "若" + rest: true, "if h2e2 then h9g7": false, "what if" + rest: false, "iffy" + rest: false, "": false,
		strings.Repeat("talk ", 40): false} {
		if got := notation.LongConditional(text); got != want {
			t.Errorf("%.20q: %v", text, got)
		}
	}
}
