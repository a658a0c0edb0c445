package guess

import (
	"context"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/archive"
)

// options offers the games of old manuals.
func options(t interaction.Texts) []discord.CommandOption {
	ids := func(c archive.Imported) string { return string(c.ID) }
	which := t.Pick("guess", "game", interaction.Choices(t, archive.Classics(), ids,
		func(l *locale.Localizer, c archive.Imported) string { return l.Text("guess.classic." + ids(c)) })...)
	which.Required = true
	return []discord.CommandOption{which}
}

// command handles /guess: it offers a game of an old manual from its first move.
func (g *guess) command(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	name := r.Options["game"]
	for _, c := range archive.Classics() {
		if string(c.ID) != name {
			continue
		}
		one, err := g.loadGame(ctx, r, discord.ControlID{ID: id.Match(name)})
		if err != nil {
			return interaction.Response{}, err
		}
		title := r.Text.Text("guess.classic", locale.Args{"Title": r.Text.Text("guess.classic." + name)})
		return interaction.Answer(discord.Message{Content: title + "\n" + r.Text.Text("guess.offer"),
			Rows: []discord.Row{g.startButtons(r, &one, 0)}}), nil
	}
	return interaction.Say(r.Text.Text("guess.unknown")), nil
}
