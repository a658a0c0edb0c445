// Package settings is what a player chooses for themselves.
package settings

import (
	"context"
	"embed"
	"slices"
	"strings"

	"yeye/bot"
	"yeye/bot/discord"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/player"
	"yeye/bot/view"
)

//go:embed catalog/*.json
var catalog embed.FS

// actionUnblock takes somebody's challenges again. It is on messages for ever.
const actionUnblock = "unblock"

// unset is the value that leaves a thing to the bot again.
const unset = "default"

type settings struct{ *bot.Core }

// New is the feature.
func New(c *bot.Core) feature.Feature {
	s := &settings{c}
	return feature.Feature{
		Name:       "settings",
		Catalog:    feature.Catalog("settings", catalog),
		Commands:   []interaction.Command{{Name: "settings", Options: options, Handle: s.change}},
		Components: []interaction.Component{{Action: actionUnblock, Handle: s.unblock}},
	}
}

func options(t interaction.Texts) []discord.CommandOption {
	var all []discord.CommandOption
	for _, one := range player.Settings() {
		o := t.Option("settings", one.Name, discord.StringOption)
		for _, v := range append([]string{unset}, one.Values...) {
			o.Choices = append(o.Choices, discord.Choice{Name: t.Key(key(one, v)), Value: v})
		}
		all = append(all, o)
	}
	return all
}

// key is the text for a value of a setting.
func key(of player.Setting, v string) string {
	if v == unset || v == "" {
		return "settings." + unset
	}
	return "settings." + of.Name + "." + v
}

// usual is the value of a setting where none is chosen, which may follow the language.
func usual(of player.Setting, r *view.Reader) string {
	switch of.Name {
	case "language":
		return r.Tag()
	case "notation":
		return r.Notation().String()
	case "coordinates":
		return view.UsualCoords(r.Words)
	case "challenges":
		return "everybody"
	case "pings":
		return "on"
	}
	return of.Values[0]
}

// change changes what is given and shows all.
func (s *settings) change(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	prefs, err := s.Players.Preferences(ctx, r.Player)
	if err != nil {
		return interaction.Response{}, err
	}
	changed := false
	for _, one := range player.Settings() {
		v, given := r.Options[one.Name]
		if !given {
			continue
		}
		if v == unset {
			v = ""
		} else if !slices.Contains(one.Values, v) {
			return interaction.Say(r.Text.Text("refuse.control")), nil
		}
		*one.Of(&prefs), changed = v, true
	}
	if changed {
		if err := s.Players.SetPreferences(ctx, r.Player, prefs); err != nil {
			return interaction.Response{}, err
		}
	}
	return s.show(ctx, r, prefs)
}

// show lists all settings, and those whom the player has blocked, to be unblocked.
func (s *settings) show(ctx context.Context, r *interaction.Request, prefs player.Preferences) (interaction.Response, error) {
	reader := s.Speakers.Of(prefs, r.Interaction.Locale)
	lines := []string{reader.Text("settings.yours")}
	for _, one := range player.Settings() {
		v, line := *one.Of(&prefs), "settings.line"
		if v == "" {
			v, line = usual(one, reader), "settings.line.usual"
		}
		lines = append(lines, reader.Text(line, locale.Args{"Name": reader.Text("settings." + one.Name), "Value": reader.Text(key(one, v))}))
	}
	lines = append(lines, reader.Text("settings.how", locale.Args{"Option": reader.Text("command.settings.pieces.name")}))
	m := discord.Message{Content: strings.Join(lines, "\n")}
	blocked, err := s.Players.Blocked(ctx, r.Player, discord.MaxOptions)
	if err != nil {
		return interaction.Response{}, err
	}
	if len(blocked) > 0 {
		menu := discord.Select{CustomID: discord.ControlID{Action: actionUnblock, Nonce: string(r.Event)}.String(),
			Placeholder: reader.Text("control.unblock", locale.Args{"Count": len(blocked)}), MaxValues: len(blocked)}
		for _, p := range blocked {
			menu.Options = append(menu.Options, discord.Option{Label: locale.Visible(p.Name, 40), Value: string(p.Player)})
		}
		m.Rows = []discord.Row{{menu}}
	}
	return interaction.Answer(m), nil
}

// unblock takes the challenges of the chosen players again.
func (s *settings) unblock(ctx context.Context, r *interaction.Request, _ discord.ControlID) (interaction.Response, error) {
	for _, v := range r.Interaction.Values {
		if err := s.Players.Unblock(ctx, r.Player, id.Player(v)); err != nil {
			return interaction.Response{}, err
		}
	}
	a, err := s.show(ctx, r, r.Prefs)
	return a.Editing(), err
}
