package ai

import (
	"context"
	"strings"
	"testing"

	"yeye/game"
)

func play(t *testing.T, g *game.Game, moves ...string) {
	t.Helper()
	for _, s := range moves {
		m, err := game.ParseMove(s)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// Red is a rook behind and has nothing but checks, which he has given twice
// already: continuing loses by perpetual check. The search must not take it for
// a draw, whether the third occurrence is next or two plies away.
func TestPerpetualCheckIsNoDraw(t *testing.T) {
	round := []string{"e8e9", "d9d8", "e9e8", "d8d9"}
	for _, moves := range [][]string{round, append(round, round[:3]...)} {
		g := position(t, "3k5/4R4/9/9/9/9/9/4p4/3r1r3/4K4 w - - 0 1")
		play(t, g, moves...)
		if g.Outcome().Over() {
			t.Fatal("the test's game is over already: ", g.Outcome())
		}
		if g.Position().Turn() == game.Black {
			info, err := New(Options{HashMB: 1}).Search(context.Background(), g, Limits{Depth: 6}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !info.Score.decided() || info.Score < 0 {
				t.Errorf("after %v Black, who wins by perpetual check or mate, sees %s", moves, info.Score)
			}
			continue
		}
		info, err := New(Options{HashMB: 1}).Search(context.Background(), g, Limits{Depth: 8}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if info.Score > -500 {
			t.Errorf("after %v Red takes checking forever for %s", moves, info.Score)
		}
	}
}

// cycles are positions with a cycle of moves that leads back to them, found by trying all moves of small random positions.
var cycles = []struct {
	method      game.Method // what the board rules on the third occurrence
	fen         string
	first, then string // the first time, and the second if that is another
}{
	{game.PerpetualCheck, "5k3/4R4/9/9/9/9/5c2c/9/9/4K4 w", "e8e9 f9f8 e9e8 f8f9", ""},
	{game.PerpetualCheck, "7R1/4ak3/9/9/9/9/9/9/N2KA4/7r1 w", "h9h8 f8f9 h8h9 f9f8", ""},
	{game.PerpetualCheck, "9/4k3r/9/9/9/5R3/9/3K5/9/9 w", "f4e4 e8f8 e4f4 f8e8", ""},
	{game.PerpetualCheck, "5k3/9/R4N3/9/r7n/9/9/9/4A4/4K4 w", "f7d8 f9e9 d8f7 e9f9", ""},
	{game.PerpetualCheck, "3k5/9/9/4N4/9/9/7r1/5K3/r8/9 w", "e6c7 d9d8 c7e6 d8d9", ""},
	{game.PerpetualCheck, "6C2/5k3/R8/9/9/9/9/4K4/1r7/9 w", "a7a8 f8f7 a8a7 f7f8", ""},
	{game.PerpetualCheck, "9/4a4/4k4/1n1N5/9/9/9/9/3KA4/9 w", "d6f5 e7f7 f5d6 f7e7", ""},
	{game.PerpetualCheck, "5r1n1/4R4/r2k5/9/9/9/9/9/9/4K4 w", "e8e7 d7d8 e7e8 d8d7", ""},
	{game.PerpetualCheck, "9/4a4/4k4/2n6/3R5/9/9/5K3/2r1A4/1r7 w", "d5e5 e7d7 e5d5 d7e7", ""},
	{game.PerpetualCheck, "9/3ca2R1/5k3/9/9/9/9/9/4A4/3K5 w", "h8h7 f7f8 h7h8 f8f7", ""},
	{game.PerpetualChase, "1n7/4a4/1rN2k3/9/2c6/9/8R/9/4K4/9 w", "c7e6 c5d5 e6c7 d5c5", ""},
	{game.PerpetualChase, "9/5k3/9/9/R8/4c4/5c3/4K4/4A4/9 w", "a5a3 f3f5 a3a5 f5f3", ""},
	{game.PerpetualChase, "9/5k3/9/9/N8/9/2r1N4/9/4K4/1r7 w", "e3d1 c3c2 d1e3 c2c3", ""},
	{game.PerpetualChase, "1n1k5/4a4/R8/8n/9/9/8r/9/9/5K3 w", "a7a8 e8d7 a8a7 d7e8", ""},
	{game.PerpetualChase, "4k4/6n2/5n3/9/9/9/6R2/9/4A4/5K3 w", "g3f3 f7g5 f3g3 g5f7", ""},
	{game.PerpetualChase, "3k5/4a4/9/9/9/5R3/9/9/9/2n2K3 w", "f4e4 e8f7 e4f4 f7e8", ""},
	{game.PerpetualChase, "4k4/4a4/9/9/6c2/1R7/6c2/4K4/4A4/9 w", "b4b3 g3g4 b3b4 g4g3", ""},
	{game.PerpetualChase, "9/5k3/2n6/9/9/1R7/7r1/9/9/4K4 w", "b4c4 c7b5 c4b4 b5c7", ""},
	{game.PerpetualChase, "9/4k4/3r5/9/9/2c6/9/4CK3/3RA4/9 w", "d1d4 c4c1 d4d1 c1c4", ""},
	{game.PerpetualChase, "5k3/9/7R1/9/6c2/9/9/4K4/4A3R/7r1 w", "i1g1 g5i5 g1i1 i5g5", ""},
	{game.Repetition, "9/4R4/3k5/9/9/9/6c2/3n3c1/4A4/5K3 w", "e8e7 d7d8 e7e8 d8d7", "e8e2 h2h8 e2e8 h8h2"},
	{game.Repetition, "6R2/4k2c1/9/9/9/9/6c2/5K3/1r2A4/9 w", "g9g8 e8e9 g8g9 e9e8", "g9h9 h8g8 h9g9 g8h8"},
	{game.Repetition, "9/4k4/3R5/6c2/9/9/9/5K3/9/3r2c2 w", "d7e7 e8d8 e7d7 d8e8", "d7d6 g6g7 d6d7 g7g6"},
	{game.Repetition, "7r1/5k3/4R3N/9/9/9/5c3/9/4A4/5K3 w", "e7f7 f8e8 f7e7 e8f8", "e7e3 f3f7 e3e7 f7f3"},
	{game.Repetition, "1R7/3k5/9/9/6c2/9/9/8r/5K3/9 w", "b9b8 d8d9 b8b9 d9d8", "b9b5 g5g9 b5b9 g9g5"},
	{game.Repetition, "9/6R2/4k4/9/5r3/9/1N7/9/9/3K5 w", "g8g7 e7e8 g7g8 e8e7", "b3d4 f5a5 d4b3 a5f5"},
	{game.Repetition, "9/1R7/5k3/9/2n6/9/9/9/4K4/9 w", "b8b7 f7f8 b7b8 f8f7", "b8c8 c5b3 c8b8 b3c5"},
	{game.Repetition, "9/4a4/5k3/9/5N1c1/7R1/9/9/4A4/3K1n3 w", "f5d6 f7e7 d6f5 e7f7", "f5g3 h5h6 g3f5 h6h5"},
	{game.Repetition, "5k3/7R1/9/9/4N4/9/r8/n8/9/4K4 w", "h8h9 f9f8 h9h8 f8f9", "e5c4 a3d3 c4e5 d3a3"},
	{game.Repetition, "9/4k4/3N5/9/3c5/9/9/9/1c1KA4/9 w", "d7f6 e8f8 f6d7 f8e8", "d7b6 d5c5 b6d7 c5d5"},
}

// The tree rules a cycle as the board does: on the third occurrence, for what begins with checks may go on with chases, and the whole is
// a draw. The second time only says that the side whose moves offend gets no more than a draw.
func TestCycleIsRuledAsOnTheBoard(t *testing.T) {
	for _, c := range cycles {
		g := position(t, c.fen+" - - 0 1")
		w := New(Options{HashMB: 1}).workers[0]
		w.reset(g)
		rounds := []string{c.first, c.then}
		if c.then == "" {
			rounds[1] = c.first
		}
		for i, round := range rounds {
			for _, s := range strings.Fields(round) {
				m, err := game.ParseMove(s)
				if err != nil {
					t.Fatal(err)
				}
				if r := w.rule(); w.ply > 0 && r.over {
					t.Errorf("%s: ended before ply %d with %s", c.fen, w.ply, r.score)
				}
				w.do(m)
				if err := g.Play(m); err != nil {
					t.Fatalf("%s: %s: %v", c.fen, s, err)
				}
			}
			r := w.rule()
			if i == 0 && (r.over || r.most > 1 || r.least > -infinite) {
				t.Errorf("%s: the second time %+v, want no more than a draw", c.fen, r)
			}
			if i == 1 && (!r.over || r.score.decided() != (c.method != game.Repetition) || r.score > 1) {
				t.Errorf("%s: the third time %+v, on the board %v", c.fen, r, g.Outcome())
			}
		}
		if g.Outcome().Method != c.method {
			t.Errorf("%s: the board rules %v", c.fen, g.Outcome())
		}
	}
}

// What a search says of cycles agrees with the rules. In the first two Black has nothing but checks, which lose; in the third Red can
// mix them with chases.
func TestSearchKnowsTheRule(t *testing.T) {
	for fen, lost := range map[string]bool{
		"5k3/R8/1R7/9/3r5/9/9/9/9/4K4 b - - 0 1":      true,
		"5k3/R8/1R7/9/7r1/9/9/9/9/3K5 b - - 0 1":      true,
		"3aka3/4n4/9/9/9/9/9/7C1/7r1/3AK4 w - - 0 1":  false,
		"9/4R4/3k5/9/9/9/6c2/3n3c1/4A4/5K3 w - - 0 1": false,
		"1R7/3k5/9/9/6c2/9/9/8r/5K3/9 w - - 0 1":      false,
		"3k5/9/9/9/n8/9/8R/9/9/4RK3 b - - 0 1":        false,
	} {
		info, err := New(Options{HashMB: 4}).Search(context.Background(), position(t, fen), Limits{Nodes: 100_000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if lost && info.Score > -RuleBound || !lost && info.Score.decided() && info.Score < MateBound && info.Score > -MateBound {
			t.Errorf("%s: %s by %s", fen, info.Score, game.MovesText(info.PV))
		}
	}
}
