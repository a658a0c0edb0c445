package archive

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"yeye/game/record"
)

// A file's notes are found by ply.
func TestSaid(t *testing.T) {
	rec, err := record.Read([]byte("{the final} 1. h2e2! {the center} h9g7 {[%eval 0.35]} (1... b9c7) 2. h0g2"))
	if err != nil {
		t.Fatal(err)
	}
	g := Game{notes: rec}
	for ply, want := range map[int]record.Ply{-1: {}, 0: {Comment: "the final"}, 1: rec.Line[0], 2: rec.Line[1], 3: rec.Line[2], 4: {}} {
		if d := cmp.Diff(want, g.Notes(ply)); d != "" {
			t.Errorf("ply %d: %s", ply, d)
		}
	}
	if d := cmp.Diff(record.Ply{}, (&Game{}).Notes(1)); d != "" {
		t.Error(d)
	}
}
