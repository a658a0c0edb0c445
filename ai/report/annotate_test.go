package report_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"yeye/ai/accuracy"
	"yeye/ai/report"
	"yeye/game"
	"yeye/game/notation"
	"yeye/game/record"
)

// annotated returns a report of a game and the game's record annotated with it.
func annotated(t *testing.T, text string) (*report.Report, *record.Record) {
	t.Helper()
	g := played(t, text)
	r, err := report.Make(g, g.Outcome(), analysed(t, g))
	if err != nil {
		t.Fatal(err)
	}
	rec := record.FromGame(g)
	r.Annotate(rec, func(ply int) string {
		if r.Moves[ply].Verdict == accuracy.Blunder {
			return fmt.Sprintf("ply %d loses the horse", ply)
		}
		return ""
	})
	return r, rec
}

// A report is written to files in every notation and read back unchanged.
func TestAnnotatedFilesAreReadBack(t *testing.T) {
	for _, text := range looked() {
		r, rec := annotated(t, text)
		bad := 0
		for i, p := range rec.Line {
			verdict := r.Moves[i].Verdict
			if verdict != accuracy.Fine {
				bad++
			}
			if (p.Mark != record.NoMark) != (verdict != accuracy.Fine) || len(p.Variations) > 0 &&
				verdict == accuracy.Fine {
				t.Errorf("ply %d, %v: marked %q, %d variations", i, verdict, p.Mark, len(p.Variations))
			}
			if last := i == len(rec.Line)-1; (p.Eval.Kind == record.NoEval) != last {
				t.Errorf("ply %d of %d: value %q", i, len(rec.Line), p.Eval)
			}
			for _, v := range p.Variations {
				if v[0].Move == p.Move {
					t.Errorf("ply %d: the better line begins with the move played", i)
				}
			}
		}
		if bad == 0 {
			t.Error("no move of the game was bad")
		}
		for _, f := range []notation.Family{notation.Coordinates, notation.WXF, notation.Chinese,
			notation.Traditional} {
			back, err := record.Read([]byte(record.WritePGN(rec, f)))
			if err != nil {
				t.Errorf("%v: %v", f, err)
				continue
			}
			if d := cmp.Diff(rec.Line, back.Line); d != "" {
				t.Errorf("%v: %s", f, d)
			}
		}
	}
}

// Existing comments stay, and a line that exists already is not written twice.
func TestAnnotateKeepsWhatIsThere(t *testing.T) {
	r, first := annotated(t, games[0])
	again := record.FromGame(played(t, games[0]))
	for i := range again.Line {
		again.Line[i].Mark, again.Line[i].Comment = record.Interesting, "seen"
		again.Line[i].Variations = first.Line[i].Variations
	}
	r.Annotate(again, func(int) string { return "more" })
	for i, p := range again.Line {
		if p.Mark != record.Interesting || p.Comment != "seen more" ||
			len(p.Variations) != len(first.Line[i].Variations) {
			t.Errorf("ply %d: %q %q, %d variations", i, p.Mark, p.Comment, len(p.Variations))
		}
	}
	other := record.FromGame(played(t, games[1]))
	r.Annotate(other, func(int) string { return "more" })
	if d := cmp.Diff(record.FromGame(played(t, games[1])), other, cmp.AllowUnexported(game.Position{})); d != "" {
		t.Errorf("another game: %s", d)
	}
}
