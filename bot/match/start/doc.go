// Package start begins games: from the options of commands, where a server wants its games, in a thread of their own if the channel
// is occupied, against a character or a player. Features that offer a game share it.
//
// What may not enter: what happens in a game once it has begun.
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

// REST is the part of Discord's REST interface that finds and opens channels.
type REST interface {
	Channel(ctx context.Context, channel id.Channel) (discord.Channel, error)
	StartThread(ctx context.Context, channel id.Channel, name string) (id.Channel, error)
	Threads(ctx context.Context, g id.Guild) ([]discord.Thread, error)
	Archive(ctx context.Context, thread id.Channel) error
	RenameThread(ctx context.Context, thread id.Channel, name string) error
	Create(ctx context.Context, channel id.Channel, m discord.Message) (id.Message, error)
	// Channels returns the text channels of a guild, with a member's permissions there.
	Channels(ctx context.Context, g id.Guild, member id.Player) ([]discord.ChannelAccess, error)
}

// Starter begins games.
type Starter struct {
	Matches    *match.Service
	FairPlay   *fairplay.Service
	Challenges *challenge.Service
	Guilds     *guild.Service
	Players    *player.Service
	Readers    *view.Readers
	REST       REST
	Self       func() id.Player // the bot's user
	// Public reports whether everybody on a server may view a channel; false if that is not known.
	Public func(g id.Guild, c id.Channel) bool
	// Spent returns until when no further game of two players that ends by then counts for their ratings, zero if the next one does.
	Spent func(ctx context.Context, one, other id.Player) (until time.Time, err error)
	// Announced records that a message is an announcement.
	Announced func(ctx context.Context, channel id.Channel, m id.Message, a interaction.Announcement)
	// Opened records what a thread was opened for.
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
