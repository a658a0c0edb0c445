// Package settings lets a player choose their preferences.
package settings

import (
	"context"
	"embed"
	"slices"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/bot/player"
	"yeye/game/notation"
)

//go:embed catalog/*.json
var catalog embed.FS

// Actions of this feature's controls. They never change: messages keep them forever.
const (
	actionChoose  = "set"      // choose a value
	actionPage    = "settings" // turn to a page
	actionUnblock = "unblock"  // accept a player's challenges again
)

// unset is the value that restores the default.
const unset = "default"

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Players *player.Service
}

type settings struct{ Services }

// New returns the feature.
func New(services Services) feature.Feature {
	s := &settings{services}
	return feature.Feature{
		Name:    "settings",
		Catalog: locale.Embedded("settings", catalog),
		Commands: []interaction.Command{{Name: "settings", Door: door.Anybody.Alone(), Options: options,
			Handle: s.change}},
		Components: []interaction.Component{
			{Action: actionChoose, Door: door.Anybody.Alone(), Handle: s.choose},
			{Action: actionPage, Door: door.Anybody.Alone(), Handle: s.turn},
			{Action: actionUnblock, Door: door.Anybody.Alone(), Handle: s.unblock},
		},
	}
}

func options(t interaction.Texts) []discord.CommandOption {
	var all []discord.CommandOption
	for _, one := range player.Settings() {
		all = append(all, t.Pick("settings", one.Name, interaction.Choices(t, append([]string{unset}, one.Values...),
			func(v string) string { return v },
			func(l *locale.Localizer, v string) string { return l.Text(key(one, v)) })...))
	}
	return all
}

// key returns the key of the text for a value of a setting.
func key(of player.Setting, v string) string {
	if v == unset || v == "" {
		return "settings." + unset
	}
	return "settings." + of.Name + "." + v
}

// defaultValue returns the value of a setting that applies if none is chosen; it may depend on the language.
func defaultValue(of player.Setting, r *view.Reader) string {
	switch of.Name {
	case "language":
		return r.Tag()
	case "notation":
		if r.Counting() == words.ByLetters { // the notation in which moves are written
			return notation.Coordinates.String()
		}
		return r.Notation().String()
	case "coordinates":
		return view.UsualCoords(r.Words)
	case "challenges":
		return "everybody"
	case "pings":
		return "on"
	case "pieces":
		return r.Style().Pieces.String()
	}
	return of.Values[0]
}

// change handles /settings: it changes the given settings and shows their page.
func (s *settings) change(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	return s.set(ctx, r, r.Options)
}

// choose changes a setting by its select menu.
func (s *settings) choose(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if r.Selected() == "" {
		return interaction.Say(r.Text.Text("refuse.control")), nil
	}
	a, err := s.set(ctx, r, map[string]string{c.Arg: r.Selected()})
	if a.Work == nil {
		return a, err
	}
	return a.Editing(), err
}

// set stores values by the names of their settings.
func (s *settings) set(ctx context.Context, r *interaction.Request,
	values map[string]string) (interaction.Response, error) {
	var given []player.Setting
	for _, one := range player.Settings() {
		switch v, some := values[one.Name]; {
		case !some:
			continue
		case v != unset && !slices.Contains(one.Values, v):
			return interaction.Say(r.Text.Text("refuse.control")), nil
		}
		given = append(given, one)
	}
	changed := ""
	prefs, err := s.Players.UpdatePreferences(ctx, r.Player, func(p *player.Preferences) {
		for _, one := range given {
			*one.Field(p), changed = values[one.Name], one.Name
			if values[one.Name] == unset {
				*one.Field(p) = ""
			}
		}
	})
	if err != nil {
		return interaction.Response{}, err
	}
	return s.show(ctx, r, prefs, pageOf(changed))
}

// turn shows another page.
func (s *settings) turn(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	return interaction.Editing(s.show(ctx, r, r.Prefs, pageOf(c.Arg)))
}

// unblock accepts challenges of the chosen players again.
func (s *settings) unblock(ctx context.Context, r *interaction.Request,
	_ discord.ControlID) (interaction.Response, error) {
	for _, v := range r.Interaction.Values {
		if err := s.Players.Unblock(ctx, r.Player, id.Player(v)); err != nil {
			return interaction.Response{}, err
		}
	}
	return interaction.Editing(s.show(ctx, r, r.Prefs, pageOf("people")))
}
