package ai

import (
	"context"
	"testing"

	"yeye/ai/character"
	"yeye/game"
)

// A character that overlooks moves misses some long rook moves, its own too, but no capture by a piece next to its victim, and no rook.
func TestOverlooks(t *testing.T) {
	// The rook on a0 can go up to a9; the pawn on e4 can take the one on e5; the
	// cannon on b2 can take the rook on h2 over the piece on d2.
	g := position(t, "4k4/9/9/9/4p4/4P4/9/1C1A3r1/9/R3K4 w - - 0 1")
	move := func(text string) game.Move {
		m, err := game.ParseMove(text)
		if err != nil || !g.Position().IsLegal(m) {
			t.Fatalf("%s is no move here: %v", text, err)
		}
		return m
	}
	kid, _ := CharacterAt(character.Kid)
	const games = 400
	missed := map[string]int{}
	for seed := range uint64(games) {
		e := New(kid.options(Options{HashMB: 1}, seed))
		roots, err := rootMoves(g, nil)
		if err != nil {
			t.Fatal(err)
		}
		e.workers[0].reset(g)
		seen := map[game.Move]bool{}
		for _, r := range e.workers[0].notOverlooked(roots) {
			seen[r.move] = true
		}
		for _, text := range []string{"a0a8", "e4e5", "b2h2"} {
			if !seen[move(text)] {
				missed[text]++
			}
		}
	}
	if n := missed["a0a8"]; n < games/50 || n > games/4 {
		t.Errorf("the long rook move was missed %d times of %d", n, games)
	}
	if missed["e4e5"] > 0 || missed["b2h2"] > 0 {
		t.Errorf("missed what everybody sees: %v", missed)
	}
}

// In check, or if all moves would be overlooked, none is: there is always a move.
func TestOverlookingLeavesAMove(t *testing.T) {
	for _, fen := range []string{"3k5/9/9/9/9/9/9/9/9/5K2R w - - 0 1", "3k5/9/9/9/9/9/9/9/5r3/5K2R w - - 0 1"} {
		g := position(t, fen)
		legal := g.Position().LegalMoves(nil)
		e := New(Options{HashMB: 1, Blind: 256 * 4}) // sees only plain moves
		for _, m := range legal {
			if _, err := e.Search(context.Background(), g, Limits{Nodes: 50, SearchMoves: []game.Move{m}}, nil); err != nil {
				t.Errorf("%s, only %s: %v", fen, m, err)
			}
		}
	}
}
