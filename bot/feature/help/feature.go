// Package help is what a newcomer asks for: the rules on a page, what the bot can do, and an answer to somebody who speaks to it.
package help

import (
	"context"
	"embed"

	"yeye/bot"
	"yeye/bot/discord"
	"yeye/bot/feature"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/view"
	"yeye/game"
	"yeye/render"
)

//go:embed catalog/*.json
var catalog embed.FS

const (
	actionHow  = "how"      // what the bot can do
	actionOpen = "openseat" // challenges everybody: the challenges' own
)

type help struct{ *bot.Core }

// New is the feature. It greets whoever says something that no feature before it knows, so it comes last.
func New(c *bot.Core) feature.Feature {
	h := &help{c}
	return feature.Feature{
		Name:    "help",
		Catalog: feature.Catalog("help", catalog),
		Commands: []interaction.Command{
			{Name: "rules", Handle: h.rules},
			{Name: "help", Handle: h.help},
		},
		Components: []interaction.Component{
			{Action: actionHow, Handle: func(ctx context.Context, r *interaction.Request, _ discord.ControlID) (interaction.Response, error) {
				return h.help(ctx, r)
			}},
			{Action: view.ActionRules, Handle: func(ctx context.Context, r *interaction.Request, _ discord.ControlID) (interaction.Response, error) {
				return h.rules(ctx, r)
			}},
		},
		Text: []interaction.TextHandler{{Wants: func(t *interaction.Typed) bool { return t.Named }, Handle: h.greet}},
	}
}

func (h *help) help(_ context.Context, r *interaction.Request) (interaction.Response, error) {
	text := r.Text.Text("told.help")
	if !h.Gateway.ReadsContent() {
		text += "\n" + r.Text.Text("told.typing")
	}
	return interaction.Say(text), nil
}

// rules is the rules on a page, with the start as a newcomer sees it and, where no game is on, a way to begin one.
func (h *help) rules(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	_, err := h.Matches.InChannel(ctx, r.Channel)
	free := err != nil
	return interaction.Response{Work: func(context.Context) (interaction.Response, error) {
		reader := h.Start.Reader(r)
		v := render.View{Position: game.Start(), Below: game.Red, Style: reader.Style()}
		v.Style.Newcomer = true
		files, err := h.Painter.Picture(reader.Words, v, "")
		if err != nil {
			return interaction.Response{}, err
		}
		m := discord.Message{Content: r.Text.Text("rules.page", locale.Args{"Moves": game.MoveLimitPlies / 2}), Files: files}
		if free {
			m.Rows = []discord.Row{{discord.Button{CustomID: discord.ControlID{Action: view.ActionPlayKid}.String(), Label: r.Text.Text("control.playkid"), Style: discord.Primary}}}
		}
		return interaction.Answer(m), nil
	}}, nil
}

// greet answers somebody who speaks to the bot without a move: what they could do now, as buttons.
func (h *help) greet(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	button := func(action, label string, style discord.Style) discord.Component {
		return discord.Button{CustomID: discord.ControlID{Action: action}.String(), Label: r.Text.Text(label), Style: style}
	}
	how := button(actionHow, "control.how", discord.Secondary)
	m := discord.Message{Content: r.Text.Text("told.greeting")}
	if playing, err := h.Matches.InChannel(ctx, r.Channel); err == nil {
		m.Content = r.Text.Text("told.greeting.playing", locale.Args{"Example": view.Example(h.Start.Reader(r).Words, playing.Game.Position())})
		m.Rows = []discord.Row{{how}}
	} else {
		row := discord.Row{button(view.ActionPlayKid, "control.playkid", discord.Primary)}
		if r.Guild != "" { // elsewhere nobody else is there
			row = append(row, button(actionOpen, "control.openseat", discord.Secondary))
		}
		m.Rows = []discord.Row{append(row, how)}
	}
	return interaction.Response{Public: &interaction.Reply{Message: m}}, nil
}
