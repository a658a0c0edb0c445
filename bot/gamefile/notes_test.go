package gamefile

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"yeye/game/record"
)

// What a file says beside its moves is kept and read back; one that says nothing keeps nothing, and one that says far too much keeps
// its moves.
func TestNotes(t *testing.T) {
	page := strings.Repeat("y ", 9000)
	for _, c := range []struct {
		name, text string
		kept       bool
	}{
		{"moves", `[Red "Mei"] 1. h2e2 h9g7 2. h0g2`, false},
		{"a position", "4k4/9/9/9/9/9/9/9/9/3K5 w", false},
		{"a comment before the game", "{the final} 1. h2e2 h9g7", true},
		{"a comment", "1. h2e2 {the centre} h9g7", true},
		{"a mark", "1. h2e2! h9g7", true},
		{"a value", "1. h2e2 {[%eval 0.35]} h9g7", true},
		{"a line", "1. h2e2 (1. b2e2 b9c7) h9g7", true},
		{"far too much", "1. h2e2 h9g7 2. h0g2 i9h9 " + strings.Repeat("(2... b9c7 {"+page+"}) ", 8), false},
	} {
		rec, err := record.Read([]byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		notes := Notes(rec)
		if (notes != "") != c.kept {
			t.Errorf("%s: kept %d bytes", c.name, len(notes))
		}
		if notes == "" {
			continue
		}
		back, err := record.ReadPGN([]byte(notes))
		if err != nil || back.Comment != rec.Comment || cmp.Diff(rec.Line, back.Line) != "" {
			t.Errorf("%s: read back as %+v, %v", c.name, back, err)
		}
		g := Game{notes: back}
		for ply := range len(rec.Line) + 2 {
			want := record.Ply{Comment: rec.Comment}
			if ply > len(rec.Line) {
				want = record.Ply{}
			} else if ply > 0 {
				want = rec.Line[ply-1]
			}
			if d := cmp.Diff(want, g.Said(ply)); d != "" {
				t.Errorf("%s, ply %d: %s", c.name, ply, d)
			}
		}
	}
}
