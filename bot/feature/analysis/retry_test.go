package analysis

import (
	"testing"

	"yeye/bot/match/archive"
	"yeye/game"
)

// A game from the usual start would count like any other: it is not offered as a try.
func TestNoRetryFromTheUsualStart(t *testing.T) {
	mate, err := game.ParseFEN("3k5/R8/9/9/9/9/9/9/9/4KR3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for text, c := range map[string]struct {
		start game.Position
		want  [2]bool // before and after the move
	}{
		"h2e2": {game.Start(), [2]bool{false, true}},
		"f0f9": {mate, [2]bool{true, false}}, // over
	} {
		g := game.NewGame(c.start, game.Asian)
		m, err := game.ParseMove(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
		for ply, want := range c.want {
			if _, ok := retryTerms(&archive.Game{Game: g}, ply); ok != want {
				t.Errorf("%s, ply %d: %t", text, ply, ok)
			}
		}
	}
}
