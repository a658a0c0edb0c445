package ai

import (
	"context"
	"testing"

	"yeye/internal/race"
)

// Attacks that begin with a sacrifice before the king, each from a game that the
// engine lost: it thought itself well off because it pruned such checks.
func TestAttacksAreSeen(t *testing.T) {
	race.OneGoroutine(t)
	const (
		nodes  = 200_000
		winner = 600 // Score; each of them wins at least a piece
	)
	e := New(Options{})
	for _, fen := range []string{
		"9/3k2R2/9/8p/4rNc2/2B5P/P8/9/4A2r1/1cBAKC2R b - - 0 1",
		"2bakabr1/9/4n2Cc/p3n1p1p/7R1/3p2P2/P3P3P/4C4/4AR3/2rAK1B2 w - - 0 1",
		"2b1kab2/4a4/3r5/p7p/2p3p2/8P/P1P1c1P2/4C3N/1R2A4/1NB1KAB2 b - - 0 1",
		"2bakabr1/4n4/4c1n2/prC1p1pCp/3R5/9/P1P1P1c1P/2N1B1N2/4A4/4KABR1 w - - 0 1",
		"4kab2/4a4/4b4/p7p/1c7/P2nC4/2rNPRc1P/5N3/4A4/3A1KB2 w - - 0 1",
	} {
		e.Clear()
		info, err := e.Search(context.Background(), position(t, fen), Limits{Nodes: nodes}, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %s at depth %d", fen, info.Score, info.Depth)
		if info.Score < winner {
			t.Errorf("%s: %s (%s) after %d nodes", fen, info.Move(), info.Score, info.Nodes)
		}
	}
}
