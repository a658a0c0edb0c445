package replaypage

import (
	"strings"

	"yeye/bot/locale"
	"yeye/bot/match/archive"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/game/record"
)

const (
	maxLines = 2 // lines shown
	maxPlies = 8 // plies of each
)

// annotationsText returns the annotations of a place: the move's mark, to be appended to the move, then evaluation,
// comment and variations, each on a line.
func annotationsText(w *words.Words, at *archive.Line) string {
	text := ""
	if at.Notes.Mark != record.NoMark {
		text = " **" + at.Notes.Mark.String() + "**"
	}
	line := func(t string) { text += "\n" + t }
	if at.Notes.Eval.Kind != record.NoEval {
		line(w.Text("replay.value", locale.Args{"Value": w.Value(at.Notes.Eval)}))
	}
	if comment := view.Comment(at.Notes.Comment); comment != "" {
		line(comment)
	}
	for _, v := range at.Notes.Variations[:min(len(at.Notes.Variations), maxLines)] {
		before, _ := at.Position(at.At - 1)
		var moves []game.Move
		for _, p := range v {
			moves = append(moves, p.Move)
		}
		line(w.Text("replay.instead", locale.Args{"Line": strings.Join(w.Line(before, moves, maxPlies), " ")}))
	}
	return text
}
