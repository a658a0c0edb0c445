// Package guildadmin lets those who manage a server or its messages decide where games are played, who may start them, and what
// happens to a game or a player.
package guildadmin

import (
	"context"
	"embed"
	"strings"
	"time"

	"yeye/bot/challenge"
	"yeye/bot/daily"
	"yeye/bot/discord"
	"yeye/bot/feature"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/moderation"
	"yeye/bot/view"
)

//go:embed catalog/*.json
var catalog embed.FS

// Services are what the feature is made of.
type Services struct {
	Guilds     *guild.Service
	Matches    *match.Service
	Challenges *challenge.Service
	Moderation *moderation.Moderator
	Readers    *view.Readers
	Daily      *daily.Service
	Wake       func()           // the scheduler
	Now        func() time.Time // the database's time
	Optional   []string         // the features that can be switched off
}

type admin struct{ Services }

// New returns the feature.
func New(s Services) feature.Feature {
	a := &admin{s}
	return feature.Feature{
		Name:    "guildadmin",
		Catalog: locale.Embedded("guildadmin", catalog),
		Commands: []interaction.Command{
			{Name: "server", Needs: discord.ManageGuild, Options: a.serverOptions, Handle: a.server, Complete: a.completeZone},
			{Name: "moderate", Needs: discord.ManageMessages, Options: moderateOptions, Handle: a.moderate},
		},
		Components: []interaction.Component{{Action: actionRule, Handle: a.clickRule}, {Action: actionDelete, Handle: a.clickDelete}},
		Refuse:     refusals.Answer,
	}
}

func (a *admin) serverOptions(t interaction.Texts) []discord.CommandOption {
	games := t.Option("server", "games", discord.StringOption)
	for w := guild.Here; w <= guild.Listed; w++ {
		games.Choices = append(games.Choices, t.Choice("server.games.", w.String()))
	}
	channel := t.Option("server", "channel", discord.ChannelOption)
	channel.TextChannels = true
	starters := t.Option("server", "start", discord.StringOption)
	for s := guild.Everybody; s <= guild.Managers; s++ {
		starters.Choices = append(starters.Choices, t.Choice("server.start.", s.String()))
	}
	voices := t.Option("server", "voices", discord.StringOption)
	voices.Choices = []discord.Choice{t.Choice("server.voices.", "on"), t.Choice("server.voices.", "off")}
	milestones := t.Option("server", "milestones", discord.StringOption)
	milestones.Choices = t.Choices("server.milestones.", "on", "off")
	off, on := t.Option("server", "off", discord.StringOption), t.Option("server", "on", discord.StringOption)
	off.Choices, on.Choices = t.Choices("server.part.", a.Optional...), t.Choices("server.part.", a.Optional...)
	day, zone := t.Option("server", "daily", discord.ChannelOption), t.Option("server", "zone", discord.StringOption)
	day.TextChannels, zone.Autocomplete = true, true
	return []discord.CommandOption{games, channel, starters, t.Option("server", "role", discord.RoleOption), voices, milestones, off, on,
		day, t.Option("server", "hour", discord.IntegerOption), zone}
}

// server changes the given settings and shows all of them, to those who manage the server. Naming a channel adds it to the list or
// removes it; naming a role lets its holders start games.
func (a *admin) server(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	if !r.Holds(discord.ManageGuild) {
		return interaction.Say(r.Text.Text("refuse.manager")), nil
	}
	e := guild.Edit{Channel: id.Channel(r.Options["channel"]), Role: id.Role(r.Options["role"]), Off: r.Options["off"], On: r.Options["on"]}
	if w, ok := guild.ParseWhere(r.Options["games"]); ok {
		e.Games = &w
	}
	if e.Role == id.Role(r.Guild) { // @everyone, which nobody is given
		everybody := guild.Everybody
		e.Role, e.Starters = "", &everybody
	}
	if s, ok := guild.ParseStarters(r.Options["start"]); ok {
		e.Starters = &s
	}
	if v := r.Options["voices"]; v != "" {
		silent := v == "off"
		e.Silent = &silent
	}
	if v := r.Options["milestones"]; v != "" {
		told := v == "on"
		e.Milestones = &told
	}
	now, err := a.Guilds.Edit(ctx, r.Guild, e)
	if err != nil {
		return interaction.Response{}, err
	}
	if err := a.setDaily(ctx, r); err != nil {
		return interaction.Response{}, err
	}
	day, err := a.dailyText(ctx, r)
	if err != nil {
		return interaction.Response{}, err
	}
	games := r.Text.Text("server.games." + now.Games.String())
	if now.Games == guild.Listed { // a list that is not in force stays for later
		games += " · " + view.Channels(now.Channels)
	}
	voices := "server.voices.on"
	if now.Silent {
		voices = "server.voices.off"
	}
	milestones := "server.milestones.off"
	if now.Milestones {
		milestones = "server.milestones.on"
	}
	starters := r.Text.Text("server.start." + now.Starters.String())
	if now.Starters == guild.RoleHolders {
		starters += " · <@&" + string(now.Role) + ">"
	}
	return interaction.Say(strings.Join([]string{r.Text.Text("server.head"),
		"- " + r.Text.Text("server.games") + ": **" + games + "**",
		"- " + r.Text.Text("server.start") + ": **" + starters + "**",
		"- " + r.Text.Text("server.voices") + ": **" + r.Text.Text(voices) + "**",
		"- " + r.Text.Text("server.milestones") + ": **" + r.Text.Text(milestones) + "**",
		"- " + r.Text.Text("server.daily") + ": **" + day + "**",
		"- " + r.Text.Text("server.off") + ": **" + a.switchedOff(r, now) + "**"}, "\n")), nil
}

// switchedOff lists the features that a server has switched off.
func (a *admin) switchedOff(r *interaction.Request, s guild.Settings) string {
	var off []string
	for _, name := range a.Optional {
		if s.MayUse(name) != nil {
			off = append(off, r.Text.Text("server.part."+name))
		}
	}
	if len(off) == 0 {
		return r.Text.Text("server.off.none")
	}
	return strings.Join(off, " · ")
}

// refusals say which settings of a server contradict each other.
var refusals = interaction.Refusals{
	{Err: guild.ErrManyChannels, Key: "refuse.manychannels", Args: locale.Args{"Count": guild.MaxChannels}},
	{Err: guild.ErrNoChannel, Key: "refuse.nochannel"}, {Err: guild.ErrNoRole, Key: "refuse.norole"},
	{Err: daily.ErrZone, Key: "refuse.zone"}, {Err: errNoDaily, Key: "refuse.nodaily"},
}
