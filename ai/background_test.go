package ai

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"yeye/game"
)

// A search in the background finds the same as any other.
func TestPoolInBackground(t *testing.T) {
	g := game.NewGame(game.Start(), game.Asian)
	var found [2][]Info
	for i, background := range []bool{false, true} {
		pool := NewPool(PoolOptions{HashMB: 1, Background: background})
		lines, err := pool.Lines(t.Context(), g, Limits{Nodes: 5000, MultiPV: 2})
		if err != nil {
			t.Fatal(err)
		}
		found[i] = lines
	}
	if d := cmp.Diff(found[0], found[1], cmpopts.IgnoreFields(Info{}, "Time")); d != "" {
		t.Error(d)
	}
}

// A panic in a background search reaches its caller.
func TestBackgroundPanics(t *testing.T) {
	defer func() {
		if p := recover(); p != "broken" {
			t.Errorf("recovered %v", p)
		}
	}()
	inBackground(func() { panic("broken") })
}
