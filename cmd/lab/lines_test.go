package main

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"yeye/game"
	"yeye/game/notation"
)

const startPlacement = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"

// Every line gets its answer before the next is written.
func TestAnswersAtOnce(t *testing.T) {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- answerLines(inRead, outWrite, answerPerft)
		outWrite.Close()
	}()
	answers := bufio.NewScanner(outRead)
	for _, c := range [][2]string{
		{startPlacement + "\t1", "44"},
		{startPlacement + "\t2\r", "1920"},
		{"", "error: the line is not FEN<TAB>depth or DEAL<TAB>depth"},
		{"PPPBBRPAARNNCPC/cabrpbrnnppappc\t2", "1888"},
		{startPlacement + "\tx", `error: the depth is "x", not a number from 0 to 12`},
		{"what\t1", "error: not a xiangqi position: there is no board in it"},
		{startPlacement + "\t0", "1"},
	} {
		if _, err := io.WriteString(inWrite, c[0]+"\n"); err != nil {
			t.Fatal(err)
		}
		if !answers.Scan() || answers.Text() != c[1] {
			t.Errorf("%q: %q, want %q", c[0], answers.Text(), c[1])
		}
	}
	inWrite.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestLongLinesAndMissingNewline(t *testing.T) {
	var out strings.Builder
	in := strings.Repeat("x", 3*maxLine) + "\n\n" + startPlacement + "\t1"
	if err := answerLines(strings.NewReader(in), &out, answerPerft); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[0], "error:") || !strings.HasPrefix(lines[1], "error:") ||
		lines[2] != "44" {
		t.Errorf("%q", lines)
	}
}

func TestAnswerMoves(t *testing.T) {
	for line, want := range map[string]string{
		"3k5/9/9/9/9/9/9/9/4R4/5K3 w":                        `{"fen":"3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1","check":false,"legal":["e1a1","e1b1","e1c1","e1d1","e1e0","e1e2","e1e3","e1e4","e1e5","e1e6","e1e7","e1e8","e1e9","e1f1","e1g1","e1h1","e1i1","f0e0","f0f1"],"outcome":{"result":"*","method":""}}`,
		"3k5/1R7/9/9/9/9/9/9/R8/5K3 w\ta1a9":                 `{"fen":"R2k5/1R7/9/9/9/9/9/9/9/5K3 b - - 1 1","check":true,"legal":[],"outcome":{"result":"1-0","method":"checkmate"}}`,
		"3k5/9/9/9/9/9/9/9/4R4/5K3 w\ta1a9":                  `{"error":"move 1, a1a9: there is no piece on a1"}`,
		"3k5/9/9/9/9/9/9/9/4R4/5K3 w\tH2E2":                  `{"error":"move 1, H2E2: \"H2E2\" is not a move like h2e2"}`,
		"3k5/9/9/9/9/9/9/9/4R4/3K5 w":                        `{"error":"not a xiangqi position: the two kings face each other on an open file"}`,
		"5k3/9/9/9/9/9/9/9/4p4/4K4 w\te0e1":                  `{"fen":"5k3/9/9/9/9/9/9/9/4K4/9 b - - 0 1","check":false,"legal":["f9f8"],"outcome":{"result":"1/2-1/2","method":"material"}}`,
		"5k3/9/9/9/9/9/9/9/4R4/3K5 w - - 118 9\te1i1 f9f8\t": `{"fen":"9/5k3/9/9/9/9/9/9/8R/3K5 w - - 120 10","check":false,"legal":["d0d1","d0e0","i1a1","i1b1","i1c1","i1d1","i1e1","i1f1","i1g1","i1h1","i1i0","i1i2","i1i3","i1i4","i1i5","i1i6","i1i7","i1i8","i1i9"],"outcome":{"result":"1/2-1/2","method":"move-limit"}}`,
	} {
		if got := answerMoves(line, game.Asian); got != want {
			t.Errorf("%q:\n%s, want\n%s", line, got, want)
		}
	}
}

