package puzzle_test

import (
	"slices"
	"strings"
	"testing"

	"yeye/ai/puzzle"
	"yeye/game"
)

func read(t *testing.T, kind puzzle.Kind, fen, line string) puzzle.Puzzle {
	t.Helper()
	p, err := puzzle.Parse(strings.Join([]string{string(kind), fen, line, "0", "0"}, "\t"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// solutions have themes that must be found and others that must not.
var solutions = []struct {
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
	{puzzle.Win, "5k3/9/9/1r3r3/4N4/9/9/9/9/4K4 w", "e5d7 f6f1 d7b6", "fork wins-rook", "check-and-capture quiet free"},
	{puzzle.Win, "3ar4/9/4k4/9/9/9/9/R8/9/5K3 w", "a2e2 e7d7 e2e9", "skewer wins-rook", "fork discovered-check"},
	// The same horse with one rook to attack, and where it can be taken.
	{puzzle.Win, "5k3/9/9/1r6p/4N4/9/9/9/9/4K4 w", "e5d7 i6i5 d7b6", "wins-rook", "fork check-and-capture"},
	{puzzle.Win, "3r1k3/9/9/1r3c3/4N4/9/9/9/9/4K4 w", "e5d7 f6f1 d7b6", "wins-rook", "fork trapped"},
	// A horse leaves the rook's file, and stands beside it.
	{puzzle.Win, "4k4/2c6/9/9/2N6/9/2R6/9/9/3K5 w", "c5a4 e9e8 c3c8", "discovered-attack wins-cannon clearance", "discovered-check fork pin"},
	{puzzle.Win, "4k4/2c6/9/9/3N5/9/2R6/9/9/3K5 w", "d5f4 e9e8 c3c8", "wins-cannon", "discovered-attack clearance wins-rook"},
	{puzzle.Save, "2bakab2/9/3cc3n/p3p4/6p2/2PC4C/P2nP1P1P/4r4/3RAN3/2BAK4 w", "d1d3 d7d3 c0e2", "discovered-attack sacrifice wins-horse draw", "wins-rook opening pin"},
	{puzzle.Mate, "3ak1bnr/4a4/4b4/p3C1p1p/2p6/9/c1P1nR2P/N1C1B4/4A4/2BAK4 w", "c2c5 g9i7 c5c9", "mate2 finish.men_gong pin", "skewer wins-horse mating-threat"},
	{puzzle.Mate, "4ka3/4a4/r1n1b4/p8/8p/3R3p1/Pn2c3P/4C3N/4N4/2BAKAB2 b", "b3d4 c0a2 d4b3 a2c0 b3c1", "pin mating-threat finish.wo_cao_ma", "double-check king"},
	{puzzle.Mate, "2bk1a3/4a4/4b4/p7p/6P2/3r4P/P8/8C/1n2Ar3/3AKNB2 b", "d4d0 e1d0 b1d2", "sacrifice deflection finish.gua_jiao_ma", "attraction exchange clearance"},
	{puzzle.Mate, "3rka3/4aP1R1/2c1b1R2/p4N2p/3np4/7C1/r8/4B4/4A4/2BAK4 w", "f8e8 f9e8 h8e8 e9f9 h4f4", "deflection clearance pawn", "attraction king-helps takes-defender"},
	{puzzle.Mate, "3ak1b2/4a4/4b4/p6R1/3nC4/r5p2/6c2/9/3rR4/3AKAB2 b", "d1d0 e0d0 a4a0 d0d1 d5c3 d1d2 a0a2", "sacrifice attraction", "deflection exchange"},
	{puzzle.Mate, "5a1r1/3k5/3aP4/9/9/4R4/9/4K4/9/9 w", "e7d7 d8d7 e4d4", "attraction king-helps finish.bai_lian_jiang", "deflection counter-mate king"},
	{puzzle.Mate, "2Raka1r1/9/4N2cn/p1p6/9/P1PN3R1/4P1r2/4B3C/9/3AKAB2 w", "h4e4 f9e8 e7c8 e9f9 e4e8 i7h5 c9d9", "takes-defender mating-threat finish.wo_cao_ma", "attraction trapped"},
	{puzzle.Mate, "1r1akr3/4a4/1R7/9/2p1R4/9/9/4C3C/4A4/3K1AB2 w", "b7b9 f9f0 e1f0 e9f9 e5e8 c5c4 b9d9", "takes-defender answers-check finish.shuang_che_cuo", "parries-mate counter-check"},
	{puzzle.Mate, "4c4/4R4/3k2P2/2N5p/9/5p3/P5n1P/9/4K4/3r5 w", "e8d8", "answers-check counter-check finish.hai_di_lao_yue", "parries-mate mating-threat"},
	{puzzle.Save, "2bak1b1r/4a4/r1n5n/p5R1p/9/9/c1P3c1P/N3C1NC1/9/2BAKAB1R b", "g3e3", "answers-check counter-check draw", "counter-mate sacrifice"},
	{puzzle.Mate, "3k1a3/4P1P2/9/9/9/1R7/9/4K4/2r5n/9 b", "c1c2 e2e1 i1g0 e1e0 c2c0", "parries-mate counter-mate ending", "answers-check mating-threat"},
	{puzzle.Save, "3aka1R1/5R3/4b4/6r1p/2p3c2/4N4/3rP4/4B4/4A4/4KAB1c b", "d9e8", "parries-mate quiet", "counter-mate king"},
	{puzzle.Win, "rnbaka2r/9/2c1b1n2/p3p1p1p/2p6/4P4/PcP3P1P/N1C3C1N/9/R1BAKAB1R w", "a0b0 b9a7 b0b3", "trapped wins-cannon opening", "wins-horse takes-defender middle-game"},
	{puzzle.Mate, "4kc2R/6R2/C8/9/1r4p2/9/8P/4B4/n3A4/2B1KA3 w", "g8f8 e9d9 i9f9", "trapped pin mating-threat", "deflection opening"},
	{puzzle.Win, "1rbak4/4a3r/2n3n1b/p5C1p/4p1p2/2P6/P3P1PcP/1c2R1NC1/4N4/2BAKAB1R w", "e2b2", "wins-cannon", "wins-rook wins-horse opening"},
	{puzzle.Save, "2baka3/9/4c3R/p7p/9/1r1NP4/6P1P/4B1N1C/4A4/c1BAK4 b", "b4d4", "wins-horse draw", "wins-cannon ending"},
	{puzzle.Mate, "2baka3/9/4N4/9/9/9/9/4R4/r8/3K5 w", "e7c8", "discovered-check double-check finish.ba_huang_ma", "discovered-attack pin draw"},
	{puzzle.Win, "5a3/P1P2k3/9/n8/9/2r6/9/3K4R/9/9 b", "c4c2 d2d1 c2i2", "skewer wins-rook", "check-and-capture wins-cannon discovered-attack"},
	{puzzle.Save, "1n1R1a3/1r3k3/3RC1n2/p3p1p1p/8P/1r4P2/P8/3CB4/9/3AKA3 b", "f9e8 d9g9 e8d7", "fork wins-rook draw middle-game", "skewer ending"},
	{puzzle.Win, "4kab2/4a4/b8/2R1p4/3r5/2P6/9/4r4/4A4/3AKR3 b", "e9d9", "king mating-threat ending", "draw pawn middle-game"},
	{puzzle.Save, "1rba1ab1r/5k3/n4cN2/2p1n1p1p/9/8P/2P6/2N2C3/4A4/R1B1KAB1R b", "f8e8", "answers-check king draw middle-game", "opening parries-mate"},
	{puzzle.Win, "1rbakab1r/9/n5nc1/p3C1C1p/2p6/6P2/P3P3c/N8/9/R1BAKABNR w", "e6e4", "mating-threat opening", "quiet draw"},
	// A rook that nobody guards, and one that is taken back; a free piece with more to find behind it.
	{puzzle.Win, "9/9/3k1a3/9/9/8r/9/3A4R/3K5/5A3 b", "i4i2", "free ending", "fork quiet"},
	{puzzle.Win, "5a3/4k4/3a2P2/5C3/9/9/9/3A1c3/4A4/3K5 w", "e1f2", "free ending", "pin"},
	{puzzle.Win, "5k3/9/9/1r3r3/4N4/9/9/9/9/4K4 w", "e5d7 f6f1 d7b6", "fork", "free"},
	{puzzle.Win, "2bakab2/9/1Rn1c4/2p3p1p/9/r1Pn2P2/4P3P/N3C4/9/2BAKABN1 b", "d4e2 g0e2 e7b7", "exchange wins-rook", "deflection pawn"},
}

func TestThemes(t *testing.T) {
	for _, c := range solutions {
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

// TestEveryThemeHasSolutions keeps two solutions of each theme and two that it must not be found in.
func TestEveryThemeHasSolutions(t *testing.T) {
	for _, theme := range puzzle.AllThemes() {
		is, isNot := 0, 0
		for _, c := range solutions {
			if slices.Contains(strings.Fields(c.is), string(theme)) {
				is++
			}
			if slices.Contains(strings.Fields(c.isNot), string(theme)) {
				isNot++
			}
		}
		if is < 2 || isNot < 2 {
			t.Errorf("%s: %d solutions that have it, %d that have not", theme, is, isNot)
		}
	}
}

func TestPhase(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      puzzle.Theme
	}{
		{"the start", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", puzzle.Opening},
		{"a rook gone", "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", puzzle.MiddleGame},
		{"two horses gone", "r1bakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", puzzle.Opening},
		{"three horses gone", "r1bakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w", puzzle.MiddleGame},
		{"three at home", "r1bakab2/8r/1cn1c1n2/p1p1p1p1p/9/9/P1P1P1P1P/2N1C1NC1/R7R/2BAKAB2 w", puzzle.Opening},
		{"two at home", "r1bakab2/8r/2n1c1n2/pcp1p1p1p/9/9/P1P1P1P1P/2N1C1NC1/R7R/2BAKAB2 w", puzzle.MiddleGame},
		{"five pieces", "3k5/9/4c4/9/9/9/9/9/9/RN2KN2R w", puzzle.MiddleGame},
		{"four pieces", "3k5/9/9/9/9/4p4/9/9/9/RN2KN2R w", puzzle.Ending},
	} {
		p, err := game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := puzzle.Phase(&p); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
