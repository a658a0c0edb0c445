package ranks

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/ranks"
	"yeye/bot/view"
)

// noRole is the option that gives no role for a band.
const noRole = "none"

// manages reports whether who asks may decide, as Discord says.
func manages(r *interaction.Request) bool { return r.Guild != "" && r.Holds(discord.ManageGuild) }

func (f *feat) clickOpen(ctx context.Context, r *interaction.Request, _ discord.ControlID) (interaction.Response, error) {
	return f.page(ctx, r, "", true)
}

func (f *feat) chooseBand(ctx context.Context, r *interaction.Request, _ discord.ControlID) (interaction.Response, error) {
	if len(r.Interaction.Values) != 1 {
		return interaction.Say(r.Text.Text("refuse.control")), nil
	}
	return f.page(ctx, r, r.Interaction.Values[0], true)
}

// chooseRole makes the server give a role for a band, or none.
func (f *feat) chooseRole(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	band, known := ranks.ParseBand(c.Arg)
	if !known || len(r.Interaction.Values) != 1 {
		return interaction.Say(r.Text.Text("refuse.control")), nil
	}
	if !manages(r) {
		return interaction.Say(r.Text.Text("refuse.manager")), nil
	}
	role := id.Role(r.Interaction.Values[0])
	if role == noRole {
		role = ""
	}
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		now, err := f.known(ctx, r)
		if err != nil {
			return interaction.Response{}, err
		}
		if why := refusal(&now.Roles, role, now.below); role != "" && why != "" {
			return interaction.Say(r.Text.Text("ranks.refused."+why, locale.Args{"Role": mention(role)})), nil
		}
		if err := f.Ranks.Set(ctx, f.entry(r), band, role); err != nil {
			return interaction.Response{}, err
		}
		f.Wake()
		return f.screen(ctx, r, now, "", true)
	}}, nil
}

// clickClear makes the server give no roles any more.
func (f *feat) clickClear(ctx context.Context, r *interaction.Request, _ discord.ControlID) (interaction.Response, error) {
	if !manages(r) {
		return interaction.Say(r.Text.Text("refuse.manager")), nil
	}
	if err := f.Ranks.Clear(ctx, f.entry(r)); err != nil {
		return interaction.Response{}, err
	}
	f.Wake()
	return f.page(ctx, r, "", true)
}

func (f *feat) entry(r *interaction.Request) guild.Entry {
	return guild.Entry{Guild: r.Guild, Channel: r.Channel, By: r.Player, Act: "ranks"}
}

// page shows the ranks of a server to those who manage it, and the roles to choose from for a band, "" for none. It asks Discord, so it
// may take a moment.
func (f *feat) page(_ context.Context, r *interaction.Request, band string, edit bool) (interaction.Response, error) {
	if !manages(r) {
		return interaction.Say(r.Text.Text("refuse.manager")), nil
	}
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		now, err := f.known(ctx, r)
		if err != nil {
			return interaction.Response{}, err
		}
		return f.screen(ctx, r, now, band, edit)
	}}, nil
}

// server is what Discord says of a server: its roles, below which one must be to be given, and whether the bot may give any.
type server struct {
	discord.Roles
	below heights
	may   bool
}

// known asks Discord about the server of a request.
func (f *feat) known(ctx context.Context, r *interaction.Request) (s server, err error) {
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	if s.Roles, err = f.REST.Roles(ctx, r.Guild); err != nil {
		return s, err
	}
	self := f.Connection.Self()
	mine, err := f.REST.RolesOf(ctx, r.Guild, self)
	s.below = heights{s.Highest(self, mine), s.Highest(r.Player, r.Interaction.Roles)}
	s.may = s.May(self, mine)&discord.ManageRoles != 0
	return s, err
}

