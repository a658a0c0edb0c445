package finish

import (
	"slices"
	"strings"
	"testing"

	"yeye/game"
)

// named holds the ends of games between characters, and constructions for
// shapes that those did not play. Each was checked by eye against its shape.
var named = []struct {
	blow  Pattern
	fen   string
	moves string
}{
	{Stalemate, "9/7R1/5k3/C4C3/4P4/6P2/P1P6/N3R3N/4A4/2BAK4 w - - 5 27", "h8e8"},
	{Stalemate, "2bak1b2/3ra4/n7n/p3p1p1p/9/9/4c4/2p1BK3/4r4/9 b - - 1 32", "d8d2"},
	{FlankedRook, "3a1k2C/4a2R1/6C2/9/9/9/9/9/1r7/4K4 w - - 0 1", "g7g9"},
	{DoubleCannon, "r2ak1Cc1/4a4/b1n3c2/p5p2/7n1/2P6/P3P1PCP/N4R2N/4A4/2B1KAB1R w - - 1 16", "h3h9"},
	{DoubleCannon, "3a1R3/4k4/3R1C3/6p2/p3C3p/9/P1P1P1N2/N8/4A4/2B1KAB2 w - - 3 25", "f7e7"},
	{CannonBehindHorse, "2ba1abr1/1R7/5k2n/2n1C4/2p2N3/9/P7P/4C1N2/9/2BAKAB2 w - - 7 23", "e2f2"},
	{CannonBehindHorse, "3a1a1n1/4k2r1/n7b/2c5R/2N6/4C4/2P1P1P1P/1C2B4/9/2BAKA1NR w - - 1 18", "c5e6"},
	{SmotheredPalace, "r1b1kab2/4a4/n3c1n1r/p3p1C1p/9/6B2/P1P1N1P1P/N6C1/9/1R1AKAB1R w - - 1 10", "g6g9"},
	{HeavenAndEarth, "3ak3C/4a4/b8/8n/2p1p3p/5p3/3r4c/4C4/4A4/2BAK1BR1 w - - 0 23", "h0h9"},
	{IronBolt, "4ka3/C2Ra4/4b4/4CR3/2b2P3/9/8p/7r1/4r4/2BK1ABc1 w - - 0 38", "d8d9"},
	{IronBolt, "3a1a1r1/9/bR2bk1c1/8p/2p3p2/P1P1c4/2N5P/4C3B/4Ar1n1/2BAK4 b - - 1 27", "f1f0"},
	{HollowCannon, "1R1aka2r/3R4n/8b/4C4/p3P1b1p/9/P5N1P/B1N6/9/3AKAB2 w - - 3 21", "b9d9"},
	{TwoHorses, "3a1ab2/9/3k5/nCN5p/9/6p1P/5N3/4B4/4A4/2BAK3c w - - 8 46", "f3e5"},
	{TwoHorses, "2bak1b2/4a2N1/9/9/4N4/9/9/9/1r7/4K4 w - - 0 1", "e5f7"},
	{OctagonalHorse, "3k5/4P4/5N3/9/9/9/9/4B4/4AC3/p3KAB2 w - - 15 60", "e8d8"},
	{CornerHorse, "4ka3/4a4/3R5/3C4p/p1p1N4/2P1R4/3r4P/2c1B4/4K4/2B2A3 w - - 10 31", "e5f7"},
	{SpringHorse, "2baka3/9/4N4/9/9/9/9/4R4/r8/3K5 w - - 0 1", "e7c8"},
	{ElbowHorse, "C1bakcR2/4a4/n7N/8p/2C6/6P2/P1P1P3P/N3B4/1R7/3AKAB2 w - - 1 24", "i7g8"},
	{ElbowHorse, "2bk1ab2/2N6/9/9/4p4/1R7/9/9/9/4K4 w - - 0 1", "b4d4"},
	{Broadsword, "C3ka3/4a4/4b4/2p6/6b1p/2P6/P1N2R2P/2n6/4A2r1/2B1KAB1c b - - 15 38", "h1e1"},
	{AnglerHorse, "2bakaR2/9/n5N2/p1p1p3p/3P2p2/2P6/3r2P1P/4B3N/4A4/2B1KA3 w - - 1 21", "g9f9"},
	{HighAnglerHorse, "3a1k3/6R2/2n2a3/p5N2/2p1C3p/P1P3P2/8P/8N/4A4/4K4 w - - 1 36", "g8g9"},
	{HighAnglerHorse, "9/9/4k4/9/9/9/4r1n2/1R7/9/5K3 b - - 27 126", "e3e0"},
	{ThreeRooks, "2b1k1b2/4aP1R1/9/3R5/9/9/9/9/1r7/5K3 w - - 0 1", "f8e8"},
	{Dagger, "2b1k1b2/4a4/4P4/9/9/9/5R3/3R5/r8/4K4 w - - 0 1", "e7e8"},
	{TwoDevils, "2b1k1b2/3P1P3/9/9/9/9/9/9/1r7/5K3 w - - 0 1", "f8e8"},
	{BuddhaHome, "2ba1kb2/4a4/5P3/5R2p/9/2N1C4/1r2P4/4B1r2/4A4/3AK4 w - - 12 39", "f7f8"},
	{OldSoldier, "R2P1kb2/7R1/9/9/9/9/9/9/1r7/4K4 w - - 0 1", "d9e9"},
	{MoonFromTheSea, "4k4/9/5R2b/9/9/9/9/5K3/4p4/4r4 b - - 29 85", "e0f0"},
	{AlternatingRooks, "4Rn3/3k5/8b/1C4p2/2p1P1b1p/9/P1P3P1P/N8/R8/2BAKABN1 w - - 5 25", "a1d1"},
	{FacingKings, "3k5/3rR4/9/9/9/9/9/9/4K4/9 w - - 4 127", "e8e9"},
	{SmotheredMate, "3kcab2/3n5/9/N8/9/9/9/9/9/4K4 w - - 0 1", "a6c7"},
	{SmotheredMate, "5r2C/4ak3/5a3/9/8R/9/9/9/1r2A4/R3KA3 w - - 36 107", "i5i8"},
	{QuietRookAndHorse, "3a5/6N2/5k3/9/9/4R4/9/9/1r7/4K4 w - - 0 1", "e4e5 b1a1 e5f5"},
	// Positions without a name: not the end, no quiet move, an unnamed shape.
	{"", game.StartFEN, "h2e2"},
	{"", "3a5/6N2/5k3/9/4R4/9/9/9/r8/4K4 w - - 0 1", "e5f5"},
	{"", "2bk5/4R4/9/N5C1C/9/9/P3P3P/9/3p3N1/2BAKAB1R w - - 3 27", "a6c7"},
	{"", "4k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1", "i0i9"},
}

