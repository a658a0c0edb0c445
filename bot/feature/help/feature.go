// Package help answers newcomers: the rules on a page, and what the bot can do.
package help

import (
	"context"
	"embed"
	"errors"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/render"
)

//go:embed catalog/*.json
var catalog embed.FS

// actionHow says what the bot can do.
const actionHow = "how"

// sections are the paragraphs of /help, those for newcomers first, with a blank line after them. What a feature adds to
// one is the text help.SECTION.FEATURE of its own catalog.
var sections = []string{"new", "start", "turn", "lost", "after", "better", "record", "more"}

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Connection Connection
	Guilds     Guilds
	Features   []string // their names, in the order of /help
}

// Connection knows what the bot receives; connection.Manager implements it.
type Connection interface {
	// ReadsContent reports whether it receives text that is not addressed to it.
	ReadsContent() bool
}

// Guilds knows what servers have switched off; guild.Service implements it.
type Guilds interface {
	Settings(ctx context.Context, g id.Guild) (guild.Settings, error)
}

type help struct{ Services }

// New returns the feature.
func New(s Services) feature.Feature {
	h := &help{s}
	return feature.Feature{
		Name:    "help",
		Catalog: locale.Embedded("help", catalog),
		Commands: []interaction.Command{
			{Name: "rules", Door: door.Anybody.Alone(), Handle: h.rules},
			{Name: "help", Door: door.Anybody.Alone(), Handle: h.help},
		},
		Components: []interaction.Component{
			{Action: actionHow, Door: door.Anybody.Alone(),
				Handle: func(ctx context.Context, r *interaction.Request,
					_ discord.ControlID) (interaction.Response, error) {
					return h.help(ctx, r)
				}},
			{Action: view.ActionRules, Door: door.Anybody.Alone(),
				Handle: func(ctx context.Context, r *interaction.Request,
					_ discord.ControlID) (interaction.Response, error) {
					return h.rules(ctx, r)
				}},
		},
	}
}

// help names what can be used here: nothing that the server has switched off.
func (h *help) help(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	lines := []string{r.Text.Text("help.head")}
	here := h.settings(ctx, r)
	for _, section := range sections {
		var all []string
		for _, f := range h.Features {
			if text, ok := r.Text.Lookup("help." + section + "." + f); ok && here.MayUse(f) == nil {
				all = append(all, text)
			}
		}
		between := r.Text.Text("help.between")
		if section == "more" {
			between = " · "
		}
		if len(all) > 0 {
			lines = append(lines, r.Text.Text("help."+section, locale.Args{"All": strings.Join(all, between)}))
			if section == "start" {
				lines = append(lines, "")
			}
		}
	}
	if !h.Connection.ReadsContent() {
		lines = append(lines, r.Text.Text("told.typing"))
	}
	return interaction.Say(strings.Join(lines, "\n")), nil
}

// settings returns those of the server, zero in a direct conversation: help is given even if nothing can be looked up.
func (h *help) settings(ctx context.Context, r *interaction.Request) (here guild.Settings) {
	if r.Guild != "" {
		here, _ = h.Guilds.Settings(ctx, r.Guild)
	}
	return here
}

// rules shows the rules on a page, with the starting position as a newcomer sees it, a button to the lessons where they
// are on and, if no game is in progress, one to begin a game.
func (h *help) rules(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	m, err := h.Matches.InChannel(ctx, r.Channel)
	if err == nil && m.Mode.FaceDown() {
		return interaction.Say(r.Text.Text("flipped.rules", locale.Args{"Moves": jieqi.MoveLimitPlies / 2})), nil
	}
	free := errors.Is(err, match.ErrNoMatch)
	return interaction.Response{Work: func(context.Context) (interaction.Response, error) {
		reader := h.Readers.For(r)
		v := render.View{Position: game.Start(), Below: game.Red, Style: reader.Style()}
		v.Style.Newcomer = true
		files, err := h.Painter.Picture(reader.Words, v, "")
		if err != nil {
			return interaction.Response{}, err
		}
		m := discord.Message{Content: r.Text.Text("rules.page", locale.Args{"Moves": game.MoveLimitPlies / 2}),
			Files: files}
		var row discord.Row
		if free {
			first := discord.ControlID{Action: view.ActionPlayKid}.Button(r.Text.Text("control.playkid"),
				discord.Primary)
			if r.Prefs.Beginner() {
				first = view.FirstGame(reader)
			}
			row = append(row, first)
		}
		row = append(row, discord.ControlID{Action: view.ActionLearn}.Button(r.Text.Text("control.learn"),
			discord.Secondary))
		m.Rows = []discord.Row{row}
		return interaction.Answer(m), nil
	}}, nil
}
