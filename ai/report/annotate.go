package report

import (
	"slices"
	"strings"

	"yeye/ai/accuracy"
	"yeye/game/record"
)

// maxVariation is the number of plies of a better line that are written as a variation.
const maxVariation = 8

// marks maps verdicts to the annotation marks of game files.
var marks = [...]record.Mark{accuracy.Inaccuracy: record.Dubious, accuracy.Mistake: record.Mistake,
	accuracy.Blunder: record.Blunder}

// Annotate writes the report into the record of its game: the evaluation after each move, a mark on each bad move with
// the better line as a variation, and the text that comment returns for a ply, counted from 0. Existing marks and
// comments stay.
func (r *Report) Annotate(rec *record.Record, comment func(ply int) string) {
	for i := range rec.Line[:min(len(rec.Line), len(r.Moves))] {
		ply, move := &rec.Line[i], &r.Moves[i]
		if ply.Move != move.Played {
			return // the record is of another game
		}
		if !r.Positions[i+1].Excluded {
			ply.Eval = r.Positions[i+1].Eval()
		}
		ply.Comment = strings.TrimSpace(ply.Comment + " " + comment(i))
		if move.Verdict == accuracy.Fine {
			continue
		}
		if ply.Mark == record.NoMark {
			ply.Mark = marks[move.Verdict]
		}
		if v := r.betterVariation(i); v != nil && !slices.ContainsFunc(ply.Variations,
			func(old []record.Ply) bool { return len(old) > 0 && old[0].Move == v[0].Move }) {
			ply.Variations = append(slices.Clone(ply.Variations), v)
		}
	}
}

// betterVariation returns the better line at a ply as a variation of a game file, with its evaluation; nil if there is
// none.
func (r *Report) betterVariation(ply int) []record.Ply {
	line := r.Positions[ply].Line
	if len(line) == 0 || line[0] == r.Moves[ply].Played {
		return nil
	}
	var v []record.Ply
	for _, m := range line[:min(len(line), maxVariation)] {
		v = append(v, record.Ply{Move: m})
	}
	v[0].Eval = r.Positions[ply].evalAfterBest()
	return v
}

// evalAfterBest returns the evaluation after the best move of the position: the same, except that the mating side's
// mate is one move nearer.
func (p *Position) evalAfterBest() record.Eval {
	e, d := p.Eval(), p.Decided()
	if e.Kind != record.MateIn || p.Turn != d.Side {
		return e
	}
	if d.Moves == 1 {
		return record.Eval{}
	}
	if e.N > 0 {
		return record.Eval{Kind: record.MateIn, N: e.N - 1}
	}
	return record.Eval{Kind: record.MateIn, N: e.N + 1}
}
