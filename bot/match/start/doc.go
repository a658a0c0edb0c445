// Package start starts games against characters and players: it reads the options of commands, checks permissions and
// the server's settings, and chooses the channel or opens a thread. All features that offer a game use it.
//
// Out of scope: what happens in a game after its start.
package start

import (
	"context"
	"log/slog"
	"time"

	"yeye/bot/discord"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/view"
	"yeye/bot/player"
)

// REST is the part of Discord's REST interface that reads channels and opens threads.
type REST interface {
	Channel(ctx context.Context, channel id.Channel) (discord.Channel, error)
	StartThread(ctx context.Context, channel id.Channel, name string) (id.Channel, error)
	Threads(ctx context.Context, g id.Guild) ([]discord.Thread, error)
	Archive(ctx context.Context, thread id.Channel) error
	RenameThread(ctx context.Context, thread id.Channel, name string) error
	Create(ctx context.Context, channel id.Channel, m discord.Message) (id.Message, error)
	// Channels returns the text channels of a guild, with a member's permissions in each.
	Channels(ctx context.Context, g id.Guild, member id.Player) ([]discord.ChannelAccess, error)
}

// Starter starts games.
type Starter struct {
	Matches    *match.Service
	FairPlay   *fairplay.Service
	Challenges *challenge.Service
	Guilds     *guild.Service
	Players    *player.Service
	Readers    *view.Readers
	REST       REST
	Self       func() id.Player // the bot's user
	// Public reports whether everyone on a server may view a channel; false if unknown.
	Public func(g id.Guild, c id.Channel) bool
	// Home returns the channel whose permissions decide who may view c: a thread's parent, or c itself; "" for a
	// private thread.
	Home func(g id.Guild, c id.Channel) (home id.Channel, known bool)
	// DailyLimitUntil returns the end of the day if two players have already played all the rated games that count
	// today, else the zero time.
	DailyLimitUntil func(ctx context.Context, one, other id.Player) (until time.Time, err error)
	// Announced records the message of an announcement, so that it is edited once its subject is over.
	Announced func(ctx context.Context, channel id.Channel, m id.Message, a interaction.Announcement)
	// Opened records which subject a new thread was opened for.
	Opened func(ctx context.Context, thread id.Channel, g id.Guild, of id.Subject)
	Now    func() time.Time
	Logger *slog.Logger
}

// callTimeout bounds the requests to Discord for one response.
const callTimeout = interaction.CallTimeout

// Actor returns the requester as the actor of a change, with its source.
func Actor(r *interaction.Request, source match.Source) match.Actor {
	return match.Actor{Event: r.Event, Player: r.Player, Name: r.Name, Guild: r.Guild, At: r.At, Source: source}
}
