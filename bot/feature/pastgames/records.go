package pastgames

import (
	"context"
	"strconv"
	"strings"

	"yeye/bot/archive"
	"yeye/bot/discord"
	"yeye/bot/history"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/view"
)

// maxPeople limits how many people are listed: those met most often.
const maxPeople = 20

// records answers with a player's record against each character and each person.
func (f *past) records(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	return f.recordsOf(ctx, r, c, false)
}

// recordsOf does the same; shown is set if everybody will see it.
func (f *past) recordsOf(ctx context.Context, r *interaction.Request, c discord.ControlID, shown bool) (interaction.Response, error) {
	q, ok := parseQuery(c.Arg)
	if !ok {
		return interaction.Say(r.Text.Text("refuse.control")), nil
	}
	characters, people, err := f.History.Records(ctx, archive.Asker(r), q.of)
	if err != nil {
		return interaction.Response{}, err
	}
	w := f.Readers.For(r)
	text := []string{w.Text("history.records", locale.Args{"Who": "<@" + string(q.of) + ">"})}
	text = append(text, section(w, "history.records.characters", characters)...)
	text = append(text, section(w, "history.records.people", people[:min(len(people), maxPeople)])...)
	control := func(action, key, nonce string) discord.Component {
		return discord.Button{CustomID: discord.ControlID{Action: action, Turn: c.Turn, Arg: q.String(), Nonce: nonce + strconv.FormatInt(c.Turn, 36)}.String(),
			Label: w.Text(key), Style: discord.Secondary}
	}
	if len(characters)+len(people) == 0 { // the games, or the player, were deleted meanwhile
		text := headText(w, query{of: q.of}, headOf(r, q, shown), history.Tally{})
		return interaction.Change(discord.Message{Content: text, Rows: []discord.Row{{control(actionPage, "history.control.back", "k")}}}), nil
	}
	m := discord.Message{Content: locale.Cut(strings.Join(text, "\n"), discord.MaxContent),
		Rows: []discord.Row{{control(actionPage, "history.control.back", "k"), control(actionTell, "history.control.share", "s")}}}
	return interaction.Change(m), nil
}

// section lists records under a heading; nil if there are none.
func section(w *view.Reader, heading string, all []history.Record) (lines []string) {
	for i := range all {
		if i == 0 {
			lines = append(lines, w.Text(heading))
		}
		lines = append(lines, "- "+nameOf(w, all[i].Opponent)+": "+tallyText(w.Localizer, all[i].Tally))
	}
	return lines
}
