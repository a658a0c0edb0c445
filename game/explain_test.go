package game

import (
	"errors"
	"testing"
)

func TestExplain(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		reason    Reason
		at, says  string
	}{
		{StartFEN, "e4e5", EmptyFrom, "-", "there is no piece on e4"},
		{StartFEN, "h9g7", WrongSide, "-", "the horse on h9 belongs to black"},
		{StartFEN, "a0a3", OwnPiece, "a3", "your own pawn stands on a3"},
		{StartFEN, "h0h3", NotItsMove, "-", "a horse does not move from h0 to h3"},
		{StartFEN, "g0g3", OwnPiece, "g3", "your own pawn stands on g3"},
		{StartFEN, "h0f1", Hobbled, "g0", "the horse on h0 is hobbled by the elephant on g0"},
		{StartFEN, "a0a4", Blocked, "a3", "the rook on a0 is blocked by the pawn on a3"},
		{StartFEN, "b2b8", Blocked, "b7", "the cannon on b2 is blocked by the cannon on b7"},
		{StartFEN, "b2b7", NoScreen, "-", "the cannon on b2 needs exactly one piece to jump to capture on b7"},
		{"3k5/9/9/p8/p8/9/C8/9/9/4K4 w", "a3a6", 0, "-", ""},
		{"3k5/r8/9/p8/p8/9/C8/9/9/4K4 w", "a3a8", ManyScreens, "-", "more than one piece stands between the cannon on a3 and a8"},
		{"3k5/9/9/9/9/9/9/4K4/9/9 w", "e2e3", OutsidePalace, "-", "the king on e2 may not leave its palace"},
		{"3k5/9/9/9/9/9/9/5A3/9/4K4 w", "f2g3", OutsidePalace, "-", "the advisor on f2 may not leave its palace"},
		{"3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4e6", AcrossRiver, "-", "an elephant may not cross the river"},
		{"3k5/9/9/9/9/2B6/3p5/9/9/4K4 w", "c4e2", Blocked, "d3", "the elephant on c4 is blocked by the pawn on d3"},
		{"3k5/9/9/9/9/4r4/9/9/4R4/4K4 w", "e1d1", IntoCheck, "e4", "that would expose your king to the rook on e4"},
		{"3k5/9/9/9/9/4r4/9/9/R8/4K4 w", "a1b1", StaysInCheck, "e4", "your king is in check by the rook on e4, and this does not parry it"},
		{"3k5/9/9/9/9/9/9/9/9/4K4 w", "e0d0", KingsFace, "d9", "the two kings would face each other"},
		{"4k4/9/9/9/9/4C4/9/9/9/4K4 w", "e4d4", KingsFace, "e9", "the two kings would face each other"},
	} {
		p := position(t, c.fen)
		m, err := ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		err = p.Explain(m)
		if c.reason == 0 {
			if err != nil {
				t.Errorf("%s %s: %v", c.fen, c.move, err)
			}
			continue
		}
		var e *IllegalMove
		if !errors.As(err, &e) || e.Reason != c.reason || e.At.String() != c.at || e.Error() != c.says || e.Move != m {
			t.Errorf("%s %s: %#v: %v, want %q", c.fen, c.move, e, err, c.says)
		}
	}
}

func TestExplainAnyValue(t *testing.T) {
	p := Start()
	for v := range 1 << 14 {
		m := Move(v)
		if (p.Explain(m) == nil) != p.IsLegal(m) {
			t.Fatalf("%d: %v, legal %v", v, p.Explain(m), p.IsLegal(m))
		}
	}
}