func (f *feat) screen(ctx context.Context, r *interaction.Request, now server, of string, edit bool) (interaction.Response, error) {
	given, err := f.Ranks.Ranks(ctx, r.Guild)
	if err != nil {
		return interaction.Response{}, err
	}
	reader := f.Readers.For(r)
	lines := []string{r.Text.Text("ranks.head"), r.Text.Text("ranks.about")}
	for _, one := range given {
		lines = append(lines, "- "+bandText(reader, one.Band)+": "+mention(one.Role))
	}
	if len(given) == 0 {
		lines = append(lines, "- "+r.Text.Text("ranks.none"))
	}
	trouble, hard, err := f.Ranks.Trouble(ctx, r.Guild)
	if err != nil {
		return interaction.Response{}, err
	}
	m := discord.Message{Rows: []discord.Row{{f.bands(reader, given, of, string(r.Event))}}}
	switch {
	case !now.may:
		lines = append(lines, "⚠️ "+r.Text.Text("ranks.trouble.right"))
	case hard:
		lines = append(lines, "⚠️ "+r.Text.Text("ranks.trouble."+trouble.What, locale.Args{"Role": mention(trouble.Role)})+" "+
			r.Text.Text("ranks.again", locale.Args{"When": fmt.Sprintf("<t:%d:R>", trouble.Again.Unix())}))
	}
	if band, known := ranks.ParseBand(of); known {
		some := choosable(&now.Roles, now.below)
		if len(some) == 0 {
			lines = append(lines, r.Text.Text("ranks.norole"))
		}
		m.Rows = append(m.Rows, discord.Row{roleMenu(reader, band, given, some, string(r.Event))})
	}
	row := discord.Row{discord.Button{CustomID: discord.ControlID{Action: actionBack, Nonce: string(r.Event)}.String(), Label: r.Text.Text("ranks.back"), Style: discord.Secondary}}
	if len(given) > 0 {
		row = append(row, discord.Button{CustomID: discord.ControlID{Action: actionClear}.String(), Label: r.Text.Text("ranks.clear"), Style: discord.Danger})
	}
	m.Rows, m.Content = append(m.Rows, row), strings.Join(lines, "\n")
	answer := interaction.Answer(m)
	if edit {
		answer = answer.Editing()
	}
	return answer, nil
}

func mention(role id.Role) string { return "<@&" + string(role) + ">" }

// bandText says what has to be reached.
func bandText(r *view.Reader, b ranks.Band) string {
	if b.Rating > 0 {
		return r.Text("ranks.rating", locale.Args{"Rating": strconv.Itoa(b.Rating)})
	}
	return r.Text("ranks.beaten", locale.Args{"Name": b.Level.Name(r.Tag())})
}

// bands is the select of what has to be reached.
func (f *feat) bands(r *view.Reader, given []ranks.Rank, chosen, nonce string) discord.Select {
	menu := discord.Select{Placeholder: r.Text("ranks.band"), CustomID: discord.ControlID{Action: actionBand, Nonce: nonce}.String()}
	for _, b := range ranks.Bands() {
		o := discord.Option{Label: bandText(r, b), Value: b.String(), Default: b.String() == chosen}
		for _, one := range given {
			if one.Band == b {
				o.Emoji = discord.Emoji{Name: "✅"}
			}
		}
		menu.Options = append(menu.Options, o)
	}
	return menu
}

// roleMenu is the select of the role for a band.
func roleMenu(r *view.Reader, band ranks.Band, given []ranks.Rank, some []discord.Role, nonce string) discord.Select {
	menu := discord.Select{Placeholder: locale.Cut(r.Text("ranks.role", locale.Args{"Band": bandText(r, band)}), 150),
		CustomID: discord.ControlID{Action: actionRole, Arg: band.String(), Nonce: nonce}.String()}
	for _, one := range some[:min(len(some), discord.MaxOptions-1)] {
		menu.Options = append(menu.Options, discord.Option{Label: locale.Visible(one.Name, 100), Value: string(one.ID)})
	}
	menu.Options = append(menu.Options, discord.Option{Label: r.Text("ranks.norole.option"), Value: noRole})
	for _, one := range given {
		for i := range menu.Options {
			if one.Band == band && menu.Options[i].Value == string(one.Role) {
				menu.Options[i].Emoji = discord.Emoji{Name: "✅"}
			}
		}
	}
	return menu
}
