package puzzle_test

import (
	"slices"
	"strings"
	"testing"

	"yeye/ai/puzzle"
)

func read(t *testing.T, kind puzzle.Kind, fen, line string) puzzle.Puzzle {
	t.Helper()
	p, err := puzzle.Parse(strings.Join([]string{string(kind), fen, line, "0", "0"}, "\t"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestThemes has solutions with themes that must be found and others that must not.
func TestThemes(t *testing.T) {
	for _, c := range []struct {
		kind      puzzle.Kind
		fen, line string
		is, isNot string
	}{
		{puzzle.Win, "2b1k1b2/3Ra4/n8/p1p1p1p1p/4r4/2P6/P6rP/5R3/3K5/2BA1A3 w", "f2f8 e5d5 d8d5", "mating-threat wins-rook answers-check middle-game", "fork sacrifice exchange quiet"},
		{puzzle.Win, "2bakaR2/C3n4/9/1C6p/1np2R3/9/2r6/B1N6/9/3AKABrc b", "i0g0 g9g0 h0g0", "counter-mate parries-mate sacrifice", "quiet double-check answers-check"},
		{puzzle.Mate, "r4k3/4R4/2N1b4/2p5p/p6n1/4p2NP/c1r6/4B4/9/2BAKAR2 w", "g0g8 c3f3 e8f8 f9e9 g8g9", "mate3 finish.diao_yu_ma mating-threat", "mate2 wins-rook draw"},
		{puzzle.Mate, "2ba1k2C/1c2a4/2n1b4/4n2RN/4C4/9/6r1P/4R3B/1N3r3/2BAK4 b", "f1f0 e0e1 g3g1", "mate2 finish.shuang_che_cuo", "clearance king-helps"},
		{puzzle.Mate, "3aka3/9/8b/5c2p/4p4/8P/3n5/2R6/3K1p3/5r3 b", "f1e1 d1d2 f0f2", "clearance pawn ending", "king opening"},
		{puzzle.Mate, "2bk1a3/4a4/b8/9/9/6B2/9/3A2r2/2nK5/9 b", "g2g4 d1d0 g4g1", "finish.kun_bi ending", "pawn"},
		{puzzle.Save, "4kab1r/7R1/3nb4/p7p/2nR4r/4p4/2p3C2/8N/4A4/c3KAB2 w", "d5i5 i6i5 g3i3", "exchange draw", "wins-rook takes-defender"},
		{puzzle.Mate, "6b2/3k5/7Rn/9/p2r3Cp/6R2/9/4B1N2/4A4/2B1KA3 w", "g4g8 d8d9 g8g9 d9d8 h7h8 i7g8 g9g8 d8d7 g8g7", "mate5 check-and-capture", "discovered-check fork"},
		{puzzle.Mate, "3R2b2/3ck4/4b4/9/p5pP1/9/9/5A3/2np2r2/3AK1BR1 b", "d1e1 e0f0 g1f1", "discovered-check double-check pawn", "quiet"},
		{puzzle.Mate, "rn1a1a3/5k3/4C1NRb/p8/5cp2/2P1C4/P3r4/4N4/9/R1BAKAB2 w", "e4f4 f5f0 h7h8 f8f7 g7f5", "discovered-check sacrifice finish.ma_hou_pao", "double-check ending"},
		{puzzle.Mate, "2bk1ab2/9/n2a5/C2N5/2p1N4/9/P1c1P2r1/3RB4/4A4/2B1KA3 w", "d6f7 h3h8 d2d7 h8d8 d7d8", "discovered-attack clearance finish.ba_jiao_ma", "fork counter-check"},
		{puzzle.Save, "3k5/9/8b/4R3c/9/9/8r/9/9/3AKAB2 b", "i3d3", "parries-mate draw ending", "counter-check exchange"},
		{puzzle.Mate, "2b1k4/4a4/9/9/9/6B2/9/B2K5/2p1Ap1c1/5A3 b", "e8d7 e1d0 h1h8 d0e1 h8d8", "mating-threat quiet king-helps finish.bai_lian_jiang", "sacrifice pin"},
		// A horse between two rooks, with check and without; a rook behind the king, which has to leave the line.
		{puzzle.Win, "4k4/9/9/1r3r3/4N4/9/9/9/9/3K5 w", "e5d7 e9e8 d7b6", "check-and-capture wins-rook", "fork quiet skewer"},
		{puzzle.Win, "5k3/9/9/1r3r3/4N4/9/9/9/9/4K4 w", "e5d7 f6f1 d7b6", "fork wins-rook", "check-and-capture quiet"},
		{puzzle.Win, "3ar4/9/4k4/9/9/9/9/R8/9/5K3 w", "a2e2 e7d7 e2e9", "skewer wins-rook", "fork discovered-check"},
	} {
		themes := read(t, c.kind, c.fen, c.line).Themes()
		for want := range strings.FieldsSeq(c.is) {
			if !slices.Contains(themes, puzzle.Theme(want)) {
				t.Errorf("%s %s: not %s: %v", c.fen, c.line, want, themes)
			}
		}
		for not := range strings.FieldsSeq(c.isNot) {
			if slices.Contains(themes, puzzle.Theme(not)) {
				t.Errorf("%s %s: %s: %v", c.fen, c.line, not, themes)
			}
		}
	}
}