// A game continues after an end by the rules; the rules are the caller's.
func TestAnswerMovesByRules(t *testing.T) {
	const line = "3k5/9/9/9/9/9/9/9/4R4/5K3 w\te1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9"
	for _, c := range []struct {
		more   string
		rules  game.Rules
		result string
	}{
		{"", game.Asian, `"0-1","method":"perpetual-check"`},
		{"", game.NoChase, `"0-1","method":"perpetual-check"`},
		{"", game.NoRepetition, `"*","method":""`},
		{" e1i1", game.Asian, `"*","method":""`},
		{" e1d1", game.Asian, `"0-1","method":"perpetual-check"`},
	} {
		if got := answerMoves(line+c.more, c.rules); !strings.Contains(got, c.result) {
			t.Errorf("%q, %s: %s", c.more, c.rules, got)
		}
	}
}

func TestAnswerReadAndWrite(t *testing.T) {
	for text, want := range map[string]string{
		"炮二平五":   `{"move":"h2e2"}`,
		"Ce2":    `{"error":"this could be b2e2 or h2e2","candidates":["b2e2","h2e2"]}`,
		"h3e3":   `{"error":"ranks are counted from 0 to 9 here; did you mean h2e2?","candidates":["h2e2"]}`,
		"h2\tx":  `{"error":"this is not a move like h2e2, C2=5 or 炮二平五","candidates":[]}`,
		"\xff":   `{"error":"this is not a move like h2e2, C2=5 or 炮二平五","candidates":[]}`,
		"h0f1":   `{"error":"the horse on h0 is hobbled by the elephant on g0","candidates":[]}`,
		"pháo 2": `{"error":"this is not a move like h2e2, C2=5 or 炮二平五","candidates":[]}`,
	} {
		if got := answerRead(startPlacement+"\t"+text, notation.Auto); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for _, line := range []string{"", "x\ty", startPlacement} {
		var a refusalAnswer
		if err := json.Unmarshal([]byte(answerRead(line, notation.Auto)), &a); err != nil || a.Error == "" {
			t.Errorf("%q: %v, %+v", line, err, a)
		}
	}
	if got, want := answerWrite(startPlacement+"\th2e2"), "h2e2\tC2=5\t炮二平五\t炮二平五\tP2-5"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, line := range []string{"", "x\th2e2", startPlacement + "\th2h7", startPlacement + "\tx"} {
		if got := answerWrite(line); !strings.HasPrefix(got, "error: ") || strings.Contains(got, "\n") {
			t.Errorf("%q: %q", line, got)
		}
	}
}

func TestAnswerMasters(t *testing.T) {
	got, err := answerMasters(startPlacement)
	if want := "h2e2\t17093\t6498\t5607\t4976\t1905\t2013\n"; err != nil || !strings.HasPrefix(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	// A move whose games have no year, and a position that masters do not reach.
	got, err = answerMasters("1Rbakabn1/9/2n1c4/p1p1p1C1p/6p2/2P6/P1c1P1P1P/2N1C1N2/9/2BAKAB2 b")
	if want := "c7b9\t3\t1\t1\t1\t\t\n"; err != nil || got != want {
		t.Errorf("%q, %v", got, err)
	}
	if got, err = answerMasters("3k5/9/9/9/9/9/9/9/4R4/5K3 w"); err != nil || got != "" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err = answerMasters("what"); err == nil || got != "" {
		t.Errorf("%q", got)
	}
}

func TestConvert(t *testing.T) {
	const wxf = "[Format \"WXF\"]\n\n1. C2=5 H8+7 2. H2+3 R9=8 1-0\n"
	var dhtml, uci, pgn strings.Builder
	if err := (&convertCmd{To: "dhtmlxq", Notation: "coordinates"}).convert(strings.NewReader(wxf),
		&dhtml); err != nil {
		t.Fatal(err)
	}
	if err := (&convertCmd{To: "uci", Notation: "coordinates"}).convert(strings.NewReader(dhtml.String()),
		&uci); err != nil {
		t.Fatal(err)
	}
	if want := "position startpos moves h2e2 h9g7 h0g2 i9h9\n"; uci.String() != want {
		t.Errorf("%q, want %q", uci.String(), want)
	}
	if err := (&convertCmd{To: "pgn", Notation: "zh"}).convert(strings.NewReader(dhtml.String()), &pgn); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(pgn.String(), "1. 炮二平五 马8进7\n2. 马二进三 车9平8 1-0\n") || !strings.Contains(pgn.String(),
		`[Opening "Central Cannon"]`) {
		t.Error(pgn.String())
	}
	if err := (&convertCmd{To: "pgn", Notation: "zh"}).convert(strings.NewReader("good morning"), &pgn); err == nil {
		t.Error("prose was converted")
	}
}
