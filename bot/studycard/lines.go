package studycard

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"yeye/ai/report"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/view"
	"yeye/bot/view/words"
	"yeye/game"
	"yeye/render"
)

const (
	// MaxLines is how many of the best lines are shown.
	MaxLines = len(render.Marks{}.Lines)
	maxPlies = 6 // plies shown of each
	maxAloud = 3 // plies of each for a screen reader
)

// lines returns the engine's evaluation of the position on the board, nil if there is none.
func (s *Cards) lines(ctx context.Context, m *match.Match) ([]report.Position, error) {
	if m.Status != match.Open {
		return nil, nil
	}
	return loadLines(ctx, s.db.Read(), m.ID, m.Turn)
}

// board returns the picture of a study, with arrows for the best lines.
func board(w *words.Words, m *match.Match, style render.Style, chosen game.Square, lines []report.Position) render.View {
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
	text := []string{w.Text("study.value", locale.Args{"Chance": fmt.Sprintf("%.0f", lines[0].Chance), "Value": w.Value(lines[0].Eval())})}
	for i := range lines {
		line := strings.Join(w.Line(*m.Game.Position(), lines[i].Line, maxPlies), " ")
		if r.Aloud() {
			line = aloud(r, *m.Game.Position(), lines[i].Line)
		}
		text = append(text, w.Text("study.line", locale.Args{"Nth": strconv.Itoa(i + 1), "Line": line, "Value": w.Value(lines[i].Eval())}))
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
		all = append(all, r.Words.Text("study.arrow", locale.Args{"Nth": i + 1, "Piece": r.Words.Piece(m.Game.Position().At(move.From())),
			"From": move.From().String(), "To": move.To().String()}))
	}
	return strings.Join(all, " ")
}

// Keep stores the engine's evaluation of the position of a study at its turn, which the card shows until the next move.
func (s *Cards) Keep(ctx context.Context, m *match.Match, lines []report.Position) error {
	return s.db.Tx(ctx, func(tx store.Tx) error { return saveLines(ctx, tx, m, lines) })
}

// OnMatch is called with each change of a match. It deletes the engine's evaluation of a position that is no longer on the board.
func OnMatch(ctx context.Context, tx store.Tx, c *match.Change) error {
	m := &c.Match
	if !m.Mode.OneOwner || c.New() || !c.PositionChanged() && m.Live() {
		return nil
	}
	return dropLines(ctx, tx, m.ID)
}
