package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/discord/gateway"
	"yeye/bot/discord/rest"
	"yeye/bot/feature/all"
	"yeye/bot/interaction"
	"yeye/bot/services"
	"yeye/bot/store/shards"
)

// discordCheck is the doctor's check of Discord: the network, the token, the intents, the registered commands and the
// permissions.
type discordCheck struct {
	*report
	ask   *rest.Client
	flags *serveFlags
	user  discord.User
	app   discord.Application
	// giving are the ids of the servers that give roles for ranks.
	giving []string
	// advised is the number of shards that Discord recommends, 0 if unknown.
	advised int
}

func (v *discordCheck) run(ctx context.Context) {
	if !v.reach(ctx) {
		v.skip("token", "not checked: Discord cannot be reached")
		return
	}
	if !v.token(ctx) {
		v.skip("the rest", "intents, permissions and commands cannot be checked without a valid token")
		return
	}
	if v.intents(ctx) {
		v.commands(ctx)
	}
	v.starts(ctx)
	v.permissions(ctx)
}

const network = "check this machine's network, DNS and firewall (outgoing HTTPS to discord.com and " +
	"gateway.discord.gg is needed; HTTPS_PROXY is used if set)"

func (v *discordCheck) reach(ctx context.Context) bool {
	where := v.flags.Where()
	address, err := v.ask.Address(ctx)
	if err != nil {
		advice := network
		if v.flags.API != "" {
			advice = "YEYE_DISCORD_API names this address: is something running there?"
		}
		v.bad("Discord", "%s does not answer: %v; %s", where, err, advice)
		return false
	}
	if err := v.ask.CheckHello(ctx, address); err != nil {
		v.bad("Discord", "%s answers, but its gateway %s does not: %v; %s", where, address, err, network)
		return false
	}
	v.ok("Discord", "%s answers, and so does its gateway %s", where, address)
	return true
}

func (v *discordCheck) token(ctx context.Context) bool {
	u, err := v.ask.Me(ctx)
	switch {
	case gateway.Fatal(err) != nil:
		v.bad("token", "%v", gateway.Fatal(err))
	case err != nil:
		v.bad("token", "%v", err)
	case !u.Bot:
		v.bad("token", "it is a user's token, which Discord forbids programs to use; set DISCORD_TOKEN to the token "+
			"on the page Bot of your application")
	default:
		v.user = u
		v.ok("token", "it belongs to %q, id %s", u.Name, u.ID)
		return true
	}
	return false
}

func (v *discordCheck) intents(ctx context.Context) bool {
	var err error
	if v.app, err = v.ask.Application(ctx); err != nil {
		v.bad("intents", "Discord does not return the application's settings: %v; try again later", err)
		return false
	}
	switch reads := v.app.ReadsContent; {
	case reads && v.flags.MessageContent:
		v.ok("intents", "Message Content is enabled: moves can be typed into channels")
	case reads:
		v.ok("intents", "Message Content is enabled, but --no-message-content is set: moves work by /move, by "+
			"mention and in direct messages")
	case v.flags.MessageContent:
		v.warn("intents", "Message Content Intent is disabled: moves work by /move, by mention and in direct "+
			"messages; enable it at discord.com/developers, your application, page Bot, or start with "+
			"--no-message-content")
	default:
		v.ok("intents", "Message Content is disabled and not requested: moves work by /move, by mention and in "+
			"direct messages")
	}
	if v.app.Endpoint != "" {
		v.bad("commands", "the application has an Interactions Endpoint URL, so Discord sends commands and clicks "+
			"there instead of to this bot: clear it at discord.com/developers, your application, page General "+
			"Information")
	}
	return true
}

// fewStarts is the number of a day's remaining connections at which the doctor warns.
const fewStarts = 100

