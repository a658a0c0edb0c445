package study

import (
	"context"
	"strings"

	"yeye/ai/report"
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

// Card implements [display.Source]: like a game's card, but nobody waits, and the end of a line is only mentioned.
func (s *study) Card(ctx context.Context, of id.Match, arg string) (display.Card, error) {
	m, c, r, err := s.Load(ctx, of)
	if err != nil {
		return c, err
	}
	chosen := matchcard.Chosen(arg)
	lines, err := s.lines(ctx, &m)
	if err != nil {
		return c, err
	}
	at, err := s.place(ctx, &m)
	if err != nil {
		return c, err
	}
	c.Message.Content, c.Message.Rows = text(r, &m, lines, &at), s.rows(r.Words, &m, chosen, &at)
	v := board(&m, r.Style(), chosen, lines)
	c.Draw = func() ([]discord.File, error) { return s.Painter.Picture(r.Words, v, arrowsText(r, &m, lines)) }
	return c, nil
}

func text(r *view.Reader, m *match.Match, best []report.Position, at *place) string {
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
	if said := at.text(w); said != "" {
		lines = append(lines, said)
	}
	if best := linesText(r, m, best); best != "" {
		lines = append(lines, best)
	}
	last := "-# " + w.Text("study.of", locale.Args{"Who": view.Who(w, m.Seats[game.Red]), "Number": m.Game.Position().MoveNumber()})
	if len(m.Guests) > 0 {
		var who []string
		for _, p := range m.Guests {
			who = append(who, view.Who(w, match.Seat{Player: p}))
		}
		last += " · " + w.Text("study.with", locale.Args{"Who": strings.Join(who, " ")})
	}
	lines = append(lines, last)
	return strings.Join(lines, "\n")
}

func (s *study) rows(w *words.Words, m *match.Match, chosen game.Square, at *place) []discord.Row {
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
	ways := at.options(w, m.Game.Position())
	if len(ways) > 0 {
		all = append(all, discord.Row{discord.Select{CustomID: id(actionWay, ""), Placeholder: at.prompt(w), Options: ways}})
	}
	none := m.Game.Ply() == 0
	var last discord.Row
	if len(at.next) > 0 {
		last = append(last, discord.Button{CustomID: id(actionWay, at.next[0].Move.String()), Label: "▶", Style: discord.Secondary})
	}
	last = append(last,
		button(actionSetUp, "control.setup", discord.Secondary, false),
		save,
		button(actionClose, "control.close", discord.Secondary, false))
	switch {
	case m.Private():
		last = append(last, button(actionPost, "control.post", discord.Secondary, false))
	case len(m.Guests) > 0:
		last = append(last, button(actionAlone, "control.alone", discord.Secondary, false))
	}
	if len(ways) == 0 {
		last = append(last, button(actionNote, at.noteLabel(), discord.Secondary, false))
	}
	first := discord.Row{
		button(actionEngine, "control.engine", discord.Primary, !movable),
		button(view.ActionUndo, "control.undo", discord.Secondary, none),
		button(actionReset, "control.reset", discord.Secondary, none),
	}
	if s.Engine.Reviews() {
		first = append(first, button(actionLines, "control.lines", discord.Secondary, !movable),
			button(view.ActionAnalyze, "control.analyze", discord.Secondary, none))
	}
	return append(all, first, last)
}

// actionResume resumes an adjourned study; it belongs to feature play.
const actionResume = "resume"
