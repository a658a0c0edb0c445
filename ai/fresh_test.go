package ai

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"yeye/game"
)

// A fresh search finds the same whatever the engine did before, and however many threads it has.
func TestFreshSearchesAreEqual(t *testing.T) {
	g := game.NewGame(game.Start(), game.Asian)
	play(t, g, "h2e2", "h9g7")
	other := position(t, "3aka3/4n4/9/9/9/9/9/7C1/7r1/3AK4 w - - 0 1")
	want, err := New(Options{HashMB: 4}).Lines(t.Context(), g, Limits{Nodes: 5000, MultiPV: 3, Fresh: true})
	if err != nil {
		t.Fatal(err)
	}
	e := New(Options{HashMB: 4, Threads: 2})
	for _, before := range []*game.Game{g, other} {
		if _, err := e.Lines(t.Context(), before, Limits{Nodes: 5000}); err != nil {
			t.Fatal(err)
		}
		got, err := e.Lines(t.Context(), g, Limits{Nodes: 5000, MultiPV: 3, Fresh: true})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got, cmpopts.IgnoreFields(Info{}, "Time")); d != "" {
			t.Error(d)
		}
	}
}
