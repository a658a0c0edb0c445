package foreign

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/pgn"
)

// The same game as people and programs write it.
func TestRead(t *testing.T) {
	const want = "h2e2N h9g7P a0a1C"
	for name, text := range map[string]string{
		"our record":              "[Variant \"Jieqi\"]\n\n1. h2e2N h9g7p 2. a0a1C *",
		"UCI":                     "position startpos moves h2e2N h9g7p a0a1C",
		"UCI with a position":     "position fen xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1 moves h2e2N h9g7p a0a1C",
		"the older order":         "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX R2A2C2P5N2B2r2a2c2p5n2b2 w - - 0 1 moves h2e2N h9g7p a0a1C",
		"in one line":             "[Event \"a [b\"] [Variant \"Jieqi\"] [Result \"*\"]   1. h2e2N h9g7p 2. a0a1C *\n",
		"bare moves":              "h2e2n h9g7P a0a1c",
		"pychess":                 "[Variant \"jieqi\"]\n\n1. h3e3N h10g8p 2. a1a2C 1-0",
		"Chinese":                 "1. 暗炮二平五(翻马) 暗马8进7(翻卒)\n2. 暗车九进一(翻炮)",
		"traditional":             "1. 暗砲二平五（翻馬） 暗馬8進7（翻卒） 2. 暗車九進一（翻砲）",
		"our card":                "炮二平五=马 马8进7=卒 车九进一=炮",
		"WXF":                     "[Variant \"Jieqi\"]\n\n1. C2=5=H H8+7=P 2. R9+1 = C",
		"Vietnamese":              "[Variant \"Cờ úp\"]\n\n1. P2-5=M M8.7=B 2. X9.1=P",
		"full-width signs":        "1. 暗炮二平五(翻马)，暗马8进7(翻卒)；2. 暗车九进一（翻炮）。",
		"signs between points":    "h2e2N，h9g7p；a0a1C",
		"commas, Vietnamese":      "[Variant \"Cờ úp\"]\n\n1. P2-5=M, M8.7=B；2. X9.1=P",
		"another kind of tag":     "[Event \"a \\\"b\\\"\"]\n[Variant \"Jieqi\"]\n\n1. h2e2N h9g7p 2. a0a1C *",
		"with comments and names": "[Event \"Cup\"]\n[Variant \"Jieqi\"]\n[White \"Mei\"]\n\n1. h2e2N {a horse!} h9g7p ; and a pawn\n2. a0a1C 1/2-1/2\n\n[Event \"2\"]\n[Variant \"Jieqi\"]\n\n1. a0a1C *",
		"JieqiBox": `{"metadata": {"event": "Cup", "white": "Mei", "result": "*", "initialFen": "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX A2B2N2R2C2P5a2b2n2r2c2p5 w - - 0 1"},
			"moves": [{"type": "move", "data": "h2e2", "fen": "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X2N4/9/XXXXKXXXX A2B2N1R2C2P5a2b2n2r2c2p5 b - - 0 1"},
			{"type": "adjust", "data": "+P"}, {"type": "move", "data": "h9g7p"},
			{"type": "move", "data": "a0a1", "fen": "xxxxkxx1x/9/1x4px1/x1x1x1x1x/9/9/X1X1X1X1X/1X2N4/C8/1XXXKXXXX b - - 0 2"}]}`,
	} {
		if !Is(text) {
			t.Errorf("%s is not recognized", name)
		}
		r, err := Read(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := written(r); got != strings.ToLower(want) || r.Start != nil {
			t.Errorf("%s: %s", name, got)
		}
		again, err := pgn.Read(r.String())
		if err != nil || written(again) != strings.ToLower(want) || again.Outcome.Result != r.Outcome.Result {
			t.Errorf("%s, written and read again: %v\n%s", name, err, r)
		}
	}
}

func written(r *pgn.Record) string {
	var all []string
	for i, ply := range r.Plies {
		all = append(all, pgn.Move(ply, game.Color(i%2)))
	}
	return strings.ToLower(strings.Join(all, " "))
}

// Captures of face-down pieces, known and not, and positions in the middle of a game.
func TestReadMore(t *testing.T) {
	for text, want := range map[string]string{
		"h2h9Nr":        "h2h9nr",
		"h2h9Nx":        "h2h9nx",
		"炮二进七=马 车9平8=车": "h2h9nx i9h9r",
		"暗炮二进七(翻马,吃暗车)": "h2h9nr",
		"暗炮二进七(翻马，吃暗子)": "h2h9nx",
		"3k5/9/9/9/9/9/9/9/9/X3K4 w R1 - 0 7 moves a0a9R": "a0a9r",
		"Look: 3k5/9/9/9/9/9/9/9/9/X3K4[R1] b":            "",
		// A king goes first, and nothing lies face down.
		"position startpos moves e0e1 i9i8p":                                                  "e0e1 i9i8p",
		"1. e0e1 e9e8 2. h2e2N":                                                               "e0e1 e9e8 h2e2n",
		"3k5/9/9/9/9/9/9/9/9/R3K4 w R0A0C0P4N0B0r0a0c0p0n0b0 P1 12 40":                        "",
		"position fen 3k5/9/9/9/9/9/9/9/9/R3K4 w R0A0C0P4N0B0r0a0c0p0n0b0 - 12 40 moves a0a1": "a0a1",
	} {
		r, err := Read(text)
		switch {
		case !Is(text):
			t.Errorf("%s is not recognized", text)
		case err != nil && want != "":
			t.Errorf("%s: %v", text, err)
		case err == nil && written(r) != want:
			t.Errorf("%s: %s, want %s", text, written(r), want)
		}
	}
	r, err := Read("position fen 3k5/9/9/9/9/9/9/9/9/X3K4 b R1 - 3 7 moves d9d8 a0a9R")
	if err != nil || r.Start == nil || r.Start.Position.Turn() != game.Black || written(r) != "d9d8 a0a9r" {
		t.Fatalf("%v %v", r, err)
	}
	again, err := pgn.Read(r.String())
	if err != nil || *again.Start != *r.Start || len(again.Plies) != 2 {
		t.Errorf("%v\n%s", err, r)
	}
}

// What is not of jieqi is left to others, and what cannot be read says where.
func TestRefused(t *testing.T) {
	for _, text := range []string{"", "h2e2 h9g7", "1. 炮二平五 马8进7", "what a nice day", game.StartFEN,
		"[Variant \"Xiangqi\"]\n1. h2e2",
		"position fen 4k4/9/9/9/9/9/9/2p6/4R4/3K5 b - - 7 31 moves e1e2", "3k5/9/9/9/9/9/9/9/9/R3K4 w a0a1",
		"position startpos moves e0e1 h9g7 h2e2", "{\"a\": 1}", "炮二平五",
		// The game is the first.
		"[Variant \"Xiangqi\"]\n\n1. h2e2 h9g7 *\n\n[Variant \"Jieqi\"]\n\n1. h2e2N *",
		"1. 炮二平五 马8进7\n\n[Event \"2\"]\n[Variant \"Jieqi\"]\n\n1. h2e2N *",
		"[Event \"1\"]\n\n1. h2e2 *\n\n[Event \"2\"]\n[FEN \"3k5/9/9/9/9/9/9/9/9/X3K4 w R1 - 0 7\"]\n\n1. a0a9R *"} {
		if Is(text) {
			t.Errorf("%q is taken for jieqi", text)
		}
	}
	for text, ply := range map[string]int{
		"[Variant \"Jieqi\"]\n\n1. h2e2 h9g7p":           1, // what was turned over is not told
		"[Variant \"Jieqi\"]\n\n1. h2e2N h9g7p 2. a0a5C": 3,
		"h2e2N h9g7x":       2,
		"h2e2N nonsense":    2,
		"h3e3N h10g8p a1a2": 3, // ranks from 1
	} {
		var at *pgn.MoveError
		if _, err := Read(text); !errors.As(err, &at) || at.Ply != ply {
			t.Errorf("%q: %v, want ply %d", text, err, ply)
		}
	}
	for _, text := range []string{"xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXX1XXXX w",
		"{\"initialFen\": 3}", "{\"metadata\": {\"initialFen\": \"x/9\"}}"} {
		if _, err := Read(text); err == nil {
			t.Errorf("%q can be read", text)
		}
	}
}

// What strangers write in tags is cleaned and cut, so that the record can be read again.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("界", 100<<10)
	for name, text := range map[string]string{
		"PGN":          "[Event \"a\u202e" + long + "\"]\n[Variant \"Jieqi\"]\n[Red \"" + long + "\"]\n[Date \"" + long + "\"]\n\n1. h2e2N *",
		"two lines":    "[Event \"a\n" + long + "\"]\n[Variant \"Jieqi\"]\n[Black \"" + long + "\"]\n\n1. h2e2N *",
		"our record":   "[Event \"a" + strings.Repeat(`\a`, 100<<10) + "\"]\n[Variant \"Jieqi\"]\n\n1. h2e2N *",
		"JieqiBox":     `{"metadata": {"event": "a` + long + `", "date": "` + long + `", "initialFen": ""}, "moves": [{"type": "move", "data": "h2e2N"}]}`,
		"JieqiBox too": `{"metadata": {"event": "a\u0000", "white": "` + long + `", "initialFen": ""}, "moves": [{"type": "move", "data": "h2e2N"}]}`,
	} {
		r, err := Read(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, said := range []string{r.Event, r.Date, r.Players[0], r.Players[1]} {
			if utf8.RuneCountInString(said) > 120 || strings.ContainsAny(said, "\x00\n\u202e") {
				t.Errorf("%s: %d characters: %.20q", name, utf8.RuneCountInString(said), said)
			}
		}
		if again, err := pgn.Read(r.String()); err != nil || !strings.HasPrefix(again.Event, "a") ||
			written(again) != "h2e2n" {
			t.Errorf("%s, written and read again: %v", name, err)
		}
	}
}

// Any game is read back from what each viewer may write of it.
func TestViews(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := jieqi.Identity()
		for c := range d {
			copy(d[c][:], rapid.Permutation(d[c][:]).Draw(t, "side"))
		}
		g := jieqi.NewGame(d)
		for range rapid.IntRange(0, 60).Draw(t, "plies") {
			if g.Outcome().Over() {
				break
			}
			if err := g.Play(rapid.SampledFrom(g.Position().LegalMoves(nil)).Draw(t, "move")); err != nil {
				t.Fatal(err)
			}
		}
		v := g.View(jieqi.Viewer(rapid.IntRange(0, 3).Draw(t, "viewer")))
		r, err := Read(pgn.FromView(&v).String())
		if err != nil {
			t.Fatal(err)
		}
		if w := r.View(); w.Position != v.Position || len(w.Moves) != len(v.Moves) {
			t.Fatal("another game")
		}
		s, err := Read(v.FEN())
		if !Is(v.FEN()) || err != nil || s.Setup().Position != v.Position || s.Setup().Hidden != v.Hidden {
			t.Fatalf("%s: %v", v.FEN(), err)
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"", "h2e2N h9g7p", "暗炮二平五(翻马)", jieqi.StartFEN,
		"{\"metadata\": {\"initialFen\": \"\"}, \"moves\": []}", "[Variant \"Jieqi\"]\n1. X9.1=P ("} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !Is(text) {
			return
		}
		r, err := Read(text)
		if err != nil {
			return
		}
		if _, err := pgn.Read(r.String()); err != nil {
			t.Fatalf("%v\n%s", err, r)
		}
	})
}
