package studycard

import (
	"yeye/bot/discord"
	"yeye/bot/match"
	"yeye/bot/match/practice"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// controlState is what the controls of a study show.
type controlState struct {
	chosen game.Square // the piece to move, game.NoSquare for none
	more   bool        // show the second row of buttons
	on     bool        // each position is evaluated
	nonce  string      // of the menus

	masters *practice.Page // if set, what masters play, instead of the other controls
}

func (s *Cards) rows(w *words.Words, m *match.Match, c controlState, at *Place) []discord.Row {
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
	movable, none := m.Game.Position().HasLegal(), m.Game.Ply() == 0
	if movable {
		all = view.MoveRows(w, m, c.chosen, c.nonce)
	}
	ways := at.options(w, m.Game.Position())
	if len(ways) > 0 {
		all = append(all, discord.Row{discord.Select{CustomID: id(ActionBook, ""), Placeholder: at.prompt(w),
			Options: ways}})
	}
	next := discord.Button{CustomID: id(ActionBook, "none"), Label: "▶", Style: discord.Secondary, Disabled: true}
	if len(at.Continuations) > 0 {
		next.CustomID, next.Disabled = id(ActionBook, at.Continuations[0].Move.String()), false
	}
	first := discord.Row{discord.Button{CustomID: id(view.ActionUndo, ""), Label: "◀", Style: discord.Secondary,
		Disabled: none}, next}
	if s.analyses {
		lines := button(ActionLines, "control.lines", discord.Primary, !movable)
		if c.on {
			lines = button(ActionLines, "control.lines.off", discord.Secondary, false)
		}
		first = append(first, lines)
	}
	first = append(first, button(ActionEngine, "control.engine", discord.Secondary, !movable))
	if !c.more {
		return append(all, append(first, button(ActionMore, "control.more", discord.Secondary, false)))
	}
	rare := discord.Row{button(ActionMasters, "control.masters", discord.Secondary, false), save}
	if s.analyses {
		rare = append(rare, button(view.ActionAnalyze, "control.analyze", discord.Secondary, none))
	}
	switch {
	case m.Private():
		rare = append(rare, button(ActionPost, "control.post", discord.Secondary, false))
	case len(m.Guests) > 0:
		rare = append(rare, button(ActionDismiss, "control.alone", discord.Secondary, false))
	}
	if len(ways) == 0 {
		rare = append(rare, button(ActionNote, at.NoteLabel(), discord.Secondary, false))
	}
	last := discord.Row{}
	if m.Private() || m.Guild != "" {
		last = append(last, discord.Button{CustomID: id(view.ActionDuelHere, view.DuelStudy),
			Style: discord.Secondary, Label: w.Text("control.duelhere"), Disabled: m.Game.Outcome().Over()})
	}
	last = append(last, button(ActionSetUp, "control.setup", discord.Secondary, false),
		button(ActionReset, "control.reset", discord.Secondary, none),
		button(ActionClose, "control.close", discord.Secondary, false))
	return append(all, first, rare, last)
}
