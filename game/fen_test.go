package game

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestParseFEN(t *testing.T) {
	for text, want := range map[string]string{
		StartFEN: StartFEN,
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR":                StartFEN,
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r":              StartFEN,
		"rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w":              StartFEN,
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR[] w - - 0 1":    StartFEN,
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR_w_-_-_0_1":      StartFEN,
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR%20w%20-%20-":    StartFEN,
		"  rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR  w - - - -  ": StartFEN,
		"3k5/111111111/9/9/9/9/9/9/9/4K4 b - - 17 42":                                "3k5/9/9/9/9/9/9/9/9/4K4 b - - 17 42",
	} {
		p, err := ParseFEN(text)
		if err != nil || p.FEN() != want {
			t.Errorf("%q: %q, %v", text, p.FEN(), err)
		}
	}
}

// The counters of a game that begins with high ones are read back as they are written.
func TestHighCounters(t *testing.T) {
	p, err := ParseFEN("3k5/9/9/9/9/9/9/9/9/R3K4 b - - 32767 32767")
	if err != nil {
		t.Fatal(err)
	}
	for range 4 {
		p.Do(p.LegalMoves(nil)[0])
		if q, err := ParseFEN(p.FEN()); err != nil || !q.Same(&p) {
			t.Errorf("%s: %v", p.FEN(), err)
		}
	}
}

func TestRefusedFEN(t *testing.T) {
	for text, says := range map[string]string{
		"":                                       "it is empty",
		"3k5/9/9":                                "the board has 3 rows, not 10",
		"3k6/9/9/9/9/9/9/9/9/4K4 w":              "row 1 from the top (\"3k6\") has 10 points, not 9",
		"3k4/9/9/9/9/9/9/9/9/4K4 w":              "row 1 from the top (\"3k4\") has 8 points, not 9",
		"3k5/9/9/9/9/9/9/9/9/4Q4 w":              "'Q' is not a piece",
		"3k5/9/9/9/9/9/9/9/9/4G4 w":              "'G' is not a piece",
		"3k5/9/9/9/9/9/9/9/9/4帅4 w":              "'帅' is not a piece",
		"3k5/0/9/9/9/9/9/9/9/4K4 w":              "'0' is not a piece",
		"3k5/9/9/9/9/9/9/9/9/9 w":                "red has no king",
		"3kk4/9/9/9/9/9/9/9/9/3K5 w":             "black has two kings",
		"3k5/9/9/9/9/9/4K4/9/9/9 w":              "the red king on e3 is outside its palace",
		"3k5/9/9/9/9/9/9/9/9/A3K4 w":             "a red advisor can never stand on a0",
		"3k5/9/9/9/9/9/9/9/9/B3K4 w":             "a red elephant can never stand on a0",
		"3k5/9/9/9/9/9/9/P8/9/4K4 w":             "a red pawn can never stand on a2",
		"3k5/9/9/9/9/9/1P7/9/9/4K4 w":            "a red pawn can never stand on b3",
		"3k5/9/9/9/9/9/9/RRR6/9/4K4 w":           "red has 3 rooks, at most 2 are possible",
		"3k5/9/PPPPPP3/9/9/9/9/9/9/4K4 w":        "red has 6 pawns, at most 5 are possible",
		"4k4/9/9/9/9/9/9/9/9/4K4 w":              "the two kings face each other on an open file",
		"3k5/9/9/9/9/9/9/3R5/9/4K4 w":            "it is red's turn while the black king is in check",
		"3k5/9/9/9/9/9/9/9/9/4K4 x":              "the side to move is \"x\", not w or b",
		"3k5/9/9/9/9/9/9/9/9/4K4 w KQ - 0 1":     "\"KQ\" stands where xiangqi has only a dash",
		"3k5/9/9/9/9/9/9/9/9/4K4 w - - x 1":      "\"x\" is not a count of moves",
		"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 0":      "moves are numbered from 1",
		"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 what": "\"what\" stands after its end",
		strings.Repeat("9", 300):                 "it is longer than any position",
	} {
		_, err := ParseFEN(text)
		var e *FENError
		if !errors.As(err, &e) || e.Reason != says {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}

// FuzzParseFEN: every accepted text is a position that can be written and read
// back, with the legal moves of the slow rules.
func FuzzParseFEN(f *testing.F) {
	f.Add(StartFEN)
	f.Add("3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 118 80")
	f.Add("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r")
	f.Add("4k4/9/9/9/9/9/9/9/9/4K4 w")
	r := rand.New(rand.NewPCG(9, 9))
	for range 5 {
		p := randomPosition(r)
		f.Add(p.FEN())
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseFEN(text)
		if err != nil {
			return
		}
		q, err := ParseFEN(p.FEN())
		if err != nil || p != q {
			t.Fatalf("%q: %q does not read back: %v", text, p.FEN(), err)
		}
		compareRules(t, &p)
	})
}

// The longest text that is read, and one byte more.
func TestLongestFEN(t *testing.T) {
	longest := StartFEN + strings.Repeat(" ", 200-len(StartFEN))
	if p, err := ParseFEN(longest); err != nil || p != Start() {
		t.Errorf("200 bytes: %v", err)
	}
	if fault := (*FENError)(nil); !errors.As(parseErr(longest+" "), &fault) || fault.Fault != TooLong {
		t.Errorf("201 bytes: %v", parseErr(longest+" "))
	}
}

func parseErr(fen string) error { _, err := ParseFEN(fen); return err }

// Some programs number moves from 0; anything else they write is read as usual.
func TestParseProgramFEN(t *testing.T) {
	board := strings.Fields(StartFEN)[0]
	for tail, want := range map[string]int{" w - - 0 0": 1, " w - - 0 1": 1, " w - - 3 7": 7, " w": 1, "": 1} {
		if p, err := ParseProgramFEN(board + tail); err != nil || p.MoveNumber() != want {
			t.Errorf("%q: move %d, %v, want %d", tail, p.MoveNumber(), err, want)
		}
	}
	for _, tail := range []string{" w - - 0 -1", " w - - 0 x", " w - - 0 0 0"} {
		if _, err := ParseProgramFEN(board + tail); err == nil {
			t.Errorf("%q is read", tail)
		}
	}
}
