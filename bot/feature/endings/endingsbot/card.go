package endingsbot

import (
	"context"

	"yeye/bot/discord"
	"yeye/bot/feature/endings"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
)

// remark returns the text on the card of an ending: the goal, and after the end the result.
func (e *endgame) remark(_ context.Context, r *view.Reader, m *match.Match) (string, error) {
	one, ok := endings.FromMatch(m)
	if !ok || m.Status == match.Ended && m.Ruling == match.EndedByModerator {
		return "", nil
	}
	if m.Status != match.Ended {
		text := taskText(r.Words, &one)
		if one.Goal == endings.Win && !m.MayWin(one.Side) {
			text = "**" + nameOf(r.Words, &one) + "**\n" + r.Text("endgame.gone")
		}
		if !m.Unaided() {
			text += "\n" + r.Text("endgame.helped")
		}
		return text, nil
	}
	name := "**" + nameOf(r.Words, &one) + "**\n"
	was := one.Reached(m)
	switch {
	case !was.Goal:
		return name + r.Text("endgame.missed."+one.Goal.String()), nil
	case !was.Clean:
		name += signs[endings.Practice]
	default:
		name += signs[endings.Clean]
	}
	text := name + r.Text("endgame.reached."+one.Goal.String(), locale.Args{"Count": was.Moves})
	if was.Better {
		text = name + r.Text("endgame.reached.better", locale.Args{"Count": was.Moves})
	}
	if !was.Clean {
		text = r.Sentences(text, r.Text("endgame.practice"))
	}
	return text, nil
}

// buttons returns the buttons of an ending's final card: the next ending, a held classic as Black, and the list.
func (e *endgame) buttons(_ context.Context, r *view.Reader, m *match.Match) (row discord.Row, err error) {
	one, ok := endings.FromMatch(m)
	if !ok || m.Status != match.Ended {
		return nil, nil
	}
	if next, ok := endings.Next(one.Name); ok {
		row = append(row, discord.Button{Label: r.Text("endgame.next", locale.Args{"Name": nameOf(r.Words, &next)}),
			Style: discord.Secondary, CustomID: control(actionBegin, next.Name)})
	}
	if other, ok := one.AsBlack(); ok && one.Reached(m).Goal {
		row = append(row, discord.Button{Label: r.Text("endgame.black"), Style: discord.Secondary,
			CustomID: control(actionBegin, other.Name)})
	}
	return append(row, discord.Button{Label: r.Text("endgame.all"), Style: discord.Secondary,
		CustomID: control(actionList, one.Name)}), nil
}
