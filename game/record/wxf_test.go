package record

import (
	"testing"

	"yeye/game"
)

const wxfFile = "FORMAT\tWXF\nGAME\t1st round, table 3\nRED\tXu Yinchuan;Guangdong;China\nBLACK\tLu Qin;Guangdong\nDATE\t1999-11-02\nEVENT\tNational Teams\n" +
	"RESULT\t1-0\nFEN\t" + startRows + " w - - 0 1\nSTART{\n{A usual beginning.}\n1. C2=5 H8+7 {the screen horse}\n2. H2+3 R9=8\n3. R1=2\n}END\n"

// Files of the World Xiangqi Federation's format have lines of names, and the moves between START{ and }END.
func TestWXFFile(t *testing.T) {
	r, err := Read([]byte(wxfFile))
	if err != nil {
		t.Fatal(err)
	}
	i := r.Info
	if i.Red != "Xu Yinchuan" || i.RedTeam != "Guangdong" || i.Black != "Lu Qin" || i.Date != "1999-11-02" || i.Event != "National Teams" || i.Title != "1st round, table 3" {
		t.Errorf("%+v", i)
	}
	if r.Result != game.RedWins || len(r.Line) != 5 || r.Comment != "A usual beginning." || r.Line[1].Comment != "the screen horse" {
		t.Errorf("%v, %d moves, %q, %q", r.Result, len(r.Line), r.Comment, r.Line[1].Comment)
	}
	for name, c := range map[string]struct {
		text  string
		moves int
		last  string
	}{
		"the smallest":                      {"START{\n1. C2=5 H8+7\n}END", 2, "h9g7"},
		"on one line":                       {"FORMAT WXF GAME a RED A;b BLACK C;d DATE 2001 EVENT e RESULT 0-1 START{ 1. C2=5 H8+7 }END", 2, "h9g7"},
		"with a variation":                  {"START{\n1. C2=5 (1. H2+3 P7+1) H8+7\n}END", 2, "h9g7"},
		"without its end":                   {"START{\n1. C2=5 H8+7\n", 2, "h9g7"},
		"with a brace for its end":          {"START{\n1. C2=5 {central} H8+7\n}", 2, "h9g7"},
		"from a position":                   {"FEN\t3k5/9/9/9/9/9/9/9/4R4/5K3 b - - 0 1\nSTART{\n1. ... K4+1\n2. R5+1\n}END", 2, "e1e2"},
		"with lower-case moves":             {"start{\n1. c2=5 h8+7\n}end", 2, "h9g7"},
		"another game and its names follow": {wxfFile + "\n" + wxfFile, 5, "i0h0"},
		"with coordinates":                  {"START{\n1. h2e2 h9g7\n}END", 2, "h9g7"},
		"of a page":                         {"<pre>FORMAT\tWXF\nSTART{\n1. C2=5 H8+7\n}END</pre>", 2, "h9g7"},
		"with line ends of another system":  {"FORMAT\tWXF\r\nRED\tA\r\nSTART{\r\n1. C2=5 H8+7\r\n}END\r\n", 2, "h9g7"},
		"and no moves, but a position":      {"FEN\t3k5/9/9/9/9/9/9/9/4R4/5K3 b - - 0 1\nSTART{\n}END", 0, ""},
	} {
		r, err := Read([]byte(c.text))
		if err != nil || len(r.Line) != c.moves || c.moves > 0 && r.Line[len(r.Line)-1].Move.String() != c.last {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
	r, err = Read([]byte("Format WXF\nRed Xu\nBlack Lu\nResult 1-0\nStart {\n1. C2.5 h8+7\n}End"))
	if err != nil || r.Info.Red != "Xu" || r.Info.Black != "Lu" || r.Result != game.RedWins {
		t.Errorf("in small letters: %+v, %v", r, err)
	}
	if f, err := Open([]byte(wxfFile + "\n" + wxfFile)); err != nil || f.Len() != 2 || f.Heading(1).Info.Red != "Xu Yinchuan" || f.Heading(1).Result != game.RedWins {
		t.Errorf("two games: %+v, %v", f, err)
	}
	if _, err := Read([]byte("START{\n1. C2=5 R1=2 2. H2+3\n}END")); err == nil {
		t.Error("an illegal move was read")
	}
}
