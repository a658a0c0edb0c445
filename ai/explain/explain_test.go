package explain_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"yeye/ai"
	"yeye/ai/explain"
	"yeye/ai/tactics"
	"yeye/game"
)

// at sets up a position and plays the moves before the line.
func at(t testing.TB, fen, played string) *game.Game {
	t.Helper()
	p, err := game.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	g := game.NewGame(p, game.Asian)
	for _, m := range moves(t, played) {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func moves(t testing.TB, text string) (all []game.Move) {
	t.Helper()
	for _, f := range strings.Fields(text) {
		m, err := game.ParseMove(f)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}

func square(t testing.TB, text string) game.Square {
	t.Helper()
	s, err := game.ParseSquare(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Each position shows one thing, and can be checked by eye.
var named = []struct {
	name, fen, played, line string
	kind                    explain.Kind
	at, beside              string
	n                       int
}{
	{"a free horse", "5k3/9/9/9/R3n4/9/9/9/9/3K5 w - - 0 1", "", "a5e5 f9f8", explain.Wins, "e5", "", 1},
	{"a guarded horse for the rook is nothing won, and nothing else is claimed",
		"5k3/9/9/4p4/R3n4/9/9/9/9/3K5 w - - 0 20", "", "a5e5 e6e5", explain.Captures, "e5", "", 0},
	{"a pawn in two moves", "4ka3/4a4/9/9/9/9/9/8p/9/R2K5 w - - 0 20", "", "a0a2 e8d7 a2i2", explain.Wins, "i2", "", 2},
	{"a pawn far off is no reason", "4ka3/4a4/9/p8/9/9/9/9/9/3K4R w - - 0 20", "", "i0i1 a6a5 i1i2 e8d7 i2a2 d7e8 a2a5",
		explain.NoFact, "", "", 0},
	{"a cannon for the rook", "4ka3/4a4/9/9/9/r8/P8/9/9/C2K4c w - - 0 20", "", "a0a4 i0i9", explain.Wins, "a4", "", 1},
	{"a cannon for which the rook left alone falls, and comes back", "1rbakabr1/n8/6nc1/p3p1CRp/2p6/9/P1P1c1P1P/2N1C3N/9/1RBAKAB2 w - - 0 11", "",
		"c2e3 b9b0 e3c2 g9e7 c2b0 h7i7 h6h9 g7h9 g6a6 i7g7", explain.WinsMaterial, "", "", 0},
	{"a horse for which the rook that takes it falls, and another one comes back", "3ak1r2/4a4/4R1n2/4p1p1p/2p6/P8/4P3r/3AB1NR1/9/3AK1B2 w - - 0 25", "",
		"e7g7 g9g7 h2h9 e8f9 g2i3 c5c4 e2c4 g7d7", explain.WinsMaterial, "", "", 0},
	{"a rook for the horse", "4ka3/4a4/9/4r4/6p2/5N3/9/9/9/3K5 w - - 0 20", "", "f4e6 g5g4", explain.Wins, "e6", "", 1},
	{"a rook leaves the horse's leap", "4ka3/4a4/9/4r4/4p4/5N3/9/9/9/3K5 b - - 0 20", "", "e6f6 f4e6 f9e8", explain.Saves, "e6", "", 0},
	{"one of two pieces is saved", "3akabnr/4r4/nRc1b4/p1C1p1p1p/9/9/P1P1c1P1P/N5C2/9/2BAKABNR b - - 5 8", "", "c7c8 b7a7 e8d8 a3a4", explain.Saves, "c7", "", 0},
	{"a rook for a cannon, and pawns besides", "2bakabnr/4r4/n3c1c2/2p1p1p1p/R8/6P2/P1P1P3P/N1C1C1N2/4A4/2B1KAB1R w - - 0 12", "",
		"e2e6 g6g5 e6e8 f9e8 a5g5 e7d7 g2f4 h9i7", explain.WinsFor, "e8", "e2", 2},
	{"horses are exchanged", "5k3/9/9/6p2/6n2/4N4/9/9/9/3K5 w - - 0 20", "", "e4g5 g6g5", explain.Exchanges, "g5", "e4", 0},
	{"taking back", "5k3/9/9/6p2/6n2/4N4/9/9/9/3K5 w - - 0 20", "e4g5", "g6g5", explain.Recaptures, "g5", "", 0},
	{"what is taken back is not won as well", game.StartFEN, "h2e2 h7e7 e3e4 b9c7 h0g2 b7b0", "a0b0 h9g7", explain.Recaptures, "b0", "", 0},
	{"a horse checks and attacks the rook", "4k4/9/9/1N7/r8/9/9/9/9/3K5 w - - 0 20", "", "b6c8", explain.GivesCheck, "", "", 0},
	{"a horse checks and takes the rook next", "r3k4/9/9/1N7/9/9/9/9/9/5K3 w - - 0 20", "", "b6c8", explain.CheckFork, "a9", "", 0},
	{"a rook attacks two", "3k5/9/9/9/2n3c2/9/9/9/R8/5K3 w - - 0 20", "", "a1a5", explain.Threatens, "c5", "", 0},
	{"a rook that is taken at once attacks nothing", "r2k5/9/9/9/2c6/9/9/9/R8/5K3 w - - 0 20", "", "a1a5 a9a5 f0f1", explain.NoFact,
		"", "", 0},
	{"between two pieces a rook attacks both", "3k5/9/9/9/2n3c2/9/9/9/4R4/5K3 w - - 0 20", "", "e1e5", explain.Fork, "c5", "g5", 0},
	{"a rook leaves the cannon's line", "3k5/9/9/9/9/9/R3p3c/9/9/5K3 w - - 0 20", "", "a3a9", explain.Saves, "a3", "", 0},
	{"mate on the bottom rank is parried", "5k3/9/9/9/9/9/9/r7R/2r6/4K4 w - - 0 20", "", "i2a2", explain.ParriesMate, "", "", 0},
	{"the only move", "3k5/9/9/9/9/9/9/9/9/r3K4 w - - 0 20", "", "e0e1", explain.OnlyMove, "", "", 0},
	{"the cannon to the middle", game.StartFEN, "", "h2e2 h9g7", explain.Centers, "h2", "", 0},
	{"a horse comes out", game.StartFEN, "", "h0g2 g6g5", explain.Develops, "h0", "", 0},
	{"a horse protects the pawn that a cannon attacks", game.StartFEN, "a3a4 h7e7", "b0c2 h9g7", explain.Protects, "e3", "", 0},
	{"a rook gets room", "4ka3/9/9/9/9/9/8P/7NR/9/3K5 w - - 0 40", "", "i2i1 f9e8", explain.Activates, "i2", "", 0},
	{"a check whose line takes nothing", "r3k4/9/9/1N7/9/9/9/9/9/5K3 w - - 0 20", "", "b6c8 e9e8 f0f1 a9a8", explain.GivesCheck, "", "", 0},
	{"an advisor closes the palace", game.StartFEN, "", "d0e1 g6g5", explain.Develops, "d0", "", 0},
	{"a pawn crosses", "3k5/9/9/9/9/2P6/9/9/9/5K3 w - - 0 40", "", "c4c5", explain.Crosses, "c4", "", 0},
	{"a pawn that is taken at once does not cross", "3k5/9/9/4n4/9/6P2/9/9/9/5K3 w - - 0 40", "", "g4g5 e6g5 f0f1 g5e6",
		explain.NoFact, "", "", 0},
	{"a cannon on the bare middle file", "4kab2/9/9/9/9/9/9/2C6/9/3K5 w - - 0 40", "", "c2e2 f9e8", explain.HollowCannon, "c2", "", 0},
	{"a rook invades", "2bakab2/9/9/p8/9/R8/9/9/9/3K5 w - - 0 40", "", "a4b4 g9e7", explain.OpensFile, "a4", "", 0},
	{"a rook on the last ranks", "2bakab2/9/9/9/9/R8/9/9/9/3K5 w - - 0 40", "", "a4a8 c9e7", explain.Invades, "a4", "", 0},
	{"a horse comes near", "3akab2/9/9/9/9/2N6/9/9/9/3K5 w - - 0 40", "", "c4d6 f9e8", explain.Approaches, "c4", "", 0},
	{"a pawn frees the horse behind it", game.StartFEN, "h0g2 h9g7", "g3g4", explain.Frees, "g2", "", 0},
}

func TestNamedPositions(t *testing.T) {
	for _, c := range named {
		t.Run(c.name, func(t *testing.T) {
			g := at(t, c.fen, c.played)
			got := explain.Move(g, moves(t, c.line), 0)
			if len(got) == 0 || got[0].Kind != c.kind {
				t.Fatalf("%+v, want %v", got, c.kind)
			}
			if len(got) > 1 && got[0].Kind == explain.Recaptures && got[1].Kind == explain.Wins &&
				got[0].At == got[1].At {
				t.Errorf("one piece twice: %+v", got)
			}
			if c.at != "" && got[0].At != square(t, c.at) {
				t.Errorf("the piece on %v, want %s", got[0].At, c.at)
			}
			if c.beside != "" && got[0].OtherAt != square(t, c.beside) {
				t.Errorf("the other piece on %v, want %s", got[0].OtherAt, c.beside)
			}
			if c.n != 0 && got[0].N != c.n {
				t.Errorf("in %d, want %d", got[0].N, c.n)
			}
		})
	}
}

// A piece is only won if every answer to the move loses it that does not cost as much elsewhere, and if no later choice
// could save it.
func TestWonWhateverIsAnswered(t *testing.T) {
	for _, c := range []struct {
		name, fen, line, also string
		kind                  explain.Kind
	}{
		{"a cannon that is given up for time", "r1b1kabnr/4a4/nc5c1/p1C1p1p1p/9/4P4/P1P3P1P/7C1/9/RNBAKABNR b - - 0 3",
			"b7e7 c0e2 a7c6 c3c4 e7e4 d0e1 c6e5 b0c2", "", explain.Wins},
		{"but it can go away", "r1b1kabnr/4a4/nc5c1/p1C1p1p1p/9/4P4/P1P3P1P/7C1/9/RNBAKABNR b - - 0 3",
			"b7e7 c0e2 a7c6 c3c4 e7e4 d0e1 c6e5 b0c2", "b7e7 c6c4 e7e4 b0c2 c9e7 c4d4 a9d9 c3c4", explain.Threatens},
		{"a cannon in four moves, with other answers on the way", "4kab1r/9/2Ra1cn2/p3p1N1p/6b2/4n2R1/P2r4P/4B1C2/4A4/3AK1B2 w - - 8 22",
			"c7c9 e9e8 h4h8 f7f8 h8g8 e8d8 g8f8 f9e8", "", explain.WinsMaterial},
	} {
		g := at(t, c.fen, "")
		var also [][]game.Move
		if c.also != "" {
			also = append(also, moves(t, c.also))
		}
		if got := explain.Move(g, moves(t, c.line), 0, also...); got[0].Kind != c.kind {
			t.Errorf("%s: %v %+v, want %v", c.name, got[0].Kind, got, c.kind)
		}
	}
}

// Material is won if each line wins an elephant at least and one a horse, or one piece by whichever answer; a piece is
// trapped if it falls by whichever answer, though one of them has as much for it.
func TestLinesThatWin(t *testing.T) {
	const cannon = "rcbaka2r/1R7/2n3n2/p3p1p1p/2p3b2/9/P1P1P1PcP/2N1B1C2/4CN3/2BAKA2R w - - 18 10"
	const trade = "b8h8 b9b1 h8h3 b1f1 e3e4 d9e8 h3h6 c9e7"
	for _, c := range []struct {
		name, fen string
		lines     []string
		want      []explain.Reason
	}{
		{"trapped: it falls, or a rook does instead", "2bakab2/4n4/2n6/p1p1p1R1p/9/9/P2cP1P1P/4B1CrN/2N6/3AKAB2 b - - 6 14",
			[]string{"d3d6 g6g4 h2g2 d0e1 i6i5 c1b3 g2h2 g4c4", "d3d6 g6g5 h2g2 g5f5 g2h2 f0e1 e8f6 f5d5",
				"d3d6 g6g9 e8g9 g2g9 f9e8 g9i9 c6c5 c1b3"},
			[]explain.Reason{{Kind: explain.WinsMaterial}, {Kind: explain.TrapsPiece, Piece: game.NewPiece(game.Red,
				game.Cannon), At: square(t, "g2")}}},
		{"an answer that was not looked at attacks a rook", "r3kab2/4a4/n3b1n2/1cp3pCp/p3p4/1C4P1N/P1c1r3P/4B4/4A2R1/2RNKAB2 b - - 1 17",
			[]string{"i6i5 g4g5 i5i4 g5f5 c3c5 b4g4 g7i8 h6h9", "i6i5 i4g5 g6g5 g4g5 c3c5 h1h2 c5b5 h2h1"},
			[]explain.Reason{{Kind: explain.Threatens, Piece: game.NewPiece(game.Red, game.Horse),
				At: square(t, "i4")}}},
		{"but it can go away", cannon, []string{trade, "b8h8 i9h9 h8h9 g7h9 e3e4 h9g7 i0h0 h3h6"},
			[]explain.Reason{{Kind: explain.Threatens, Piece: game.NewPiece(game.Black, game.Cannon),
				At: square(t, "h3")}}},
		{"no other answer is known", cannon, []string{trade},
			[]explain.Reason{{Kind: explain.Threatens, Piece: game.NewPiece(game.Black, game.Cannon),
				At: square(t, "h3")}}},
		{"a horse for a cannon and an advisor in one of them", "r2ak1Cn1/3na2cr/9/p1p1p3p/6p2/2P6/P1c1P3P/2N1C4/8R/1RBAKABN1 w - - 1 11",
			[]string{"g9g8 i8i9 i1d1 h9f8 d1d8 i9g9 g8e8 d9e8 d8d3", "g9g8 i8i7 i1h1 h8h3 g8d8 g5g4 d0e1 i7h7",
				"g9g8 h8h2 g8d8 e8f9 d8d4 h9g7 h0g2 h2e2 c0e2"},
			[]explain.Reason{{Kind: explain.WinsMaterial}, {Kind: explain.Threatens, Piece: game.NewPiece(game.Black,
				game.Rook), At: square(t, "i8")}}},
	} {
		g := at(t, c.fen, "")
		var all [][]game.Move
		for _, l := range c.lines {
			all = append(all, moves(t, l))
		}
		got := explain.Move(g, all[0], 300, all[1:]...)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		for _, r := range got {
			if !explain.Holds(g, all[0], r, all[1:]...) {
				t.Errorf("%s: %+v does not hold", c.name, r)
			}
		}
	}
}

// A move out of check is not credited with the attacks that stood before, only with those that are its own.
func TestAttacksThatStoodInCheck(t *testing.T) {
	for _, c := range []struct {
		name, fen, line string
		kind            explain.Kind
		at              string
		want            bool
	}{
		{"a rook between two pieces, and a king step", "4k4/4a4/4c4/2n2Rc2/9/9/4p4/9/9/4K4 w - - 0 30", "e0d0 c6d4 f6g6 d4c6", explain.Fork, "c6", false},
		{"the cannon falls all the same", "4k4/4a4/4c4/2n2Rc2/9/9/4p4/9/9/4K4 w - - 0 30", "e0d0 c6d4 f6g6 d4c6", explain.Wins, "g6", true},
		{"a rook attacks a cannon, and a king step", "3ak4/4a4/4c4/5Rc2/9/9/4p4/9/9/4K4 w - - 0 30", "e0d0 g6h6", explain.Threatens, "g6", false},
		{"two attack a guarded horse, and a king step", "3ak4/4a2n1/4c4/6n1R/9/5N3/4p4/9/9/4K4 w - - 0 30", "e0d0 e8d7", explain.Threatens, "g6", false},
		{"a check that another one hides, and a horse that hung before", "3k5/8n/3Nc4/9/8R/9/9/9/3RA4/4K4 w - - 0 30", "d7e5 d9e9", explain.CheckFork, "i8", false},
		{"the king stood in the rook's way", "3akab2/9/4b4/9/9/9/9/2n6/R3K3c/9 w - - 0 30", "e1e0 c2b4", explain.Threatens, "i1", true},
	} {
		g, line := at(t, c.fen, ""), moves(t, c.line)
		if !g.Position().InCheck() {
			t.Fatalf("%s: no check", c.name)
		}
		got := explain.Move(g, line, 0)
		if slices.ContainsFunc(got, func(r explain.Reason) bool {
			return r.Kind == c.kind &&
				r.At == square(t, c.at)
		}) != c.want {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// A pawn won while rooks are traded is not what the trade was for.
func TestPawnOfATrade(t *testing.T) {
	for line, want := range map[string]bool{"a0a9 b9a9 c5c6 e9e8 c6d6 e8e9": false, "c5c6 e9e8 c6d6 e8e9": true} {
		g := at(t, "rr2k4/9/9/2p6/2P6/9/9/9/2N6/R4K3 w - - 0 20", "")
		got := explain.Move(g, moves(t, line), 0)
		if slices.ContainsFunc(got, func(r explain.Reason) bool { return r.Kind == explain.Wins }) != want {
			t.Errorf("%s: %+v", line, got)
		}
	}
}

// An uncrossed pawn is named where it falls at once, not with the next move: much can come between.
func TestPawnThatFallsLater(t *testing.T) {
	const fen = "rnbakabn1/1R7/c7r/p1p1p3p/6p2/C8/P3P1P1P/2N1C4/4A4/2c1KABNR w - - 4 10"
	for line, want := range map[string]bool{"a4i4 i7h7 e2e6 g5g4 g3g4 i6i5 h0g2 i5i4": false,
		"e2e6 i7h7 a4i4 g5g4 g3g4 i6i5 h0g2 i5i4": true} {
		got := explain.Move(at(t, fen, ""), moves(t, line), 0)
		if slices.ContainsFunc(got, func(r explain.Reason) bool {
			return r.Kind == explain.Wins &&
				r.At == square(t, "e6")
		}) != want {
			t.Errorf("%s: %+v", line, got)
		}
	}
}

// A move that stops mate is not also said to save the piece that the mating move takes.
func TestMateAndPieceAreOneThreat(t *testing.T) {
	g := at(t, "r2ak1b1r/4a4/2c1b4/p1n3p2/2p5P/2P1n4/P1c5R/2C3N2/4A4/RNBAK1B2 w - - 6 18", "")
	got := explain.Move(g, moves(t, "b0a2 c5c4"), -300)
	if len(got) == 0 || got[0].Kind != explain.ParriesMate ||
		slices.ContainsFunc(got, func(r explain.Reason) bool {
			return r.Kind == explain.Saves &&
				r.Threat == got[0].Threat
		}) {
		t.Errorf("%+v", got)
	}
}

// A fork that wins something is one reason, found in two ways.
func TestNoReasonTwice(t *testing.T) {
	g := at(t, "2b1ka3/1R2a4/n3r4/2p5p/p1c1p4/6R2/P3Prc1P/N2CB1N2/4A4/2BAK4 w - - 0 23", "")
	got := explain.Move(g, moves(t, "d2d3 f3f7 g4g3 e7b7 b8b7 f7b7 g3g6 b7b2"), 0)
	if len(got) == 0 || got[0].Kind != explain.Fork {
		t.Fatalf("%+v", got)
	}
	if len(got) == 2 && got[0] == got[1] {
		t.Errorf("twice: %+v", got[0])
	}
}

// A check only puts a threat off, unless it still fails after the answer.
func TestCheckIsNoDefence(t *testing.T) {
	const mater = "5k3/9/9/9/9/9/9/r7R/2r6/4K4 w - - 0 20"
	for _, c := range []struct {
		name, fen, line string
		kind            explain.Kind
		at, threat      string
		n               int
		want            bool
	}{
		{"the rook waits for the horse", "4k4/9/2r6/4p4/7R1/2N6/9/9/9/3K5 w - - 0 20", "h5h9 e9e8", explain.Saves, "c4", "c7c4", 0, false},
		{"of two answers one takes the rook away", "4k4/9/9/4p4/7R1/2N2r3/9/9/9/3K5 w - - 0 20", "h5h9 f4f9", explain.Saves, "c4", "f4c4", 0, false},
		{"the attacker must take what checks, and still attacks", "N3ka3/4a4/2r6/4p4/9/2N6/9/9/9/3K5 w - - 0 20", "a9c8 c7c8", explain.Saves, "c4", "c7c4", 0, false},
		{"the attacker must come between, and is pinned", "4k4/4c4/2r6/4p4/R8/2N6/9/9/9/3K5 w - - 0 20", "a5a9 c7c9", explain.Saves, "c4", "c7c4", 0, true},
		{"the attacker is taken with check", "2R6/9/2c1k4/2p6/9/2N6/9/9/9/3K5 w - - 0 20", "c9c7 e7e8", explain.Saves, "c4", "c7c4", 0, true},
		{"the rook goes with check; one that comes between would attack it anew",
			"4k4/9/7r1/9/9/3R5/1n7/9/9/3K5 w - - 0 20", "d4e4 e9d9", explain.Saves, "d4", "b3d4", 0, true},
		{"the mate waits", mater, "i2i9 f9f8", explain.ParriesMate, "", "a2a0", 1, false},
		{"without check it is parried", mater, "i2a2", explain.ParriesMate, "", "a2a0", 1, true},
		{"the mating rook is taken with check", "5k3/9/5r2R/4p4/9/9/9/9/2r6/4K4 w - - 0 20", "i7f7 f9e9", explain.ParriesMate, "", "f7f0", 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, line := at(t, c.fen, ""), moves(t, c.line)
			r := explain.Reason{Kind: c.kind, N: c.n, Threat: moves(t, c.threat)[0]}
			if c.at != "" {
				r.At = square(t, c.at)
				r.Piece = g.Position().At(r.At)
			}
			if got := explain.Move(g, line, 0); slices.ContainsFunc(got,
				func(r explain.Reason) bool { return r.Kind == c.kind }) != c.want {
				t.Errorf("%+v", got)
			}
			if explain.Holds(g, line, r) != c.want {
				t.Errorf("holds: %v", !c.want)
			}
		})
	}
}

// Reasons hold, and no longer hold when a piece, a point or a number is
// changed.
func TestHolds(t *testing.T) {
	for _, c := range named {
		g, line := at(t, c.fen, c.played), moves(t, c.line)
		for _, r := range explain.Move(g, line, 0) {
			if !explain.Holds(g, line, r) {
				t.Errorf("%s: %+v does not hold", c.name, r)
			}
			if r.Piece == game.NoPiece {
				continue
			}
			wrong := r
			wrong.Piece = game.NewPiece(r.Piece.Color().Other(), r.Piece.Role())
			if explain.Holds(g, line, wrong) {
				t.Errorf("%s: %+v holds with the other side's piece", c.name, wrong)
			}
			if wrong = r; r.Kind == explain.Wins {
				wrong.N++
				if explain.Holds(g, line, wrong) {
					t.Errorf("%s: %+v holds a move later", c.name, wrong)
				}
			}
		}
	}
	g := at(t, "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1", "")
	mate := explain.Reason{Kind: explain.Mates, N: 1}
	if !explain.Holds(g, moves(t, "b1b9"), mate) || explain.Holds(g, moves(t, "b1b8"), mate) ||
		explain.Holds(g, nil, mate) {
		t.Error("a mate in one")
	}
	if mate.N = 2; explain.Holds(g, moves(t, "b1b9"), mate) {
		t.Error("a mate in one is none in two")
	}
}

// No reason rests on a piece that the expected line simply loses.
func TestReasonsSurviveTheirLine(t *testing.T) {
	quiet := map[explain.Kind]bool{explain.Threatens: true, explain.Fork: true, explain.Centers: true,
		explain.Crosses: true, explain.Develops: true,
		explain.HollowCannon: true, explain.Invades: true, explain.OpensFile: true, explain.Approaches: true}
	rapid.Check(t, func(rt *rapid.T) {
		g := game.NewGame(game.Start(), game.Asian)
		var buf [game.MaxMoves]game.Move
		for range rapid.IntRange(0, 40).Draw(rt, "plies") {
			if g.Play(rapid.SampledFrom(g.Position().LegalMoves(buf[:0])).Draw(rt, "played")) != nil ||
				g.Outcome().Over() {
				return
			}
		}
		m := rapid.SampledFrom(g.Position().LegalMoves(buf[:0])).Draw(rt, "move")
		after := g.Position().After(m)
		for _, answer := range after.LegalCaptures(nil) {
			if answer.To() != m.To() || tactics.Exchange(&after, answer) < 400 {
				continue
			}
			line := []game.Move{m, answer}
			if net, ok := explain.NetGain(g.Position(), line); !ok || net > -400 {
				continue
			}
			for _, r := range explain.Move(g, line, 0) {
				if quiet[r.Kind] {
					rt.Fatalf("%s %v: %v %+v", g.Position().FEN(), line, r.Kind, r)
				}
			}
		}
	})
}

// A real engine's lines are explained.
func TestAdviser(t *testing.T) {
	pool := ai.NewPool(ai.PoolOptions{HashMB: 4})
	a := explain.Adviser{Engine: pool, Nodes: 50_000}
	for _, c := range []struct {
		name, fen string
		kind      explain.Kind
		n         int
	}{
		{"mate in one", "3aka3/4nR3/b1n6/p1N5p/2b2R3/6P2/Pr2P3P/9/4A4/4KAB2 w - - 0 1", explain.Mates, 1},
		{"two rooks", "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1", explain.Mates, 1},
		{"no move is left", "4k4/9/4P4/9/9/9/9/9/9/3KR4 w - - 0 1", explain.Stalemates, 1},
		{"one move is left", "3k5/9/9/9/9/9/9/1r7/r8/4K4 w - - 0 1", explain.OnlyMove, 0},
		{"lost", "3k5/9/9/9/9/9/9/2r6/r8/4K1N2 w - - 0 1", explain.DelaysMate, 0},
	} {
		h, err := a.Suggest(t.Context(), at(t, c.fen, ""))
		if err != nil || len(h.Reasons) == 0 || h.Reasons[0].Kind != c.kind || c.n != 0 && h.Reasons[0].N != c.n {
			t.Errorf("%s: %+v %v", c.name, h, err)
		}
	}
	over := at(t, "3k5/9/9/9/5r3/9/9/9/r8/4K4 w - - 0 1", "")
	if h, err := a.Suggest(t.Context(), over); !errors.Is(err, ai.ErrOver) {
		t.Errorf("%+v %v", h, err)
	}
}

// A win by the rules on repetition is claimed only with a line on which they give it.
func TestWinsByRule(t *testing.T) {
	g := at(t, "3k5/9/9/9/9/9/9/5A3/4R4/5K3 w - - 0 1", "e1d1 d9e9 d1e1") // the rook checks forever
	for text, want := range map[string]bool{"e9d9 e1d1 d9e9 d1e1 e9d9": true, "e9d9 e1d1 d9e9 d1e1 e9d9 e1d1": true,
		"e9d9 e1d1": false, "e9d9 f0e0": false} {
		line := moves(t, text)
		reasons := explain.Move(g, line, ai.RuleBound+5)
		if r := reasons[0]; (r.Kind == explain.WinsByRule) != want || !explain.Holds(g, line, r) {
			t.Errorf("%s: %v", text, r.Kind)
		}
	}
}

// What is won or taken back is not said to be attacked or traded too.
func TestReasonsAreDistinct(t *testing.T) {
	for _, c := range []struct{ name, fen, played, line string }{
		{"a cannon that is attacked and falls", "2b1kar2/4a4/4b4/8R/P5r2/2P1C4/8P/2n6/4A4/2B1KRB2 b - - 0 30", "", "g5e5 i6i5 e5e4 i5i8"},
		{"a cannon taken back for a horse", "rnbakab1C/9/9/p3p3p/2p6/9/c1P1P1r1P/2N6/4K4/R1BA1AB1R b - - 0 10", "a3e3", "c2e3 g3e3"},
	} {
		g := at(t, c.fen, c.played)
		seen := map[game.Square]explain.Kind{}
		for _, r := range explain.Move(g, moves(t, c.line), 300) {
			if k, twice := seen[r.At]; twice && r.Piece != game.NoPiece {
				t.Errorf("%s: %v and %v of the same piece", c.name, k, r.Kind)
			}
			seen[r.At] = r.Kind
		}
	}
}

// Where one answer saves both pieces of a fork, only that the dearer is attacked is said; and that holds without the
// other answers.
func TestThreatOfAFork(t *testing.T) {
	g := at(t, "3k1a3/4a4/9/p7p/2p2Rp2/9/P1P1R1P1P/N1r6/3rA4/3A1K3 w - - 4 26", "")
	line, other := moves(t, "a2b0 c2c0 b0d1 c0d0 f0f1"), moves(t, "a2b0 c2c0 b0a2 d1d7 a3a4")
	r := explain.Move(g, line, 0, other)
	i := slices.IndexFunc(r, func(r explain.Reason) bool {
		return r.Kind == explain.Threatens &&
			r.At == square(t, "d1")
	})
	if i < 0 || !explain.Holds(g, line, r[i], other) || !explain.Holds(g, line, r[i]) {
		t.Errorf("%+v", r)
	}
	if away := (explain.Reason{Kind: explain.Threatens, Piece: r[0].Piece, At: square(t, "f5")}); explain.Holds(g, line,
		away) {
		t.Error("a piece that is not attacked")
	}
}

// told is an engine that answers with the line of each position that it was given, by its FEN.
type told map[string]string

func (e told) Lines(_ context.Context, g *game.Game, _ ai.Limits) ([]ai.Info, error) {
	var pv []game.Move
	for _, f := range strings.Fields(e[g.Position().FEN()]) {
		m, err := game.ParseMove(f)
		if err != nil {
			return nil, err
		}
		pv = append(pv, m)
	}
	return []ai.Info{{PV: pv}}, nil
}

// A line that the engine's table cut short is completed before a reason rests on it: the pawn that crosses is taken.
func TestAdviserCompletesLines(t *testing.T) {
	const fen = "3k5/9/9/4n4/9/6P2/9/9/9/5K3 w - - 0 40"
	a := explain.Adviser{Engine: told{fen: "g4g5", "3k5/9/9/4n4/6P2/9/9/9/9/5K3 b - - 1 40": "e6g5 f0f1 g5e6"}}
	g := at(t, fen, "")
	h, err := a.Suggest(t.Context(), g)
	if err != nil || len(h.Line) < 3 || h.Reasons[0].Kind != explain.NoFact {
		t.Errorf("%+v %v", h, err)
	}
}

// A horse that is won only if it stays where it is with the second answer too is not won.
func TestProveLooksAtSecondAnswers(t *testing.T) {
	const fen = "3k5/9/9/9/2n6/9/9/9/9/R3K4 w - - 0 40"
	g := at(t, fen, "")
	line := moves(t, "a0a4 d9d8 a4a5 d8d9 a5c5 d9d8 c5c6 d8d9")
	if r := explain.Move(g, line, 0); r[0].Kind != explain.WinsMaterial {
		t.Fatalf("without the other answers: %+v", r)
	}
	second := at(t, fen, "a0a4 d9d8 a4a5").Position().FEN()
	_, also, err := explain.ExtendLines(t.Context(), told{second: "c5e6 a5a4 d8d9 a4a5 d9d8"}, g, line, 0, 1000)
	if err != nil || len(also) != 1 || also[0][3].String() != "c5e6" {
		t.Fatalf("%v %v", also, err)
	}
	if r := explain.Move(g, line, 0, also...); r[0].Kind == explain.WinsMaterial {
		t.Errorf("%+v", r)
	}
}

// Where a short search did not see how to win after one of the answers, a longer one is asked; the same answer twice is
// not looked at.
func TestProveLooksAgain(t *testing.T) {
	const fen = "r2ak1Cn1/3na2cr/9/p1p1p3p/6p2/2P6/P1c1P3P/2N1C4/8R/1RBAKABN1 w - - 1 11"
	g := at(t, fen, "")
	line := moves(t, "g9g8 h8h3 g8d8 e8d7 b0b8 c3c0 d0e1 g5g4 i1h1")
	engine := varied{
		at(t, fen, "g9g8").Position().FEN(): {"h8h3 i1h1 i8i9", "i8i7 h0g2 i7d7 i1i2 d7d8 g8d8 h8h2 d8d5"},
	}
	for _, c := range []struct {
		name, again string
		want        explain.Kind
	}{
		{"the horse on d8", "g8d8 g5g4 d0e1 i7h7 h0g2 h7h2", explain.WinsMaterial},
		{"nothing", "i1h1 h8h1 h0g2 h1g1 b0b1 g1c1", explain.Threatens},
	} {
		engine[at(t, fen, "g9g8 i8i7").Position().FEN()] = []string{c.again}
		whole, also, err := explain.ExtendLines(t.Context(), engine, g, line, 300, 1000)
		if err != nil || len(also) == 0 {
			t.Fatalf("%s: %v %v", c.name, also, err)
		}
		for _, l := range also {
			if slices.Equal(l[:2], line[:2]) {
				t.Errorf("%s: the answer again: %v", c.name, l)
			}
		}
		if got := explain.Move(g, whole, 300, also...); got[0].Kind != c.want {
			t.Errorf("%s: %+v %v", c.name, got, also)
		}
	}
}

// varied is told with several lines for a position.
type varied map[string][]string

func (e varied) Lines(ctx context.Context, g *game.Game, lim ai.Limits) (all []ai.Info, err error) {
	for _, line := range e[g.Position().FEN()] {
		one, err := told{g.Position().FEN(): line}.Lines(ctx, g, lim)
		if err != nil {
			return nil, err
		}
		all = append(all, one...)
	}
	return all, nil
}

// Whatever is played, its reasons are true on the board.
func TestReasonsAreTrue(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := game.NewGame(game.Start(), game.Asian)
		pick := func() game.Move {
			var buf [game.MaxMoves]game.Move
			p := g.Position()
			if hits := p.LegalCaptures(buf[:0]); len(hits) > 0 && rapid.Bool().Draw(rt, "capture") {
				return rapid.SampledFrom(hits).Draw(rt, "hit")
			}
			return rapid.SampledFrom(p.LegalMoves(buf[:0])).Draw(rt, "move")
		}
		for range rapid.IntRange(0, 60).Draw(rt, "plies") {
			if g.Outcome().Over() || g.Play(pick()) != nil {
				return
			}
		}
		if g.Outcome().Over() {
			return
		}
		before := *g.Position()
		line := []game.Move{pick()}
		if p := before.After(line[0]); p.HasLegal() {
			var buf [game.MaxMoves]game.Move
			line = append(line, rapid.SampledFrom(p.LegalMoves(buf[:0])).Draw(rt, "answer"))
		}
		reasons := explain.Move(g, line, 0)
		if len(reasons) < 1 || len(reasons) > 2 {
			rt.Fatalf("%d reasons", len(reasons))
		}
		if *g.Position() != before {
			rt.Fatal("the game was changed")
		}
		us := before.Turn()
		theirs := func(m game.Piece, s game.Square) {
			if m == game.NoPiece || m.Color() == us || before.At(s) != m {
				rt.Fatalf("%+v: not on %v", reasons, s)
			}
		}
		own := func(m game.Piece, s game.Square) {
			if m == game.NoPiece || m.Color() != us || before.At(s) != m {
				rt.Fatalf("%+v: not on %v", reasons, s)
			}
		}
		for _, r := range reasons {
			switch r.Kind {
			case explain.Recaptures, explain.Wins, explain.TrapsPiece, explain.Threatens, explain.CheckFork:
				theirs(r.Piece, r.At)
			case explain.Fork:
				theirs(r.Piece, r.At)
				theirs(r.Other, r.OtherAt)
			case explain.WinsFor, explain.Exchanges:
				theirs(r.Piece, r.At)
				own(r.Other, r.OtherAt)
			case explain.Saves:
				own(r.Piece, r.At)
				p := before
				p.DoNull()
				if !p.IsLegal(r.Threat) || r.Threat.To() != r.At {
					rt.Fatalf("%+v: no such threat", r)
				}
			case explain.ParriesMate:
				p := before
				p.DoNull()
				if !p.IsLegal(r.Threat) || !p.GivesCheck(r.Threat) || r.N < 1 {
					rt.Fatalf("%+v: no such threat", r)
				}
			case explain.GivesCheck:
				if !before.GivesCheck(line[0]) {
					rt.Fatal("no check")
				}
			case explain.AnswersCheck:
				if !before.InCheck() {
					rt.Fatal("not in check")
				}
			case explain.Frees, explain.Develops, explain.Crosses, explain.Centers:
				own(r.Piece, r.At)
			case explain.OnlyMove:
				if before.CountLegal() != 1 {
					rt.Fatal("not the only move")
				}
			}
		}
	})
}

func TestEveryKindHasAName(t *testing.T) {
	seen := map[string]bool{}
	for k := range explain.Kind(explain.Kinds) {
		if n := k.String(); n == "unknown" || seen[n] {
			t.Errorf("kind %d is called %q", k, n)
		} else {
			seen[n] = true
		}
	}
	if explain.Kind(explain.Kinds).String() != "unknown" {
		t.Error("a kind beyond the last has a name")
	}
}

func BenchmarkExplain(b *testing.B) {
	g := at(b, game.StartFEN, "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 c3c4 b9c7")
	line := moves(b, "b0c2 h7i7 h0h6")
	b.ReportAllocs()
	for b.Loop() {
		explain.Move(g, line, 0)
	}
}

// Checks that are all a side has are called what they are: a respite until they are ruled upon.
func TestChecksThatLose(t *testing.T) {
	g, line := at(t, "5k3/R8/1R7/9/3r5/9/9/9/9/4K4 b - - 0 30", ""), moves(t, strings.Repeat("d5e5 e0d0 e5d5 d0e0 ", 2))
	got := explain.Move(g, line, -ai.RuleBound-60)
	if len(got) != 1 || got[0].Kind != explain.LosesByRule || !explain.Holds(g, line, got[0]) {
		t.Errorf("%+v", got)
	}
	if got := explain.Move(g, line[:4], -ai.RuleBound-60); got[0].Kind == explain.LosesByRule ||
		explain.Holds(g, line[:4], explain.Reason{Kind: explain.LosesByRule}) {
		t.Errorf("before the ruling: %+v", got)
	}
}
