package study

import (
	"context"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/matchcard"
	"yeye/bot/view"
	"yeye/bot/view/words"
	"yeye/game"
)

// Card implements [display.Source]: like a game's card, but nobody waits, and the end of a line is only told.
func (s *study) Card(ctx context.Context, of id.Match, arg string) (display.Card, error) {
	m, c, r, err := s.Load(ctx, of)
	if err != nil {
		return c, err
	}
	chosen := matchcard.Chosen(arg)
	c.Message.Content, c.Message.Rows = text(r, &m), rows(r.Words, &m, chosen)
	v := view.Board(&m, r.Style(), game.Red, chosen)
	c.Draw = func() ([]discord.File, error) { return s.Painter.Picture(r.Words, v, "") }
	return c, nil
}

func text(r *view.Reader, m *match.Match) string {
	w := r.Words
	var lines []string
	if last := view.LastMoves(r, m); last != "" {
		lines = append(lines, last)
	}
	side := locale.Args{"Side": w.Color(m.ToMove())}
	outcome := m.Game.Outcome()
	switch {
	case m.Status == match.Ended:
		lines = append(lines, w.Text("study.closed"))
	case m.Status == match.Adjourned:
		lines = append(lines, w.Text("card.resting", locale.Args{"Who": view.Who(w, m.Seats[game.Red]), "Side": w.Color(m.ToMove())}))
	case outcome.Over():
		lines = append(lines, w.Ending(outcome, [2]string{w.Color(game.Red), w.Color(game.Black)}))
	case m.Game.Position().InCheck():
		lines = append(lines, w.Text("study.turn.check", side))
	default:
		lines = append(lines, w.Text("study.turn", side))
	}
	if m.Status == match.Open && m.Game.Ply() == 0 {
		how := "study.how"
		if m.Private() {
			how = "study.how.private"
		}
		lines = append(lines, w.Text(how, locale.Args{"Example": view.Example(w, m.Game.Position())}))
	}
	lines = append(lines, "-# "+w.Text("study.of", locale.Args{"Who": view.Who(w, m.Seats[game.Red]), "Number": m.Game.Position().MoveNumber()}))
	return strings.Join(lines, "\n")
}

func rows(w *words.Words, m *match.Match, chosen game.Square) []discord.Row {
	id := view.IDs(m)
	button := func(action, label string, style discord.Style, off bool) discord.Component {
		return discord.Button{CustomID: id(action, ""), Label: w.Text(label), Style: style, Disabled: off}
	}
	save := button(view.ActionExport, "control.save", discord.Secondary, false)
	switch m.Status {
	case match.Open:
	case match.Adjourned:
		return []discord.Row{{button(actionResume, "control.resume", discord.Primary, false), save}}
	default:
		return []discord.Row{{save}}
	}
	var all []discord.Row
	movable := m.Game.Position().HasLegal()
	if movable {
		all = view.MoveRows(w, m, chosen)
	}
	none := m.Game.Ply() == 0
	last := discord.Row{
		button(actionSetUp, "control.setup", discord.Secondary, false),
		save,
		button(actionClose, "control.close", discord.Secondary, false),
	}
	if m.Private() {
		last = append(last, button(actionPost, "control.post", discord.Secondary, false))
	}
	return append(all, discord.Row{
		button(actionEngine, "control.engine", discord.Primary, !movable),
		button(view.ActionUndo, "control.undo", discord.Secondary, none),
		button(actionReset, "control.reset", discord.Secondary, none),
	}, last)
}

// actionResume goes on with an adjourned study: playing's own.
const actionResume = "resume"