func parse(t testing.TB, fen, text string) (game.Position, []game.Move) {
	t.Helper()
	p, err := game.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	var moves []game.Move
	for _, f := range strings.Fields(text) {
		m, err := game.ParseMove(f)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
	}
	return p, moves
}

// changed returns a position and moves with every point replaced by another.
func changed(t testing.TB, p game.Position, moves []game.Move, swap bool,
	to func(game.Square) game.Square) (game.Position, []game.Move) {
	t.Helper()
	was := p.Setup()
	now := game.Setup{Turn: was.Turn}
	if swap {
		now.Turn = was.Turn.Other()
	}
	for s, piece := range was.Board {
		if swap && piece != game.NoPiece {
			piece = game.NewPiece(piece.Color().Other(), piece.Role())
		}
		now.Board[to(game.Square(s))] = piece
	}
	q, err := now.Position()
	if err != nil {
		t.Fatal(err)
	}
	var all []game.Move
	for _, m := range moves {
		all = append(all, game.NewMove(to(m.From()), to(m.To())))
	}
	return q, all
}

func TestNamedPositions(t *testing.T) {
	for _, c := range named {
		p, moves := parse(t, c.fen, c.moves)
		if got := Of(p, moves); got != c.blow {
			t.Errorf("%s %s: %q, want %q", c.fen, c.moves, got, c.blow)
		}
		q, mirrored := changed(t, p, moves, false, game.Square.Mirror)
		if got := Of(q, mirrored); got != c.blow {
			t.Errorf("%s %s, left and right changed: %q, want %q", c.fen, c.moves, got, c.blow)
		}
		q, other := changed(t, p, moves, true, game.Square.Turned)
		if got := Of(q, other); got != c.blow {
			t.Errorf("%s %s, colors changed: %q, want %q", c.fen, c.moves, got, c.blow)
		}
	}
}

