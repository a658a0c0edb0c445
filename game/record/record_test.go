package record

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	uni "golang.org/x/text/encoding/unicode"
	"pgregory.net/rapid"

	"yeye/game"
	"yeye/game/notation"
)

// The start of the game as dpxq.com writes it.
const dpxqStart = "8979695949392919097717866646260600102030405060708012720323436383"

func TestBinit(t *testing.T) {
	p := game.Start()
	if got := binit(&p); got != dpxqStart {
		t.Errorf("binit = %s, want %s", got, dpxqStart)
	}
	board, err := readBinit(dpxqStart)
	if err != nil || board != p.Setup().Board {
		t.Errorf("read back: %v, %v", board, err)
	}
}

const sampleICCS = `[Game "Chinese Chess"]
[Event "Club \"Green\" evening"]
[Site "?"]
[Date "2026.11.20"]
[Round "1"]
[Red "Xu"]
[Black "Lü"]
[Result "1/2-1/2"]
[Format "ICCS"]

1. H2-E2 {the centre} H9-G7
2. H0-G2 (2. B0-C2 I9-H9 (2... B9-C7!?) 3. A0-B0) 2... I9-H9 1/2-1/2

[Game "Chinese Chess"]
1. C3-C4
`

func TestReadPGN(t *testing.T) {
	r, err := Read([]byte(sampleICCS))
	if err != nil {
		t.Fatal(err)
	}
	if r.Info.Event != `Club "Green" evening` || r.Info.Black != "Lü" || r.Result != game.Draw {
		t.Errorf("info %+v, result %s", r.Info, r.Result)
	}
	if got := WriteUCI(r); got != "position startpos moves h2e2 h9g7 h0g2 i9h9\n" {
		t.Error(got)
	}
	if r.Line[0].Comment != "the centre" || len(r.Line[2].Variations) != 1 ||
		len(r.Line[2].Variations[0][1].Variations) != 1 {
		t.Errorf("tree %+v", r.Line)
	}
}

