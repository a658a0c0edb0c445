package ranksbot

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/feature/ranks"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/view"
)

// noRole is the option that gives no role for a band.
const noRole = "none"

// chosen is the emoji of the options that a server has chosen.
var chosen = discord.Emoji{Name: "✅"}

func (f *feat) clickOpen(ctx context.Context, r *interaction.Request,
	_ discord.ControlID) (interaction.Response, error) {
	return interaction.Editing(f.page(ctx, r, ""))
}

func (f *feat) chooseBand(ctx context.Context, r *interaction.Request,
	_ discord.ControlID) (interaction.Response, error) {
	return interaction.Editing(f.page(ctx, r, r.Selected()))
}

// chooseRole makes the server give a role for a band, or none.
func (f *feat) chooseRole(_ context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	band, known := ranks.ParseBand(c.Arg)
	role := id.Role(r.Selected())
	if !known || role == "" {
		return interaction.Say(r.Text.Text("refuse.control")), nil
	}
	if role == noRole {
		role = ""
	}
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		srv, err := f.serverOf(ctx, r)
		if err != nil {
			return interaction.Response{}, err
		}
		if why := srv.refusal(role); role != "" && why != "" {
			return interaction.Say(r.Text.Text("ranks.refused."+why, locale.Args{"Role": mention(role)})), nil
		}
		if err := f.Ranks.Set(ctx, entry(r), band, role); err != nil {
			return interaction.Response{}, err
		}
		f.Wake()
		return interaction.Editing(f.rolesPage(ctx, r, &srv, ""))
	}}, nil
}

// clickClear removes all ranks of the server.
func (f *feat) clickClear(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if err := f.Ranks.Clear(ctx, entry(r)); err != nil {
		return interaction.Response{}, err
	}
	f.Wake()
	return f.clickOpen(ctx, r, c)
}

func entry(r *interaction.Request) guild.Entry {
	return guild.Entry{Guild: r.Guild, Channel: r.Channel, By: r.Player, Act: "ranks"}
}

// page shows the ranks of a server to its managers, and the roles to choose from for a band, "" for none. It makes
// requests to Discord, so it is deferred work.
func (f *feat) page(_ context.Context, r *interaction.Request, band string) (interaction.Response, error) {
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		srv, err := f.serverOf(ctx, r)
		if err != nil {
			return interaction.Response{}, err
		}
		return f.rolesPage(ctx, r, &srv, band)
	}}, nil
}

// serverOf fetches the server of a request from Discord, with the limit of roles that the author may choose.
func (f *feat) serverOf(ctx context.Context, r *interaction.Request) (server, error) {
	srv, err := f.server(ctx, r.Guild)
	srv.chooserPosition = srv.Highest(r.Player, r.Interaction.Roles)
	return srv, err
}

func (f *feat) rolesPage(ctx context.Context, r *interaction.Request, srv *server,
	of string) (interaction.Response, error) {
	given, err := f.Ranks.Ranks(ctx, r.Guild)
	if err != nil {
		return interaction.Response{}, err
	}
	trouble, hard, err := f.Ranks.Trouble(ctx, r.Guild)
	if err != nil {
		return interaction.Response{}, err
	}
	reader, event := f.Readers.For(r), string(r.Event)
	lines := []string{r.Text.Text("ranks.head"), r.Text.Text("ranks.about")}
	for _, b := range ranks.Bands() {
		if role, choosable := given[b]; choosable {
			lines = append(lines, "- "+reader.Text("named", locale.Args{"Name": bandText(reader, b),
				"Value": mention(role)}))
		}
	}
	if len(given) == 0 {
		lines = append(lines, "- "+r.Text.Text("ranks.none"))
	}
	switch {
	case !srv.canManage:
		lines = append(lines, "⚠️ "+r.Text.Text("ranks.trouble.right"))
	case hard:
		lines = append(lines, "⚠️ "+r.Text.Text("ranks.trouble."+trouble.What,
			locale.Args{"Role": mention(trouble.Role)})+" "+
			r.Text.Text("ranks.again", locale.Args{"When": view.Relative(trouble.RetryAt)}))
	}
	rows := []discord.Row{{bandMenu(reader, given, of, event)}}
	if band, known := ranks.ParseBand(of); known {
		choosable := srv.choosable()
		if len(choosable) == 0 {
			lines = append(lines, r.Text.Text("ranks.norole"))
		}
		if fits := fitIntoMenu(choosable, given[band]); len(fits) < len(choosable) {
			choosable = fits
			lines = append(lines, "-# "+r.Text.Text("ranks.more"))
		}
		rows = append(rows, discord.Row{roleMenu(reader, band, given[band], choosable, event)})
	}
	last := discord.Row{discord.ControlID{Action: actionBack, Nonce: event}.Button(r.Text.Text("ranks.back"),
		discord.Secondary)}
	if len(given) > 0 {
		last = append(last, discord.ControlID{Action: actionClear}.Button(r.Text.Text("ranks.clear"), discord.Danger))
	}
	return interaction.Answer(discord.Message{Content: strings.Join(lines, "\n"), Rows: append(rows, last)}), nil
}

func mention(role id.Role) string { return "<@&" + string(role) + ">" }

// bandText writes what a member must reach for a band.
func bandText(r *view.Reader, b ranks.Band) string {
	if b.Rating > 0 {
		return r.Text("ranks.rating", locale.Args{"Rating": strconv.Itoa(b.Rating)})
	}
	return r.Text("ranks.beaten", locale.Args{"Name": b.Level.Name(r.Tag())})
}

// bandMenu returns the select of bands.
func bandMenu(r *view.Reader, given map[ranks.Band]id.Role, of, nonce string) discord.Select {
	menu := discord.Select{Placeholder: r.Text("ranks.band"),
		CustomID: discord.ControlID{Action: actionBand, Nonce: nonce}.String()}
	for _, b := range ranks.Bands() {
		o := discord.Option{Label: bandText(r, b), Value: b.String(), Default: b.String() == of}
		if given[b] != "" {
			o.Emoji = chosen
		}
		menu.Options = append(menu.Options, o)
	}
	return menu
}

// fitIntoMenu returns the roles, highest first, that fit into the menu: the lowest ones, because new roles are at the
// bottom, and always the current one.
func fitIntoMenu(roles []discord.Role, now id.Role) []discord.Role {
	const most = discord.MaxOptions - 1
	if len(roles) <= most {
		return roles
	}
	cut := len(roles) - most
	if i := slices.IndexFunc(roles[:cut], func(one discord.Role) bool { return one.ID == now }); i >= 0 {
		return append([]discord.Role{roles[i]}, roles[cut+1:]...)
	}
	return roles[cut:]
}

// roleMenu returns the select of the role for a band, with the current one preselected.
func roleMenu(r *view.Reader, band ranks.Band, now id.Role, roles []discord.Role, nonce string) discord.Select {
	menu := discord.Select{Placeholder: locale.Cut(r.Text("ranks.role", locale.Args{"Band": bandText(r, band)}), 150),
		CustomID: discord.ControlID{Action: actionRole, Arg: band.String(), Nonce: nonce}.String()}
	for _, one := range roles {
		o := discord.Option{Label: locale.Visible(one.Name, 99), Value: string(one.ID)}
		if one.ID == now {
			o.Emoji = chosen
		}
		menu.Options = append(menu.Options, o)
	}
	menu.Options = append(menu.Options, discord.Option{Label: r.Text("ranks.norole.option"), Value: noRole})
	return menu
}
