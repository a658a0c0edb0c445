package studycard

import (
	"fmt"
	"strconv"
	"strings"

	"yeye/ai/report"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/render"
)

const (
	// MaxLines is how many of the best lines are shown.
	MaxLines = len(render.Marks{}.Lines)
	maxPlies = 6 // plies shown of each
	maxAloud = 3 // plies of each for a screen reader
)

// board returns the picture of a study, with arrows for the best lines.
func board(w *words.Words, m *match.Match, style render.Style, chosen game.Square,
	lines []report.Position) render.View {
	v := view.Board(w, m, style, game.Red, chosen)
	for i, one := range lines[:min(len(lines), MaxLines)] {
		if len(one.Line) > 0 {
			v.Marks.Lines[i] = one.Line[0]
		}
	}
	return v
}

// linesText describes the value and the best lines, "" if none.
func linesText(r *view.Reader, m *match.Match, lines []report.Position) string {
	if len(lines) == 0 {
		return ""
	}
	w := r.Words
	text := []string{w.Text("study.value", locale.Args{"Chance": fmt.Sprintf("%.0f", lines[0].Chance),
		"Value": w.Value(lines[0].Eval())})}
	for i := range lines {
		line := strings.Join(w.Line(*m.Game.Position(), lines[i].Line, maxPlies), " ")
		if r.Aloud() {
			line = aloud(r, *m.Game.Position(), lines[i].Line)
		}
		text = append(text, w.Text("study.line", locale.Args{"Nth": strconv.Itoa(i + 1), "Line": line,
			"Value": w.Value(lines[i].Eval())}))
	}
	return strings.Join(text, "\n")
}

func aloud(r *view.Reader, p game.Position, line []game.Move) string {
	var all []string
	for _, m := range line[:min(len(line), maxAloud)] {
		after := p.After(m)
		all = append(all, r.Words.Aloud(&p, m, after.InCheck()))
		p = after
	}
	return strings.Join(all, " ")
}

// arrowsText describes the arrows on the board.
func arrowsText(r *view.Reader, m *match.Match, lines []report.Position) string {
	var all []string
	for i := range lines {
		if len(lines[i].Line) == 0 {
			continue
		}
		move := lines[i].Line[0]
		all = append(all, r.Words.Text("study.arrow", locale.Args{"Nth": i + 1,
			"Piece": r.Words.Piece(m.Game.Position().At(move.From())),
			"From":  move.From().String(), "To": move.To().String()}))
	}
	return strings.Join(all, " ")
}
