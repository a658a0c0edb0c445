package settings

import (
	"context"
	"slices"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/view"
	"yeye/bot/player"
	"yeye/game"
)

// page is a group of settings on one message: a select menu each, above the buttons of the other pages.
type page struct {
	name     string
	settings []string
}

// pages are in the order of their buttons. Names never change: messages keep them forever.
var pages = []page{
	{"board", []string{"pieces", "theme", "coordinates", "newcomer"}},
	{"texts", []string{"language", "notation", "speak", "turning"}},
	{"people", []string{"pings", "challenges"}},
	{"standing", []string{"profile", "leaderboard", "milestones"}},
	{"characters", []string{"voices", "backs"}}, // "backs" because the page board is full
}

// pageOf returns the page of a setting, or of a page's own name; the first one for anything else.
func pageOf(name string) page {
	for _, p := range pages {
		if p.name == name || slices.Contains(p.settings, name) {
			return p
		}
	}
	return pages[0]
}

// show answers with a page of the settings, with a picture of a board as it looks now, and what differs from the
// defaults.
func (s *settings) show(ctx context.Context, r *interaction.Request, prefs player.Preferences,
	on page) (interaction.Response, error) {
	reader := s.Readers.WithPreferences(prefs, r.Interaction.Locale)
	m := discord.Message{Content: content(reader)}
	for _, one := range player.Settings() {
		if slices.Contains(on.settings, one.Name) {
			m.Rows = append(m.Rows, discord.Row{choices(reader, s.readerWithout(r, prefs, one), one, string(r.Event))})
		}
	}
	if on.name == "people" {
		blocked, err := s.Players.Blocked(ctx, r.Player, discord.MaxOptions)
		if err != nil {
			return interaction.Response{}, err
		}
		if len(blocked) > 0 {
			m.Rows = append(m.Rows, discord.Row{blockedMenu(reader, blocked, string(r.Event))})
		}
	}
	m.Rows = append(m.Rows, tabs(reader, on, string(r.Event)))
	return interaction.Response{Work: func(context.Context) (interaction.Response, error) {
		pic, err := s.Painter.Preview(reader.Style(), game.Red)
		if err != nil {
			return interaction.Response{}, err
		}
		m.Files = []discord.File{{Name: "board.png", ContentType: "image/png",
			Description: view.Described(reader.Words, pic.Facts), Data: pic.PNG}}
		return interaction.Answer(m), nil
	}}, nil
}

// content says what the settings are for, which differ from the defaults, and how a move is written.
func content(r *view.Reader) string {
	lines := []string{r.Text("settings.yours")}
	for _, one := range player.Settings() {
		if v := *one.Field(&r.Prefs); v != "" {
			lines = append(lines, r.Text("named.line", locale.Args{"Name": r.Text("settings." + one.Name),
				"Value": r.Text(key(one, v))}))
		}
	}
	p := game.Start()
	return strings.Join(append(lines, r.Text("settings.move", locale.Args{"Move": r.Move(&p, view.ExampleMove(&p))})),
		"\n")
}

// readerWithout returns the reader with the player's choice of a setting removed, for the setting's default.
func (s *settings) readerWithout(r *interaction.Request, prefs player.Preferences, of player.Setting) *view.Reader {
	*of.Field(&prefs) = ""
	return s.Readers.WithPreferences(prefs, r.Interaction.Locale)
}

// choices returns the select menu of a setting. The chosen option's label has the setting's name, because a menu with a
// chosen option shows no placeholder.
func choices(r, otherwise *view.Reader, of player.Setting, nonce string) discord.Select {
	menu := discord.Select{CustomID: discord.ControlID{Action: actionChoose, Arg: of.Name, Nonce: nonce}.String(),
		Placeholder: r.Text("settings." + of.Name)}
	chosen := *of.Field(&r.Prefs)
	for _, v := range append([]string{unset}, of.Values...) {
		o := discord.Option{Label: r.Text(key(of, v)), Value: v, Default: v == chosen || v == unset && chosen == ""}
		if v == unset {
			o.Label = r.Text("settings.default.is", locale.Args{"Value": r.Text(key(of, defaultValue(of, otherwise)))})
		}
		if o.Default {
			o.Label = r.Text("named", locale.Args{"Name": menu.Placeholder, "Value": o.Label})
		}
		menu.Options = append(menu.Options, o)
	}
	return menu
}

// tabs returns the buttons of the pages.
func tabs(r *view.Reader, on page, nonce string) discord.Row {
	var row discord.Row
	for _, p := range pages {
		b := discord.ControlID{Action: actionPage, Arg: p.name, Nonce: nonce}.Button(r.Text("control.settings."+p.name),
			discord.Secondary)
		if p.name == on.name {
			b.Style, b.Disabled = discord.Primary, true
		}
		row = append(row, b)
	}
	return row
}

func blockedMenu(r *view.Reader, blocked []player.Named, nonce string) discord.Select {
	menu := discord.Select{CustomID: discord.ControlID{Action: actionUnblock, Nonce: nonce}.String(),
		Placeholder: r.Text("control.unblock", locale.Args{"Count": len(blocked)}), MaxValues: len(blocked)}
	for _, p := range blocked {
		menu.Options = append(menu.Options, discord.Option{Label: locale.Visible(p.Name, 40), Value: string(p.Player)})
	}
	return menu
}
