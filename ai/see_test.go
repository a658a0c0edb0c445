package ai

import (
	"testing"

	"yeye/game"
)

func TestGains(t *testing.T) {
	rook, horse, cannon, pawn, advisor := exchangeValue[game.Rook], exchangeValue[game.Horse],
		exchangeValue[game.Cannon], exchangeValue[game.Pawn], exchangeValue[game.Advisor]
	for _, c := range []struct {
		name, fen, move string
		worth           Score // the exact gain of the exchange
	}{
		{"a free pawn", "4k4/9/9/4p4/9/9/9/4R4/9/3K5 w - - 0 1", "e2e6", pawn},
		{"a pawn covered by a horse", "4k4/3n5/9/4p4/9/9/9/4R4/9/3K5 w - - 0 1", "e2e6", pawn - rook},
		{"a horse for a covered pawn", "4k4/3n5/9/4p4/9/3N5/9/9/9/3K5 w - - 0 1", "d4e6", pawn - horse},
		{"two rooks against one defender", "4k4/3n5/9/4p4/9/9/4R4/4R4/9/3K5 w - - 0 1", "e3e6", pawn - rook + horse},
		{"a cannon needs its screen", "5k3/4a4/9/4n4/9/4P4/9/4C4/9/3K5 w - - 0 1", "e2e6", horse},
		{"a king may take what nobody covers", "3k5/3R5/9/9/9/9/9/9/9/4K4 b - - 0 1", "d9d8", rook},
		{"an advisor for a pawn next to the king", "3ak4/4P4/9/9/9/9/9/9/9/3K5 b - - 0 1", "d9e8", pawn},
		{"the king covers against a cannon", "3ak4/4P4/9/9/4P4/9/9/4C4/9/3K5 b - - 0 1", "d9e8", pawn},
		{"covered by a cannon behind a screen", "3a1k3/4P4/9/9/4P4/9/9/4C4/9/3K5 b - - 0 1", "d9e8", pawn - advisor},
		{"covered by an advisor that a rook ties", "4k4/4a4/3n5/9/9/3RR4/9/9/9/5K3 w - - 0 1", "d4d7", horse},
		{"covered by an advisor that is a cannon's second screen", "4k4/4a4/3n5/9/4P4/3R5/9/9/4C4/5K3 w - - 0 1", "d4d7", horse},
		{"the king may not take and face the other", "4k4/R3a4/9/9/9/9/9/9/9/4K4 w - - 0 1", "a8e8", advisor},
		{"a quiet move into a pawn's reach", "3k5/9/9/4p4/9/9/9/9/C8/4K4 w - - 0 1", "a1a5", 0},
		{"a quiet move of a cannon before a pawn", "3k5/9/9/p8/9/9/9/9/C8/4K4 w - - 0 1", "a1a5", -cannon},
	} {
		g := position(t, c.fen)
		m, err := game.ParseMove(c.move)
		if err != nil || !g.Position().IsLegal(m) {
			t.Fatalf("%s: %s is not legal in %s", c.name, c.move, c.fen)
		}
		if !seeGE(g.Position(), m, c.worth) {
			t.Errorf("%s: gains less than %d", c.name, c.worth)
		}
		if seeGE(g.Position(), m, c.worth+1) {
			t.Errorf("%s: gains more than %d", c.name, c.worth)
		}
	}
}