func (v *discordCheck) starts(ctx context.Context) {
	s, err := v.ask.SessionStarts(ctx)
	left, total := s.Remaining, s.Total
	v.advised = s.Shards
	switch {
	case err != nil:
		v.warn("connections", "Discord does not say how many session starts are left today: %v", err)
	case left < min(fewStarts, total):
		v.warn("connections", "only %d of %d session starts are left today; something keeps restarting the bot: "+
			"check its log before Discord resets the token", left, total)
	default:
		v.ok("connections", "%d of %d session starts are left today", left, total)
	}
}

func (v *discordCheck) commands(ctx context.Context) {
	there, err := v.ask.Commands(ctx, v.app.ID)
	if err != nil {
		v.bad("commands", "Discord does not list them: %v; try again later", err)
		return
	}
	wanted, err := services.Commands(all.Features)
	if err != nil {
		v.bad("commands", "%v", err)
		return
	}
	const start = "this version of `yeye serve` registers them at its start"
	absent, foreign, changed := interaction.Compare(wanted, there)
	switch {
	case len(there) == 0:
		v.warn("commands", "none are registered yet; %s", start)
	case absent != nil || foreign != nil || changed != nil:
		v.warn("commands", "they differ from this version's (missing: %s; of another version: %s; changed: %s); %s",
			list(absent), list(foreign), list(changed), start)
	default:
		v.ok("commands", "all %d are registered as in this version", len(there))
	}
}

// list formats the first few of many names for people.
func list(names []string) string {
	const most = 8
	switch more := len(names) - most; {
	case len(names) == 0:
		return "none"
	case more > 0:
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), more)
	}
	return strings.Join(names, ", ")
}

// plain returns a name that others chose, quoted if it has control characters, which could act on the terminal.
func plain(name string) string {
	if quoted := strconv.Quote(name); quoted != `"`+name+`"` {
		return quoted
	}
	return name
}

// From this many users on, Discord reviews the Message Content intent, and it limits the servers of
// one connection. The doctor warns a little earlier.
const (
	reviewedFrom, nearReview = 10_000, 8_000
	maxGuilds, nearMaxGuilds = 2_500, 2_000
)

// size reports the size of the bot, and Discord's requirements for large bots.
func (v *discordCheck) size(guilds []discord.GuildName) {
	people := 0
	for _, g := range guilds {
		people += g.Members
	}
	v.shards(guilds)
	if people >= nearReview && v.app.ReadsContent && v.flags.MessageContent {
		v.warn("intents", "about %d people can see the bot; from %d on, reading messages requires a review by "+
			"Discord: apply in time at discord.com/developers, your application, page Bot, and again each year. "+
			"Without it moves work by /move, by mention and in direct messages", people, reviewedFrom)
	}
}

// shards reports how close the shard with most servers is to Discord's limit per connection.
func (v *discordCheck) shards(guilds []discord.GuildName) {
	divided, err := v.flags.shards()
	of := 1
	if err == nil && divided != nil {
		of = cmp.Or(divided.Of, v.advised, 1)
	}
	fullest, counts := 0, make([]int, of)
	for _, g := range guilds {
		shard := shards.Of(g.ID, of)
		counts[shard]++
		fullest = max(fullest, counts[shard])
	}
	switch {
	case fullest >= nearMaxGuilds && of == 1:
		v.warn("servers", "the bot is on %d; Discord allows %d per connection: start with --shards auto (Discord "+
			"advises %d)", fullest, maxGuilds, v.advised)
	case fullest >= nearMaxGuilds:
		v.warn("servers", "the bot is on %d, and the fullest of %d shards has %d; Discord allows %d per shard: use "+
			"more shards (Discord advises %d)", len(guilds), of, fullest, maxGuilds, v.advised)
	case of > 1:
		v.ok("servers", "the bot is on %d, and the fullest of %d shards has %d", len(guilds), of, fullest)
	default:
		v.ok("servers", "the bot is on %d", fullest)
	}
}

// maxServers is the number of servers examined: ten take a second or two.
const maxServers = 20