// also are the shapes that positions of named have besides the one that names them, by their FEN. No position has any
// other.
var also = map[string][]Pattern{
	"3a1k2C/4a2R1/6C2/9/9/9/9/9/1r7/4K4 w - - 0 1":                        {DoubleCannon},
	"3a1R3/4k4/3R1C3/6p2/p3C3p/9/P1P1P1N2/N8/4A4/2B1KAB2 w - - 3 25":      {HollowCannon},
	"3a1a1n1/4k2r1/n7b/2c5R/2N6/4C4/2P1P1P1P/1C2B4/9/2BAKA1NR w - - 1 18": {HollowCannon},
	"4ka3/C2Ra4/4b4/4CR3/2b2P3/9/8p/7r1/4r4/2BK1ABc1 w - - 0 38":          {FacingKings},
	"1R1aka2r/3R4n/8b/4C4/p3P1b1p/9/P5N1P/B1N6/9/3AKAB2 w - - 3 21":       {AlternatingRooks},
	"2bak1b2/4a2N1/9/9/4N4/9/9/9/1r7/4K4 w - - 0 1":                       {CornerHorse},
	"2baka3/9/4N4/9/9/9/9/4R4/r8/3K5 w - - 0 1":                           {ElbowHorse},
	"C1bakcR2/4a4/n7N/8p/2C6/6P2/P1P1P3P/N3B4/1R7/3AKAB2 w - - 1 24":      {SmotheredMate},
	"C3ka3/4a4/4b4/2p6/6b1p/2P6/P1N2R2P/2n6/4A2r1/2B1KAB1c b - - 15 38":   {AnglerHorse},
	"9/9/4k4/9/9/9/4r1n2/1R7/9/5K3 b - - 27 126":                          {FacingKings},
	"2b1k1b2/4aP1R1/9/3R5/9/9/9/9/1r7/5K3 w - - 0 1":                      {Dagger, FacingKings},
	"2b1k1b2/4a4/4P4/9/9/9/5R3/3R5/r8/4K4 w - - 0 1":                      {BuddhaHome, FacingKings},
	"2b1k1b2/3P1P3/9/9/9/9/9/9/1r7/5K3 w - - 0 1":                         {FacingKings},
	"4k4/9/5R2b/9/9/9/9/5K3/4p4/4r4 b - - 29 85":                          {FacingKings},
}

func TestNoOtherShape(t *testing.T) {
	for _, c := range named {
		p, moves := parse(t, c.fen, c.moves)
		e, ended := analyze(p, moves)
		for _, o := range patterns {
			want := o.blow == c.blow || slices.Contains(also[c.fen], o.blow)
			if got := ended && o.holds(e); got != want {
				t.Errorf("%s %s: %s %v", c.fen, c.moves, o.blow, got)
			}
		}
	}
}

func TestEveryBlowHasAPosition(t *testing.T) {
	for _, b := range All() {
		if !slices.ContainsFunc(named, func(c struct {
			blow  Pattern
			fen   string
			moves string
		}) bool {
			return c.blow == b
		}) {
			t.Errorf("%s has no position", b)
		}
	}
	if n := len(All()); n != 26 {
		t.Errorf("%d blows, want the 26 of the collection (one of its 27 rows is another name)", n)
	}
}

func TestIllegalMovesHaveNoName(t *testing.T) {
	p, moves := parse(t, named[0].fen, "h8e8 e8e9")
	if got := Of(p, moves); got != "" {
		t.Errorf("a move after the end: %q", got)
	}
	if got := Of(p, []game.Move{game.NewMove(0, 1)}); got != "" {
		t.Errorf("an illegal move: %q", got)
	}
	if got := Of(p, nil); got != "" {
		t.Errorf("no move: %q", got)
	}
}

func BenchmarkOf(b *testing.B) {
	p, moves := parse(b, "C3ka3/4a4/4b4/2p6/6b1p/2P6/P1N2R2P/2n6/4A2r1/2B1KAB1c b - - 15 38", "h1e1")
	b.ReportAllocs()
	for b.Loop() {
		Of(p, moves)
	}
}
