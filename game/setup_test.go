package game

import (
	"errors"
	"testing"

	"pgregory.net/rapid"
)

// A setup of a position is that position, and a setup has the same limits as a
// text.
func TestSetup(t *testing.T) {
	for _, fen := range []string{StartFEN, "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1",
		"r1bak1b1r/4a4/n1c1C1n1c/p7p/2p3p2/4P4/P1P3P1P/1CN3N2/9/R1BAKABR1 b - - 0 1"} {
		p, err := ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		s := p.Setup()
		q, err := s.Position()
		if err != nil || q != p {
			t.Errorf("%s becomes %s, %v", fen, q.FEN(), err)
		}
	}
	at := func(text string) Square {
		s, err := ParseSquare(text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	king, rook, pawn := NewPiece(Red, King), NewPiece(Red, Rook), NewPiece(Red, Pawn)
	for _, c := range []struct {
		put   map[string]Piece
		turn  Color
		fault Fault
		side  Color
		role  Role
		at    string
	}{
		{nil, Red, NoKing, Red, NoRole, ""},
		{map[string]Piece{"e0": king}, Red, NoKing, Black, NoRole, ""},
		{map[string]Piece{"e0": king, "e1": king}, Red, TwoKings, Red, NoRole, ""},
		{map[string]Piece{"e5": king}, Red, KingOutside, Red, King, "e5"},
		{map[string]Piece{"e0": king, "e9": NewPiece(Black, King)}, Red, KingsFacing, Red, NoRole, ""},
		{map[string]Piece{"e0": king, "d9": NewPiece(Black, King), "d4": rook}, Red, LeftInCheck, Red, NoRole, ""},
		{map[string]Piece{"e0": king, "d9": NewPiece(Black, King), "b0": pawn}, Red, CannotBeThere, Red, Pawn, "b0"},
		{map[string]Piece{"e0": king, "d9": NewPiece(Black, King), "b0": rook, "c0": rook, "a0": rook}, Red, TooMany, Red, Rook, ""},
	} {
		s := Setup{Turn: c.turn}
		for text, m := range c.put {
			s.Board[at(text)] = m
		}
		_, err := s.Position()
		var e *FENError
		if !errors.As(err, &e) || e.Fault != c.fault || e.Side != c.side || e.Role != c.role || c.at != "" &&
			e.At != at(c.at) {
			t.Errorf("%v: %+v, want %v", c.put, e, c.fault)
		}
	}
}

// Any setup is a position or has a fault that its text has as well.
func TestSetupAgreesWithFEN(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Setup{Turn: Color(rapid.IntRange(0, 1).Draw(t, "turn"))}
		for range rapid.IntRange(0, 20).Draw(t, "pieces") {
			m := NewPiece(Color(rapid.IntRange(0, 1).Draw(t, "side")), Role(rapid.IntRange(1, 7).Draw(t, "role")))
			s.Board[rapid.IntRange(0, Squares-1).Draw(t, "at")] = m
		}
		draft := s.Unchecked()
		p, err := s.Position()
		q, other := ParseFEN(draft.FEN())
		if (err == nil) != (other == nil) || err == nil && p != q {
			t.Fatalf("%s: %v, as text %v", draft.FEN(), err, other)
		}
	})
}