func (v *discordCheck) permissions(ctx context.Context) {
	guilds, err := v.ask.Guilds(ctx)
	if err != nil {
		v.bad("permissions", "Discord does not list the bot's servers: %v; try again later", err)
		return
	}
	if len(guilds) == 0 {
		v.warn("servers", "the bot is on none: invite it by opening "+
			"https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d",
			cmp.Or(string(v.app.ID), string(v.user.ID)), discord.Permissions())
		return
	}
	v.size(guilds)
	fine := 0
	for _, g := range guilds[:min(len(guilds), maxServers)] {
		channels, err := v.ask.Channels(ctx, g.ID, v.user.ID)
		var api *discord.APIError
		switch {
		case errors.As(err, &api):
			v.warn("permissions", "they cannot be read on %q: %v", g.Name, err)
		case err != nil:
			v.bad("permissions", "they cannot be read on %q: %v", g.Name, err)
			return
		case v.server(g.Name, channels):
			fine++
		}
	}
	if fine > 0 {
		v.ok("permissions", "sufficient in every channel the bot sees, on servers: %d", fine)
	}
	if len(guilds) > maxServers {
		v.skip("permissions", "only the first %d servers were checked", maxServers)
	}
	v.ranks(ctx, guilds)
}

// ranks reports the servers that give roles for ranks but do not let the bot give any.
func (v *discordCheck) ranks(ctx context.Context, guilds []discord.GuildName) {
	giving := slices.DeleteFunc(slices.Clone(guilds),
		func(g discord.GuildName) bool { return !slices.Contains(v.giving, string(g.ID)) })
	for _, g := range giving[:min(len(giving), maxServers)] {
		all, err := v.ask.Roles(ctx, g.ID)
		mine, failed := v.ask.RolesOf(ctx, g.ID, v.user.ID)
		switch {
		case errors.Join(err, failed) != nil:
			v.warn("ranks", "the roles of %q cannot be read: %v", g.Name, cmp.Or(err, failed))
		case all.Permissions(v.user.ID, mine)&discord.ManageRoles == 0:
			v.warn("ranks", "%q wants roles for ranks (`/server ranks`), and the bot lacks Manage Roles there; "+
				"somebody who manages the server can grant it to the bot's role", g.Name)
		default:
			v.ok("ranks", "on %q the bot may give roles", g.Name)
		}
	}
}

// server reports what is missing on one server, and returns whether nothing is.
func (v *discordCheck) server(name string, channels []discord.ChannelAccess) bool {
	without := make(map[string][]string) // channels by missing permission
	var slow []string
	note, seen, boardless := "", 0, 0
	for _, c := range channels {
		if c.Permissions == 0 {
			continue // hidden from the bot, which is not an error
		}
		seen++
		if c.Slowmode > 0 {
			slow = append(slow, fmt.Sprintf("#%s (%v)", plain(c.Name), c.Slowmode))
		}
		boards, threads := discord.MissingPermissions(c.Permissions)
		if boards != nil {
			boardless++
		}
		if names := strings.Join(append(boards, threads...), ", "); names != "" {
			without[names] = append(without[names], "#"+plain(c.Name))
		}
	}
	if slow != nil {
		v.warn("slowmode", "on %q people must wait between two messages, and so between two moves that they type, in "+
			"%s; /move and the menus under the board do not wait", name, list(slow))
	}
	switch {
	case seen == 0:
		v.bad("permissions", "on %q the bot sees no text channel: give its role View Channel there", name)
		return false
	case len(without) == 0:
		return true
	case boardless == seen:
		note = "; no board can be shown anywhere on this server"
	}
	for _, names := range slices.Sorted(maps.Keys(without)) {
		tell := v.warn
		if boardless == seen {
			tell = v.bad
		}
		tell("permissions", "on %q the bot lacks %s in %s%s; somebody who manages the server can grant it to the "+
			"bot's role or in the channel", name, names, list(without[names]), note)
	}
	return false
}
