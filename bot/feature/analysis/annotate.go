package analysis

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"yeye/ai/report"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/archive"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/game/record"
)

// Annotate adds an existing report to the record of its game, in the requester's language. Nothing is added if fair
// play does not permit the report now.
func (f *analyses) Annotate(ctx context.Context, r *interaction.Request, g *archive.Game, rec *record.Record) error {
	a, there, err := load(ctx, f.DB.Read(), g.ID)
	if err != nil || !there || a.State != finished {
		return err
	}
	found, err := f.report(ctx, r, g, &a)
	switch {
	case errors.Is(err, errLiveBoards), errors.Is(err, errRunning):
		return nil
	case err != nil:
		return err
	}
	w := f.Readers.For(r).Words.WithPieces(nil)
	said := make(map[int]string, len(found.TurningPoints))
	for i := range found.TurningPoints {
		said[found.TurningPoints[i].Ply] = turnNote(w, g, &found.TurningPoints[i])
	}
	found.Annotate(rec, func(ply int) string { return said[ply] })
	rec.Comment = strings.TrimSpace(rec.Comment + " " + accuracyNote(w, found))
	rec.Info.Annotator = cmp.Or(rec.Info.Annotator, "Yeye")
	return nil
}

// turnNote describes a turning point in plain text.
func turnNote(w *words.Words, g *archive.Game, t *report.TurningPoint) string {
	before, _ := g.At(t.Ply)
	key := "analysis.note.turn"
	if t.Costliest {
		key += ".dearest"
	}
	return plain(w.Text(key, locale.Args{"Fault": faultText(w, &before, t), "Reasons": reasonsText(w, &before, t)}))
}

// accuracyNote returns both sides' accuracies in plain text, without sides with too few counted moves.
func accuracyNote(w *words.Words, found *report.Report) string {
	var all []string
	for c, s := range found.Sides {
		if s.Counted >= minCounted {
			all = append(all, w.Text("analysis.note.side", locale.Args{"Side": w.Color(game.Color(c)),
				"Accuracy": s.Percent()}))
		}
	}
	return plain(strings.Join(all, w.Text("analysis.graph.comma")))
}

// plain removes Discord's markup from a text.
func plain(text string) string { return strings.NewReplacer("`", "", "**", "").Replace(text) }
