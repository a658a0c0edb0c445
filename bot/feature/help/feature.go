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

// actionHow is the button that shows /help.
const actionHow = "how"

// sections are the paragraphs of /help. A blank line follows "start", the last one for newcomers. A feature adds to a
// section with the text help.SECTION.FEATURE of its catalog.
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

// help lists what can be used here, without what the server has switched off.
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
		separator := r.Text.Text("help.between")
		if section == "more" {
			separator = " · "
		}
		if len(all) > 0 {
			lines = append(lines, r.Text.Text("help."+section, locale.Args{"All": strings.Join(all, separator)}))
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

// settings returns the server's settings; zero in a DM, or if they cannot be loaded, so that help is always given.
func (h *help) settings(ctx context.Context, r *interaction.Request) (here guild.Settings) {
	if r.Guild != "" {
		here, _ = h.Guilds.Settings(ctx, r.Guild)
	}
	return here
}

// rules shows the rules on a page, with the starting position as a newcomer sees it and a button to the lessons. If no
// game is in progress here, another button starts one.
func (h *help) rules(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	m, err := h.Matches.InChannel(ctx, r.Channel)
	if err == nil && m.Mode.FaceDown() {
		return interaction.Say(r.Text.Text("flipped.rules", locale.Args{"Moves": jieqi.MoveLimitPlies / 2})), nil
	}
	noGame := errors.Is(err, match.ErrNoMatch)
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
		if noGame {
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