// The same four moves in the form of other files.
func TestSameGame(t *testing.T) {
	const want = "position startpos moves h2e2 h9g7 h0g2 i9h9\n"
	gbk, _ := simplifiedchinese.GBK.NewEncoder().String(
		"[Game \"Chinese Chess\"]\n[Red \"许银川\"]\n\n  1. 炮二平五　马８进７\n  2. 马二进三　车９平８\n*\n")
	big5, _ := traditionalchinese.Big5.NewEncoder().String(
		"[Red \"許銀川\"]\n[Format \"Chinese\"]\n1. 炮二平五 馬8進7 2. 馬二進三 車9平8 *")
	utf16, _ := simplifiedchinese.GBK.NewDecoder().String(gbk)
	for name, text := range map[string]string{
		"WXF":             "[Format \"WXF\"]\n1. C2=5 H8+7 2. H2+3 R9=8",
		"WXF dots":        "[Format \"WXF\"]\n1. C2.5 h8+7 2. H2+3 r9.8 1-0",
		"Chinese":         utf16,
		"GBK":             gbk,
		"Big5":            big5,
		"BOM":             "\xef\xbb\xbf[Format \"ICCS\"]\n1.H2-E2 H9-G7 2.H0-G2 I9-H9",
		"western":         "[White \"a\"]\n[Variant \"xiangqi\"]\n\n1. h3e3 h10g8 2. h1g3 i10h10",
		"short":           "[White \"a\"]\n[Variant \"Xiangqi\"]\n\n1. Che3 Hg8 2. Hg3 Rh10 *",
		"ideographic":     "1、 炮二平五 马8进7 2、 马二进三 车9平8",
		"wide numbers":    "１． 炮二平五 马８进７ ２． 马二进三 车９平８",
		"wide brackets":   "１） 炮二平五 马８进７ ２） 马二进三 车９平８",
		"brackets":        "1) h2e2 h9g7 2)h0g2 i9h9",
		"hyphened tag":    "[Game-Type \"x\"]\n[Red \"a\"]\n1. h2e2 h9g7 2. h0g2 i9h9",
		"star":            "1. h2e2 h9g7 2. h0g2 i9h9 * 1. h2e2 h9g7",
		"bullets":         "* 1. h2e2 h9g7 \n * 2. h0g2 i9h9",
		"a result within": "1. h2e2 (1. b2e2 b9c7 1-0) 1... h9g7 2. h0g2 i9h9 *",
		"no format":       "1. h3e3 h10g8 2. h1g3 i10h10",
		"WinBoard":        "[Variant \"xiangqi\"]\n1. Che2 Hg7 2. Hg2 Rh9 *",
		"WinBoard long":   "[Variant \"xiangqi\"]\n1. h2e2 h9g7 2. h0g2 i9h9",
		"WinBoard dashed": "[Variant \"xiangqi\"]\n1. H2-E2 H9-G7 2. H0-G2 I9-H9",
		"UCI":             "position startpos moves h2e2 h9g7 h0g2 i9h9",
		"UCI 1-10":        "position startpos moves h3e3 h10g8 h1g3 i10h10",
		"UCI fen":         "position fen " + game.StartFEN + " moves h2e2 h9g7 h0g2 i9h9",
		"moves":           "h2e2 h9g7 h0g2 i9h9",
		"startpos":        "startpos moves h2e2 h9g7 h0g2 i9h9\n",
		"DhtmlXQ":         "hello\n[DhtmlXQ]\n[DhtmlXQ_title]x[/DhtmlXQ_title]\n[DhtmlXQ_binit]" + dpxqStart + "[/DhtmlXQ_binit]\n[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]\n[/DhtmlXQ]",
		"as line 0":       "[DhtmlXQ][DhtmlXQ_move_0_1_0]7747706279678070[/DhtmlXQ_move_0_1_0][/DhtmlXQ]",
		"no binit":        "[DhtmlXQ][DhtmlXQ_binit][/DhtmlXQ_binit][DhtmlXQ_movelist]7747 7062 7967 8070[/DhtmlXQ_movelist][/DhtmlXQ]",
	} {
		r, err := Read([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := WriteUCI(r); got != want {
			t.Errorf("%s: %s", name, got)
		}
		if name == "a result within" && r.Result != game.Ongoing {
			t.Errorf("%s: the game's result is %s", name, r.Result)
		}
		if (name == "GBK" && r.Info.Red != "许银川") || (name == "Big5" && r.Info.Red != "許銀川") {
			t.Errorf("%s: Red is %q", name, r.Info.Red)
		}
	}
}

// Text is decoded whatever it is about, with the characters that have no width; binary files are not.
func TestDecode(t *testing.T) {
	const want = "[Variant \"揭棋\"]\n1. 炮二平五=马 马8进7=卒\n"
	gbk, _ := simplifiedchinese.GBK.NewEncoder().String(want)
	little, _ := uni.UTF16(uni.LittleEndian, uni.UseBOM).NewEncoder().String(want)
	big, _ := uni.UTF16(uni.BigEndian, uni.IgnoreBOM).NewEncoder().String(want)
	for name, data := range map[string]string{"UTF-8": want, "UTF-8 with a mark": "\ufeff" + want, "GBK": gbk,
		"UTF-16": little, "UTF-16 without a mark": big} {
		if got, ok := Decode([]byte(data)); !ok || got != want {
			t.Errorf("%s: %q, %t", name, got, ok)
		}
	}
	if got, ok := Decode([]byte("a\u200bb")); !ok || got != "a\u200bb" {
		t.Errorf("without width: %q, %t", got, ok)
	}
	for name, data := range map[string]string{"XQF": string(WriteXQF(New(game.Start()))),
		"PNG": "\x89PNG\r\n\x1a\n\x00\x00", "too large": strings.Repeat(" ", MaxSize+1)} {
		if got, ok := Decode([]byte(data)); ok {
			t.Errorf("%s: %d bytes", name, len(got))
		}
	}
}

// A damaged byte spoils no more than its character, in whatever encoding the rest is.
func TestDamagedText(t *testing.T) {
	const text = "[Red \"许银川\"]\n[Black \"胡荣华\"]\n\n1. 炮二平五 马8进7 {%} 2. 马二进三 车9平8\n"
	gbk, _ := simplifiedchinese.GBK.NewEncoder().String(text)
	for name, data := range map[string]string{
		"one byte":         strings.Replace(text, "%", "\xff", 1),
		"half a character": strings.Replace(text, "%", "\xe5\xa5", 1),
		"in a name":        strings.Replace(text, "银", "银\xff", 1),
		"cut off":          text + "{好"[:3], "little text": "1. 炮二平五 {\x80}",
		"names alone": "[Red \"许银川\xe5\"]\n\n1. h2e2", "Vietnamese": "1. Pháo 2 bình 5 Mã 8 tiến 7 {\xe1}",
		"GBK": strings.Replace(gbk, "%", "\xff", 1),
	} {
		got, ok := Decode([]byte(data))
		r, err := Read([]byte(got))
		if name != "cut off" && (!ok || err != nil || r.Moves()[0].String() != "h2e2" || r.Info.Red != "" &&
			r.Info.Red != "许银川") {
			t.Errorf("%s: %q: %+v, %v", name, got, r, err)
		}
		if name == "cut off" && !strings.HasPrefix(got, text) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// Pawn moves without a letter are written with either way of counting ranks.
func TestShortPawnMoves(t *testing.T) {
	const want = "position startpos moves h2e2 h9g7 h0g2 i9h9 c3c4 g6g5\n"
	for name, text := range map[string]string{
		"from 0":               "1. h2e2 h9g7 2. h0g2 i9h9 3. c4 g5",
		"from 0, short pieces": "[Format \"ICCS\"]\n1. Che2 Hg7 2. Hg2 Rh9 3. c4 g5",
		"from 0, small pieces": "1. che2 hg7 2. hg2 rh9 3. c4 g5",
		"from 1":               "[Variant \"xiangqi\"]\n1. Che3 Hg8 2. Hg3 Rh10 3. c5 g6",
		"from 1, not said":     "1. h3e3 h10g8 2. h1g3 i10h10 3. c5 g6",
	} {
		if r, err := Read([]byte(text)); err != nil || WriteUCI(r) != want {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}

// A comment before a variation's first move stays with that move or, if no move
// follows, with the one that the variation replaces.
func TestCommentLeadsVariation(t *testing.T) {
	r, err := Read([]byte("{all} 1. C2=5 H8+7 ({lead} {on} H2+3 {x} R1+1 ({only})) 2. H2+3"))
	if err != nil {
		t.Fatal(err)
	}
	v := r.Line[1].Variations
	if r.Comment != "all" || len(v) != 1 || v[0][0].Comment != "lead on x" || v[0][1].Comment != "only" {
		t.Errorf("%q, %+v", r.Comment, r.Line)
	}
}

// An error names the side and number of the move, also if Black begins.
func TestRefusalCountsFromTheStart(t *testing.T) {
	const fen = "4k4/9/9/9/9/9/9/2p6/4R4/3K5 b - - 7 31"
	for _, text := range []string{
		"[FEN \"" + fen + "\"]\n31... e9f9 32. e1e4 e1e4",
		"position fen " + fen + " moves e9f9 e1e4 e1e4",
		"[DhtmlXQ][DhtmlXQ_fen]" + fen + "[/DhtmlXQ_fen][DhtmlXQ_movelist]405048454845[/DhtmlXQ_movelist][/DhtmlXQ]",
	} {
		var at *MoveError
		_, err := Read([]byte(text))
		if !errors.As(err, &at) || at.Ply != 3 || at.Number != 32 || at.Turn != game.Black {
			t.Errorf("%s: %+v", text, err)
		}
	}
}

// Chinese files give the result in words, and end with it.
func TestSaidResults(t *testing.T) {
	for said, want := range map[string]game.Result{
		"红胜": game.RedWins, "紅勝": game.RedWins, "（红方胜）": game.RedWins, "红先胜": game.RedWins,
		"黑胜": game.BlackWins, "黑勝。": game.BlackWins, "红先负": game.BlackWins, "黑先胜": game.BlackWins, "黑方先勝": game.BlackWins, "黑先负": game.RedWins, "黑先和": game.Draw,
		"和棋": game.Draw, "红先和": game.Draw, "和局！": game.Draw,
		"黑方认负": game.RedWins, "红方投子认负。": game.BlackWins, "1/2": game.Draw, "½-½": game.Draw, "0.5-0.5": game.Draw,
	} {
		text := "1. 炮二平五 马8进7 " + said + "\n\n1. 炮八平五 马2进3"
		if r, err := Read([]byte(text)); err != nil || len(r.Line) != 2 || r.Result != want {
			t.Errorf("%s: %+v, %v, want %s", said, r, err, want)
		}
	}
	for said, want := range map[string]game.Result{
		"[红胜]": game.RedWins, "【黑胜】": game.BlackWins, "(黑负)": game.RedWins, "（红方超时判负）": game.BlackWins, "双方议和": game.Draw, "和": game.Draw,
		"\n结果：红胜": game.RedWins, "\nResult: 0-1": game.BlackWins, "\nKết quả: hòa": game.Draw, "黑方超时判负": game.RedWins,
		"Red wins": game.RedWins, "Black won by resignation": game.BlackWins, "Red resigns.": game.BlackWins, "draw": game.Draw,
		"Đỏ thắng": game.RedWins, "đen thắng!": game.BlackWins, "Hòa": game.Draw, "1 - 0": game.RedWins, "０－１": game.BlackWins, "1:0": game.RedWins,
	} {
		if r, err := Read([]byte("1. 炮二平五 马8进7 " + said)); err != nil || len(r.Line) != 2 || r.Result != want {
			t.Errorf("%s: %+v, %v, want %s", said, r, err, want)
		}
	}
	if r, err := Read([]byte("1. 炮二平五 draw offered 马8进7")); err == nil {
		t.Errorf("a word within a sentence: %+v", r)
	}
	r, err := Read([]byte("[Result \"红胜\"]\n1. 炮二平五 (1. 炮八平五 黑胜) 1... 马8进7"))
	if err != nil || len(r.Line) != 2 || r.Result != game.RedWins {
		t.Errorf("in a tag: %+v, %v", r, err)
	}
	if r, err := Read([]byte("1. 炮二平五 求和")); err == nil {
		t.Errorf("talk of a draw: %+v", r)
	}
}

// If a file can be read with either count of ranks, its tags decide; if with
// neither, the error is that of the count that got further.
func TestEitherCountOfRanks(t *testing.T) {
	const both = "[FEN \"4k4/9/9/9/9/9/R8/R8/9/3K5 w\"]\n1. a3b3"
	for text, want := range map[string]string{both: "a3b3", "[Variant \"xiangqi\"]\n" + both: "a2b2"} {
		if r, err := Read([]byte(text)); err != nil || r.Moves()[0].String() != want {
			t.Errorf("%s: %+v, %v, want %s", text, r, err, want)
		}
	}
	for text, want := range map[string]int{
		"1. h2e2 h9g7 2. h0h5":                           3,
		"[Variant \"xiangqi\"]\n1. h2e2 h9g7 2. h0h5":    3,
		"1. h3e3 h10g8 2. h1h6":                          3,
		"[Variant \"xiangqi\"]\n1. h3e3 h10g8 2. h1h6":   3,
		"[Variant \"xiangqi\"]\n[Format \"ICCS\"]\nh3e3": 1,
	} {
		var at *MoveError
		if r, err := Read([]byte(text)); !errors.As(err, &at) || at.Ply != want {
			t.Errorf("%s: %+v, %v, want half-move %d", text, r, err, want)
		}
	}
}

// A name in PGN may look like another format.
func TestNameOfAnotherFormat(t *testing.T) {
	r := New(game.Start())
	r.Info.Red = "[DhtmlXQ_binit]9[/DhtmlXQ_binit]"
	again, err := Read([]byte(WritePGN(r, notation.Coordinates)))
	if err != nil || again.Info.Red != r.Info.Red {
		t.Errorf("%+v, %v", again, err)
	}
}

func TestDhtmlXQResults(t *testing.T) {
	for text, want := range map[string]game.Result{
		"红胜": game.RedWins, "紅方勝": game.RedWins, "红先胜": game.RedWins, "1-0": game.RedWins,
		"黑胜": game.BlackWins, "红先负": game.BlackWins, "先負": game.BlackWins, "0-1": game.BlackWins,
		"黑先胜": game.BlackWins, "黑方先勝": game.BlackWins, "黑先负": game.RedWins, "黑先和": game.Draw,
		"和棋": game.Draw, "红先和": game.Draw, "1/2-1/2": game.Draw, "未知": game.Ongoing, "": game.Ongoing,
		"红胜（黑不愿和）": game.RedWins, "黑认负": game.RedWins, "红方投子认输": game.BlackWins, "½-½": game.Draw,
	} {
		for range 20 {
			if got := findResult(text); got != want {
				t.Fatalf("%q: %s, want %s", text, got, want)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":      "  \n",
		"prose":        "good morning everybody",
		"illegal":      "1. h2e2 h2e2",
		"unclosed":     "1. h2e2 {what",
		"open square":  "1. h2e2 [what h9g7",
		"two squares":  "1. h2e2 [what h9g7\n2. h0g2 [x] i9h9",
		"late square":  "1. h2e2 [" + strings.Repeat("what ", maxRemark) + "] h9g7",
		"no line":      "(1. h2e2)",
		"open line":    "1. h2e2 (1. b2e2",
		"two kings":    "[FEN \"3kk4/9/9/9/9/9/9/9/9/4K4 w\"]\n1. e0e1",
		"deep":         "1. h2e2 " + strings.Repeat("(1. h2e2 ", 100),
		"odd digits":   "[DhtmlXQ][DhtmlXQ_movelist]774[/DhtmlXQ_movelist]",
		"bad binit":    "[DhtmlXQ][DhtmlXQ_binit]12[/DhtmlXQ_binit]",
		"letters":      "[DhtmlXQ][DhtmlXQ_movelist]abcd[/DhtmlXQ_movelist]",
		"huge":         strings.Repeat(" ", MaxSize+1),
		"UCI illegal":  "position startpos moves h2e2 h2e2",
		"UCI rubbish":  "position what",
		"DhtmlXQ none": "[DhtmlXQ]",
	} {
		if r, err := Read([]byte(text)); err == nil {
			t.Errorf("%s: read as %+v", name, r)
		}
	}
}

// Of a FEN whose counters are wrong, the side to move is kept.
func TestSideOfFENWithWrongCounters(t *testing.T) {
	for _, tail := range []string{"b - - 0 0", "b - - x 1", "b KQkq - 0 1", "B - - 0 1 end"} {
		for _, text := range []string{
			"[Game \"Chinese Chess\"]\n[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 " + tail + "\"]\n\n*\n",
			"<ChineseChessRecord><Head><FEN>3k5/9/9/9/9/9/9/9/9/4K4 " + tail + "</FEN></Head><MoveList><Move value=\"00-00\" end=\"1\"/></MoveList></ChineseChessRecord>",
		} {
			r, err := Read([]byte(text))
			if err != nil || r.Start.Turn() != game.Black {
				t.Errorf("%s: %v, %v", text, r, err)
			}
		}
	}
	// A side that cannot be to move gives way to the other.
	r, err := Read([]byte("[FEN \"3k5/9/9/9/9/9/9/9/3R5/4K4 w - - 0 1\"]\n\n*\n"))
	if err != nil || r.Start.Turn() != game.Black {
		t.Errorf("Black in check: %v, %v", r, err)
	}
}

// Some board programs number moves from 0 in the positions that are pasted from them.
func TestPastedFENThatBeginsWithMoveZero(t *testing.T) {
	const fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 "
	for _, text := range []string{fen + "0", "fen " + fen + "0", "position fen " + fen + "0 moves h9g7"} {
		r, err := Read([]byte(text))
		if err != nil || r.Start.FEN() != fen+"1" {
			t.Errorf("%s: %v, %v", text, r, err)
		}
	}
}

func TestDamagedBinit(t *testing.T) {
	for name, binit := range map[string]string{
		"cut off":          dpxqStart[:len(dpxqStart)-2],
		"no point":         "0a" + dpxqStart[2:],
		"two on one point": dpxqStart[2:4] + dpxqStart[2:],
	} {
		var damaged *Damaged
		_, err := Read([]byte("[DhtmlXQ][DhtmlXQ_binit]" + binit +
			"[/DhtmlXQ_binit][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]"))
		if !errors.As(err, &damaged) || damaged.Format != DhtmlXQ {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTruncatedDhtmlXQ(t *testing.T) {
	for text, ply := range map[string]int{
		"[DhtmlXQ_movelist]77475[/DhtmlXQ_movelist]": 2,
		"[DhtmlXQ_movelist]77[/DhtmlXQ_movelist]":    1,
	} {
		var at *MoveError
		if _, err := Read([]byte("[DhtmlXQ]" + text)); !errors.Is(err, ErrTruncated) || !errors.As(err, &at) ||
			at.Ply != ply {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Variations are attached to the half-move that they replace, counted from 1.
func TestDhtmlXQVariations(t *testing.T) {
	r, err := Read([]byte(`[DhtmlXQ]
[DhtmlXQ_red]红方[/DhtmlXQ_red]
[DhtmlXQ_result]红先胜[/DhtmlXQ_result]
[DhtmlXQ_movelist]774772427967706289798081[/DhtmlXQ_movelist]
[DhtmlXQ_move_0_2_1]124279671022[/DhtmlXQ_move_0_2_1]
[DhtmlXQ_move_1_4_3]7062[/DhtmlXQ_move_1_4_3]
[DhtmlXQ_move_9_4_7]7062[/DhtmlXQ_move_9_4_7]
[DhtmlXQ_comment0]begin||here[/DhtmlXQ_comment0]
[DhtmlXQ_comment2]列炮?[/DhtmlXQ_comment2]
[DhtmlXQ_comment1_2]顺炮?[/DhtmlXQ_comment1_2]
[/DhtmlXQ]`))
	if err != nil {
		t.Fatal(err)
	}
	v := r.Line[1].Variations
	if len(r.Line) != 6 || len(v) != 1 || len(v[0]) != 3 || v[0][0].Move.String() != "b7e7" ||
		len(v[0][2].Variations) != 1 {
		t.Errorf("tree %+v", r.Line)
	}
	if r.Comment != "begin\nhere" || r.Line[1].Comment != "列炮?" || v[0][0].Comment != "顺炮?" {
		t.Errorf("comments %q %q %q", r.Comment, r.Line[1].Comment, v[0][0].Comment)
	}
	if r.Result != game.RedWins || r.Info.Red != "红方" {
		t.Errorf("%s, %+v", r.Result, r.Info)
	}
}

func TestGame(t *testing.T) {
	r, err := Read([]byte(sampleICCS))
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Game(game.Asian)
	if err != nil || g.Ply() != 4 {
		t.Fatalf("%d plies, %v", g.Ply(), err)
	}
	if d := cmp.Diff(FromGame(g).Moves(), r.Moves()); d != "" {
		t.Error(d)
	}
	r.Line[1].Move = game.NewMove(0, 1)
	if _, err := r.Game(game.Asian); err == nil {
		t.Error("an illegal move was played")
	}
}

// drawRecord plays random moves with variations and comments.
func drawRecord(t *rapid.T) *Record {
	fens := []string{game.StartFEN, "4k4/9/9/9/9/9/9/2p6/4R4/3K5 b - - 7 31",
		"2ba3r1/9/3ak4/9/2b6/1p7/1p5r1/1p7/1p2A4/1p1K5 w - - 0 1"}
	start, err := game.ParseFEN(rapid.SampledFrom(fens).Draw(t, "start"))
	if err != nil {
		t.Fatal(err)
	}
	words := rapid.StringMatching(`[a-z车馬"\\ ]{0,12}`)
	r := New(start)
	r.Comment = cleanComment(words.Draw(t, "comment"))
	for _, tag := range tags {
		*tag.field(&r.Info) = cleanName(words.Draw(t, tag.pgn))
	}
	r.Result = game.Result(rapid.IntRange(0, 3).Draw(t, "result"))
	var line func(p game.Position, depth int) []Ply
	line = func(p game.Position, depth int) (plies []Ply) {
		for range rapid.IntRange(0, 8).Draw(t, "plies") {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			ply := Ply{Move: rapid.SampledFrom(moves).Draw(t, "move"), Comment: cleanComment(words.Draw(t, "note"))}
			if depth < 3 && rapid.IntRange(0, 4).Draw(t, "branch") == 0 {
				if v := line(p, depth+1); len(v) > 0 {
					ply.Variations = append(ply.Variations, v)
				}
			}
			p.Do(ply.Move)
			plies = append(plies, ply)
		}
		return
	}
	r.Line = line(start, 0)
	return r
}

func same(a, b *Record) string {
	return cmp.Diff(a, b, cmp.Comparer(func(x, y game.Position) bool { return x.FEN() == y.FEN() }))
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRecord(t)
		for _, f := range []notation.Family{notation.Coordinates, notation.WXF, notation.Chinese, notation.Traditional,
			notation.Vietnamese} {
			text := WritePGN(r, f)
			got, err := Read([]byte(text))
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			if d := same(r, got); d != "" {
				t.Fatalf("%s\n%s", text, d)
			}
		}
		r.Info.TimeControl, r.Info.Termination = "", "" // only PGN has them
		text := WriteDhtmlXQ(r)
		got, err := Read([]byte(text))
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if d := same(r, got); d != "" {
			t.Fatalf("%s\n%s", text, d)
		}
		got, err = Read([]byte(WriteUCI(r)))
		if err != nil || got.Start.FEN() != r.Start.FEN() || !slices.Equal(got.Moves(), r.Moves()) {
			t.Fatalf("UCI: %v", err)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(sampleICCS))
	f.Add([]byte("position startpos moves h2e2"))
	f.Add([]byte("[DhtmlXQ][DhtmlXQ_binit]" + dpxqStart +
		"[/DhtmlXQ_binit][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_move_0_1_1]7242[/DhtmlXQ_move_0_1_1]"))
	f.Add([]byte("\xff\xfe[\x00"))
	f.Add([]byte("1. C2=5 (1. \xa4"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Read(data)
		if err != nil {
			return
		}
		for _, text := range []string{WritePGN(r, notation.WXF), WritePGN(r, notation.Traditional), WriteDhtmlXQ(r),
			WriteUCI(r)} {
			again, err := Read([]byte(text))
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			if d := cmp.Diff(r.Moves(), again.Moves()); d != "" {
				t.Fatalf("%s in\n%s", d, text)
			}
		}
	})
}

// Text in UTF-16 without its byte order mark is text, and a misspelt move on a
// line of its own is no remark.
func TestUnmarkedText(t *testing.T) {
	for name, order := range map[string]uni.Endianness{"little": uni.LittleEndian, "big": uni.BigEndian} {
		data, err := uni.UTF16(order,
			uni.IgnoreBOM).NewEncoder().Bytes([]byte("[Red \"许银川\"]\n\n1. 炮二平五 马8进7 2. 车一进一\n"))
		if err != nil {
			t.Fatal(err)
		}
		if r, err := Read(data); err != nil || len(r.Line) != 3 || r.Info.Red != "许银川" {
			t.Errorf("%s endian: %+v, %v", name, r, err)
		}
	}
	for _, text := range []string{"1. 炮二平五\n马8进王\n2. 马二进三", "1. 炮二平五 马8进7\n黑车九平八\n2. 马二进三",
		"1. 炮二平五 马8进7\n2. 马二王三 车9平8\n3. 车一平二",
		"1. 炮二平五 马8进7\n马二王三（正着） 车9平8\n3. 车一平二", "1. 炮二平五 马8进7\n2. 马二进三\n马七进八王 车9平8\n3. 车一平二"} {
		if r, err := Read([]byte(text)); err == nil {
			t.Errorf("%q: %+v", text, r)
		}
	}
}
