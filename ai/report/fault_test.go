package report

import (
	"testing"

	"yeye/game"
)

// Pieces that are exchanged for their like leave two pawns over, of which the one is lost late: that is no piece that can simply be
// taken.
func TestExchangesAreNotOnePiecesFault(t *testing.T) {
	for _, c := range []struct{ name, fen, played, better, reply string }{
		{"the horses go, and a pawn for a pawn", "1nbak2nr/1R2a2R1/4b4/1N2p3p/6p1c/3pP3P/r5N2/C3B4/9/2BAKA3 w - - 17 20", "i4i5",
			"b6c8 e9f9 g3h5", "a3g3 b8b9 g3f3 d0e1 h9f8 i5i6 i9i6 b6c8"},
		{"horse and pawn for cannon and pawn", "1nbakab1r/6nR1/4c4/p3p1p1p/2p6/9/P1P3P1c/2N1B3C/4N1C2/3AKAB2 b - - 1 12", "c5c4",
			"g8f6 e1g2 i3i5", "h8g8 c4c3 g8b8 c3c2 e1c2 e7e8 g1i1 i3i1"},
	} {
		p, err := game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		played, err := game.ParseMove(c.played)
		if err != nil {
			t.Fatal(err)
		}
		before := game.NewGame(p, game.Asian)
		after := before.Clone()
		if err := after.Play(played); err != nil {
			t.Fatal(err)
		}
		var here, next Place
		for text, line := range map[string]*Line{c.better: &here.Line, c.reply: &next.Line} {
			if err := line.UnmarshalText([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		if f := fault(before, after, played, &here, &next); f.Kind != Loses {
			t.Errorf("%s: %v %+v", c.name, f.Kind, f)
		}
	}
}
