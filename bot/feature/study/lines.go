package study

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"yeye/ai/report"
	"yeye/bot/discord"
	"yeye/bot/gamefile"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/view"
	"yeye/game"
	"yeye/render"
)

const (
	maxLines = len(render.Marks{}.Lines) // requested from the engine
	maxPlies = 6                         // plies shown of each
	maxAloud = 3                         // plies of each for a screen reader
)

// showLines has the engine evaluate the position on the board: its value and the best lines are shown until the next move.
func (s *study) showLines(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	m, err := s.atTurn(ctx, r, c)
	if err == nil {
		err = s.FairPlay.Help(ctx, r.Player, &m)
	}
	if err != nil {
		return interaction.Response{}, err
	}
	return interaction.Response{Waits: true, Work: func(ctx context.Context) (interaction.Response, error) {
		found, err := s.Engine.Lines(ctx, r.Player, m.Game.Clone(), maxLines)
		if err == nil {
			err = s.Matches.UncountLike(ctx, r.Player, m.Game.Position(), match.AfterHint)
		}
		if err == nil {
			err = s.DB.Tx(ctx, func(tx store.Tx) error { return saveLines(ctx, tx, &m, found) })
		}
		if err != nil {
			return interaction.Response{}, err
		}
		now, err := s.Matches.Get(ctx, m.ID)
		if err != nil {
			return interaction.Response{}, err
		}
		return s.ShowMatch(r, &now, game.NoSquare), nil
	}}, nil
}

// lines returns the engine's evaluation of the position on the board, nil if there is none.
func (s *study) lines(ctx context.Context, m *match.Match) ([]report.Position, error) {
	if m.Status != match.Open {
		return nil, nil
	}
	return loadLines(ctx, s.DB.Read(), m.ID, m.Turn)
}

// board returns the picture of a study, with arrows for the best lines.
func board(m *match.Match, style render.Style, chosen game.Square, lines []report.Position) render.View {
	v := view.Board(m, style, game.Red, chosen)
	for i, one := range lines[:min(len(lines), maxLines)] {
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

// onMatch keeps the book of a study, and deletes the engine's evaluation of a position that is no longer on the board.
func onMatch(ctx context.Context, tx store.Tx, c *match.Change) error {
	if err := gamefile.OnStudies(ctx, tx, c); err != nil {
		return err
	}
	return forget(ctx, tx, c)
}

func forget(ctx context.Context, tx store.Tx, c *match.Change) error {
	m := &c.Match
	if m.Mode.Kind != match.Study.Kind || c.New() || !c.PositionChanged() && m.Live() {
		return nil
	}
	return dropLines(ctx, tx, m.ID)
}
