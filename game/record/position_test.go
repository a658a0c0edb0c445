package record

import (
	"errors"
	"strings"
	"testing"

	"yeye/game"
)

const startRows = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"

// wideRune is a character of ASCII as wide as Chinese ones.
func wideRune(r rune) rune {
	if r > ' ' && r < 0x7f {
		return r + 0xfee0
	}
	return r
}

// A position is found and read in every dress, with the moves behind it in any notation.
func TestReadPosition(t *testing.T) {
	fen := func(rows, tail string) string { return rows + " " + tail }
	for text, want := range map[string]string{ // of the last position
		startRows:                                                 fen(startRows, "w - - 0 1"),
		startRows + " w 0 1":                                      fen(startRows, "w - - 0 1"),
		startRows + " w - 0 1":                                    fen(startRows, "w - - 0 1"),
		startRows + " w - - 0 1;":                                 fen(startRows, "w - - 0 1"),
		startRows + " W - - 4 7":                                  fen(startRows, "w - - 4 7"),
		startRows + " r":                                          fen(startRows, "w - - 0 1"),
		startRows + " R - - 0 0":                                  fen(startRows, "w - - 0 1"),
		startRows + " B":                                          fen(startRows, "b - - 0 1"),
		startRows + " b KQkq - 3 9":                               fen(startRows, "b - - 3 9"),
		startRows + " white":                                      fen(startRows, "w - - 0 1"),
		startRows + " 黑先":                                         fen(startRows, "b - - 0 1"),
		startRows + "[] b - - 0 1":                                fen(startRows, "b - - 0 1"),
		"`" + startRows + " b`":                                   fen(startRows, "b - - 0 1"),
		"**" + startRows + "** b":                                 fen(startRows, "b - - 0 1"),
		"FEN: " + startRows + " b - - 0 1":                        fen(startRows, "b - - 0 1"),
		strings.ReplaceAll(startRows, "1", "１") + " b":            fen(startRows, "b - - 0 1"), // digits of an input method
		strings.ReplaceAll(startRows, "/", "/\u200b") + " b":      fen(startRows, "b - - 0 1"),
		"\u200e" + startRows + "\u200b b":                         fen(startRows, "b - - 0 1"),
		"Position:\n" + startRows + " b - - 0 1":                  fen(startRows, "b - - 0 1"),
		"局面：" + startRows + " b - - 0 1":                          fen(startRows, "b - - 0 1"),
		"fen=" + startRows + "_b_-_-_0_1":                         fen(startRows, "b - - 0 1"),
		"position fen " + startRows + " b - - 0 1":                fen(startRows, "b - - 0 1"),
		"What would you play (" + startRows + " b - - 2 5) here?": fen(startRows, "b - - 2 5"),
		"look at " + startRows + ", Red wins in 2.":               fen(startRows, "w - - 0 1"),
		"http://www.chessdb.cn/query/?" + startRows + "_b":        fen(startRows, "b - - 0 1"),
		"https://www.pychess.org/analysis/xiangqi?fen=" + startRows + "_b_-_-_0_1":                 fen(startRows, "b - - 0 1"),
		"https://www.pychess.org/analysis/xiangqi/" + startRows + "%20b%20-%20-%203%205":           fen(startRows, "b - - 3 5"),
		"see https://xiangqiai.com/#/" + startRows + "+b+-+-+0+1 and tell me":                      fen(startRows, "b - - 0 1"),
		"https://x.example/a?b=c&fen=" + strings.ReplaceAll(startRows, "/", "%2F") + "%20b&flip=1": fen(startRows, "b - - 0 1"),

		startRows +
			" w - - 0 1 moves h2e2 h9g7": "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",
		startRows +
			" w h2e2 h9g7": "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",
		startRows +
			" w - - 0 1 moves h3e3 h10g8": "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",
		startRows +
			" w - - 0 1\n1. 炮二平五 马8进7": "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",
		startRows +
			" w - - 0 1 C2=5 H8+7": "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",
		startRows +
			" w 1. P2-5 M8.7": "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",
		startRows +
			" w - - 0 1 Pháo 2 bình 5 Mã 8 tiến 7": "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",
		startRows +
			" b 1... h9g7": "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 1 2",
		"FEN: " + startRows + " w\nand then 炮二平五, what now?":                             "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
		"https://x.example/#fen=" + startRows + "_w_-_-_0_1&moves=h2e2,h9g7":             "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",
		"https://x.example/#" + startRows + "%20w%20-%20-%200%201%20moves%20h2e2%20h9g7": "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",

		startRows + " 黑走":                                            fen(startRows, "b - - 0 1"),
		startRows + " (b)":                                           fen(startRows, "b - - 0 1"),
		startRows + ", b - - 3 9":                                    fen(startRows, "b - - 3 9"),
		startRows + "\nblack":                                        fen(startRows, "b - - 0 1"),
		startRows + " đen đi":                                        fen(startRows, "b - - 0 1"),
		startRows + " 轮到黑方走":                                         fen(startRows, "b - - 0 1"),
		startRows + " it's black's turn":                             fen(startRows, "b - - 0 1"),
		startRows + " side: black":                                   fen(startRows, "b - - 0 1"),
		"https://x.example/?fen=" + startRows + "&turn=b":            fen(startRows, "b - - 0 1"),
		"[this](https://x.example/?fen=" + startRows + "_b_-_-_0_1)": fen(startRows, "b - - 0 1"),
		"Black to move: " + startRows:                                fen(startRows, "b - - 0 1"),
		"黑先：\n" + startRows:                                          fen(startRows, "b - - 0 1"),
		"黑先，红方能和吗？\n" + startRows + " w":                             fen(startRows, "w - - 0 1"),
		startRows + " can black hold?":                               fen(startRows, "w - - 0 1"),
		// Red has just given check
		"4k4/9/4R4/9/9/9/9/9/9/3K5": fen("4k4/9/4R4/9/9/9/9/9/9/3K5", "b - - 0 1"),

		strings.ReplaceAll(startRows, "/", " / ") + " b":         fen(startRows, "b - - 0 1"),
		strings.ReplaceAll(startRows, "/", "/\n") + " b - - 3 9": fen(startRows, "b - - 3 9"),
		strings.ReplaceAll(startRows, "/", "|") + " b":           fen(startRows, "b - - 0 1"),
		strings.Map(wideRune, startRows+" b"):                    fen(startRows, "b - - 0 1"),
	} {
		r, err := ReadPosition(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if p := r.Position(); p.FEN() != want {
			t.Errorf("%q:\n%s, want\n%s", text, p.FEN(), want)
		}
	}
}

// A wrong position is refused with its reason, in every dress, and so is a wrong move behind a position.
func TestReadPositionRefuses(t *testing.T) {
	for text, want := range map[string]game.Fault{
		"4k4/9/9/9/9/9/9/9/9/4K4 w":                                             game.KingsFacing,
		"What of 3k5/9/9/9/9/4B4/9/9/9/4K4 w - - 0 1 then?":                     game.CannotBeThere,
		"FEN: 9/9/9/9/9/9/9/9/9/4K4 w - - 0 1":                                  game.NoKing,
		"https://x.example/?fen=3k5/9/9/9/9/9/9/9/RRR6/4K4_w":                   game.TooMany,
		startRows + " x - - 0 1":                                                game.WrongTail,
		"4k4/9/4R4/9/9/9/9/9/9/3K5 w":                                           game.LeftInCheck,
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w":       game.WrongRows,
		"rnbgkgbnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBGKGBNR w":         game.NotAPiece,
		"RNBAKABNR/9/1C5C1/P1P1P1P1P/9/9/p1p1p1p1p/1c5c1/9/rnbakabnr w":         game.UpsideDown,
		"`rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/RNBAKABNR w`":         game.WrongRows,
		"position: rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C2/9/RNBAKABNR": game.WrongRow,
	} {
		_, err := ReadPosition(text)
		var fault *game.FENError
		if !errors.As(err, &fault) || fault.Fault != want {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, ply := range map[string]int{
		startRows + " w - - 0 1 moves h2e2 h2e2": 2,
		startRows + " b\n1. h2e2 h9g7":           1,
	} {
		_, err := ReadPosition(text)
		var wrong *MoveError
		if !errors.As(err, &wrong) || wrong.Ply != ply {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"} {
		if _, err := ReadPosition(text); !errors.Is(err, ErrWesternChess) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, want := range map[string]game.Fault{"no position": game.NoBoard,
		"https://play.xiangqi.com/game/abcdef": game.NoBoard, "4k4/9 w": game.WrongRows} {
		var fault *game.FENError
		if _, err := ReadPosition(text); !errors.As(err, &fault) || fault.Fault != want {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"a/b/c/d/e/f/g/h/i/j/k", "https://a/b/c/d/e/f/g/h/i/j/k", "1/2/3/4/5/6/7/8/9/10",
		"no position"} {
		var fault *game.FENError
		if _, err := ReadPosition(text); !errors.As(err, &fault) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// The names above a position are kept, and a game with a position within its remarks is still that game.
func TestPositionAmongNames(t *testing.T) {
	r, err := Read([]byte("红方：许银川\n黑方：吕钦\nFEN: " + startRows + " w - - 0 1\n1. 炮二平五 马8进7"))
	if err != nil || r.Info.Red != "许银川" || r.Info.Black != "吕钦" || len(r.Line) != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	r, err = Read([]byte("1. 炮二平五 马8进7 {" + startRows + " b}"))
	if err != nil || len(r.Line) != 2 {
		t.Errorf("%+v, %v", r, err)
	}
}

// A text may have several positions, each with its moves; an address may repeat the one it is for.
func TestSeveralPositions(t *testing.T) {
	const one, other = "4k4/9/9/9/R8/9/9/9/9/3K5 w", "4k4/9/9/9/8R/9/9/9/9/3K5 b"
	f, err := Open([]byte("1) " + one + "\na5e5 e9f9\n2) https://x.example/?fen=" + strings.ReplaceAll(other, " ",
		"_") + "\n3) 4k4/9/9/9/9/9/9/9/9/4K4 w"))
	if err != nil || f.Len() != 3 {
		t.Fatalf("%+v, %v", f, err)
	}
	if r, err := f.Game(0); err != nil || len(r.Line) != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := f.Game(1); err != nil || r.Start.FEN() != other+" - - 0 1" {
		t.Errorf("%+v, %v", r, err)
	}
	var fault *game.FENError
	if r, err := f.Game(2); !errors.As(err, &fault) || fault.Fault != game.KingsFacing {
		t.Errorf("%+v, %v", r, err)
	}
	if f, err := Open([]byte("[" + one + "](https://x.example/?fen=" + strings.ReplaceAll(one, " ",
		"_") + ")")); err != nil || f.Len() != 1 {
		t.Errorf("%+v, %v", f, err)
	}
}

// Of several positions none is taken in silence. One that is written twice, as addresses and captions do, is one.
func TestReadPositionOnly(t *testing.T) {
	const other = "3ak4/9/9/9/6P2/9/9/9/9/3K5"
	for text, count := range map[string]int{
		startRows + " b\n" + other + " w":                                        2,
		"1) " + startRows + " b 2) " + other + " w 3) " + other + " b":           3,
		startRows + " w - - 0 1 moves h2e2 " + other:                             2,
		startRows + " b, and then 4k4/9/9/9/9/9/9/9/9/4K4 w":                     2, // the second is no position
		"https://x.example/?fen=" + startRows + "_b and " + other:                2,
		startRows + " b " + startRows + " b":                                     0,
		"https://x.example/" + startRows + "_b fen: " + startRows + " b - - 0 1": 0,
		startRows + " b " + startRows + " w":                                     2,
	} {
		_, err := ReadPosition(text)
		var several *SeveralError
		if errors.As(err, &several); count == 0 && err != nil || count > 0 && (several == nil || several.Count != count) {
			t.Errorf("%q: %v, want %d", text, err, count)
		}
	}
	var fault *game.FENError
	if _, err := ReadPosition("4k4/9/9/9/9/9/9/9/9/4K4 w " + startRows + " b"); !errors.As(err, &fault) {
		t.Errorf("the first of two is wrong: %v", err)
	}
}
