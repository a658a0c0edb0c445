// Package guildadmin lets those who manage a server, its members or its messages decide where games are played, who may
// start them, and what happens to a game or a player.
package guildadmin

import (
	"context"
	"embed"
	"errors"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/feature/daily"
	"yeye/bot/feature/ranks"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/challenge"
	"yeye/bot/match/moderation"
	"yeye/bot/policy"
)

//go:embed catalog/*.json
var catalog embed.FS

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Guilds     *guild.Service
	Challenges *challenge.Service
	Moderation *moderation.Moderator
	Daily      *daily.Service
	Wake       func()   // the scheduler
	Optional   []string // the features that can be switched off
	Roles      *ranks.Service
	REST       rest
	Connection interface{ Self() id.Player }
	// Ranks shows the roles for ranks, by feature ranks.
	Ranks feature.OptionalAPI[func(context.Context, *interaction.Request) (interaction.Response, error)]
}

// rest are the requests about channels.
type rest interface {
	Channels(ctx context.Context, g id.Guild, member id.Player) ([]discord.ChannelAccess, error)
}

type admin struct{ Services }

// New returns the feature.
func New(s Services) feature.Feature {
	a := &admin{s}
	return feature.Feature{
		Name:    "guildadmin",
		Catalog: locale.Embedded("guildadmin", catalog),
		Commands: []interaction.Command{
			{Name: "server", DefaultPermissions: discord.ManageGuild, Door: door.Managers.Alone(),
				Options: a.serverOptions, Handle: a.server, Complete: a.completeZone},
			{
				Name:               "moderate",
				DefaultPermissions: discord.ManageMessages,
				Door:               door.Moderators.Alone(),
				Doors:              overMembers(),
				Options:            moderateOptions,
				Handle:             a.moderate,
			},
		},
		Components: []interaction.Component{
			{Action: actionRule, Door: door.Moderators.Alone(), Handle: a.clickRule},
			{Action: actionDelete, Door: door.Moderators.Alone(), Handle: a.clickDelete},
			{Action: actionServer, Door: door.Managers.Alone(), Handle: a.clickServer},
			{Action: actionSet, Door: door.Managers.Alone(), Handle: a.set},
		},
		Refuse: refuse,
	}
}

func (a *admin) serverOptions(t interaction.Texts) []discord.CommandOption {
	pick := func(name string, values ...string) discord.CommandOption {
		return t.Pick("server", name, t.Choices("server."+name+".", values...)...)
	}
	channel, day := t.Option("server", "channel", discord.ChannelOption), t.Option("server", "daily",
		discord.ChannelOption)
	zone := t.Option("server", "zone", discord.StringOption)
	channel.TextChannels, day.TextChannels, zone.Autocomplete = true, true, true
	parts := t.Choices("server.part.", a.Optional...)
	return []discord.CommandOption{
		t.Pick("server", "games", interaction.Keyed(t, "server.games.",
			[]guild.Where{guild.SameChannel, guild.OwnThreads, guild.ListedChannels})...), channel,
		t.Pick("server", "start", interaction.Keyed(t, "server.start.",
			[]guild.Starters{guild.Everybody, guild.RoleHolders, guild.Managers})...),
		t.Option("server", "role", discord.RoleOption), pick("voices", "on", "off"),
		pick("milestones", "on", "off"), t.Pick("server", "off", parts...), t.Pick("server", "on", parts...), day,
		t.Option("server", "hour", discord.IntegerOption), zone, pick("ranks", "change")}
}

// server changes the given settings and shows all of them, to those who manage the server. Naming a channel adds it to
// the list or removes it; naming a role lets its holders start games. If one setting is refused, none is changed.
func (a *admin) server(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	if r.Options["ranks"] != "" {
		show, err := a.Ranks.In(ctx, r.Guild)
		if err != nil {
			return interaction.Response{}, err
		}
		return show(ctx, r)
	}
	if to := id.Channel(r.Options["daily"]); to != "" && to != r.Channel {
		return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
			if err := a.checkPermissions(ctx, r, to); err != nil {
				return interaction.Response{}, err
			}
			return a.change(ctx, r)
		}}, nil
	}
	return a.change(ctx, r)
}

// change applies the command's options, all or none.
func (a *admin) change(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	e := guild.Edit{Channel: id.Channel(r.Options["channel"]), Role: id.Role(r.Options["role"]),
		Switched: map[string]bool{}}
	if w, ok := guild.ParseWhere(r.Options["games"]); ok {
		e.Games = &w
	}
	if e.Role == id.Role(r.Guild) { // the role @everyone means that everybody may start games
		e.Role, e.Starters = "", new(guild.Everybody)
	}
	if s, ok := guild.ParseStarters(r.Options["start"]); ok {
		e.Starters = &s
	}
	if v := r.Options["voices"]; v != "" {
		e.Silent = new(v == "off")
	}
	if v := r.Options["milestones"]; v != "" {
		e.Milestones = new(v == "on")
	}
	for _, to := range []string{"off", "on"} {
		if part := r.Options[to]; part != "" {
			e.Switched[part] = to == "on"
		}
	}
	setPosts, err := a.editDaily(ctx, r, id.Channel(r.Options["daily"]), r.Options["hour"], r.Options["zone"])
	if err != nil {
		return interaction.Response{}, err
	}
	now, err := a.edit(ctx, r, e)
	if err == nil {
		err = setPosts(ctx)
	}
	if err != nil {
		return interaction.Response{}, err
	}
	return a.settingsPage(ctx, r, now)
}

// edit changes settings, unless that would end an unfinished game of the user who changes them, or change it.
func (a *admin) edit(ctx context.Context, r *interaction.Request, e guild.Edit) (guild.Settings, error) {
	now, err := a.Matches.Policy().Edit(ctx, r.Player, r.Guild, e)
	if errors.Is(err, policy.ErrOwnGame) {
		err = errEndsOwnGame
	}
	return now, err
}

// errEndsOwnGame refuses to switch off a feature of which the user has an unfinished game.
var errEndsOwnGame = errors.New("that would end an unfinished game of the user")

// refuse explains why settings are refused.
func refuse(r *interaction.Request, err error) (interaction.Response, bool) {
	if lacking, ok := errors.AsType[*missingError](err); ok {
		return interaction.Say(r.Text.Text("refuse.daily.permission",
			locale.Args{"Channel": "<#" + string(lacking.channel) + ">", "Permissions": lacking.names})), true
	}
	return refusals.Answer(r, err)
}

// refusals maps errors to texts: settings that contradict each other, and options that a moderator left out.
var refusals = interaction.Refusals{
	{Err: guild.ErrManyChannels, Key: "refuse.manychannels", Args: locale.Args{"Count": guild.MaxChannels}},
	{Err: guild.ErrNoChannel, Key: "refuse.nochannel"}, {Err: guild.ErrNoRole, Key: "refuse.norole"},
	{Err: daily.ErrZone, Key: "refuse.zone"}, {Err: errNoDaily, Key: "refuse.nodaily"},
	{Err: errNoUser, Key: "refuse.nouser"}, {Err: errEndsOwnGame, Key: "refuse.ownoff"},
}
