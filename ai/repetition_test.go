package ai

import (
	"context"
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
