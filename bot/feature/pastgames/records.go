package pastgames

import (
	"context"
	"strconv"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/archive"
	"yeye/bot/match/history"
	"yeye/bot/match/view"
)

// maxPeople limits how many people are listed: those met most often.
const maxPeople = 20

// records shows a player's record against each character and each person.
func (f *past) records(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	return interaction.Editing(f.recordsOf(ctx, r, c, false))
}

// recordsOf answers with the records; shown means that the answer is public.
func (f *past) recordsOf(ctx context.Context, r *interaction.Request, c discord.ControlID,
	shown bool) (interaction.Response, error) {
	q, ok := parseQuery(c.Arg)
	if !ok {
		return interaction.Say(r.Text.Text("refuse.control")), nil
	}
	characters, people, err := f.History.Records(ctx, archive.Asker(r), q.of)
	if err != nil {
		return interaction.Response{}, err
	}
	w := f.Readers.For(r)
	control := func(action, key, nonce string) discord.Component {
		return discord.ControlID{Action: action, Turn: c.Turn, Arg: q.String(),
			Nonce: nonce + strconv.FormatInt(c.Turn, 36)}.Button(w.Text(key), discord.Secondary)
	}
	row := discord.Row{control(actionPage, "history.control.back", "k")}
	if len(characters)+len(people) == 0 { // the games, or the player, were deleted meanwhile
		return interaction.Answer(discord.Message{Content: headText(w, query{of: q.of}, headOf(r, q, shown),
			history.Tally{}), Rows: []discord.Row{row}}), nil
	}
	lines := []string{w.Text("history.records", locale.Args{"Who": "<@" + string(q.of) + ">"})}
	lines = append(lines, section(w, "history.records.characters", characters)...)
	lines = append(lines, section(w, "history.records.people", people[:min(len(people), maxPeople)])...)
	row = append(row, control(actionShareRecords, "history.control.share", "s"))
	return interaction.Answer(discord.Message{Content: locale.Lines(lines, discord.MaxContent),
		Rows: []discord.Row{row}}), nil
}

// section lists records under a heading; nil if there are none.
func section(w *view.Reader, heading string, all []history.Record) (lines []string) {
	for i := range all {
		if i == 0 {
			lines = append(lines, w.Text(heading))
		}
		lines = append(lines, "- "+w.Text("named", locale.Args{"Name": nameOf(w, all[i].Opponent),
			"Value": tallyText(w.Localizer, all[i].Tally)}))
	}
	return lines
}
