package gamefile

import (
	"slices"

	"yeye/game/notation"
	"yeye/game/record"
)

// maxNotes bounds what is kept of a file beside its moves, in bytes. A game with an engine's line at every move has some 20 KiB.
const maxNotes = 128 << 10

// Notes is what a record says beside its moves, as PGN to be kept; "" where it says nothing, or far too much.
func Notes(rec *record.Record) string {
	silent := func(p record.Ply) bool {
		return p.Mark == record.NoMark && p.Eval.Kind == record.NoEval && p.Comment == "" && len(p.Variations) == 0
	}
	if rec.Comment == "" && !slices.ContainsFunc(rec.Line, func(p record.Ply) bool { return !silent(p) }) {
		return ""
	}
	text := record.WritePGN(rec, notation.Coordinates)
	if len(text) > maxNotes {
		return ""
	}
	return text
}

// Said is what is known of the move that led to a ply, and of the game before its first one: a mark, a value, a comment, other lines.
// Only games that were read in have it.
func (g *Game) Said(ply int) record.Ply {
	switch {
	case g.notes == nil || ply < 0 || ply > len(g.notes.Line):
		return record.Ply{}
	case ply == 0:
		return record.Ply{Comment: g.notes.Comment}
	}
	return g.notes.Line[ply-1]
}
