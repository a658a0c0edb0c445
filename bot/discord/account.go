package discord

import (
	"time"

	"yeye/bot/id"
)

// Application is Discord's description of the bot's application.
type Application struct {
	ID           id.App
	Name         string
	ReadsContent bool   // the Message Content intent is switched on
	Endpoint     string // where Discord sends interactions instead of to the gateway; "" for none
}

// SessionStarts is Discord's session_start_limit, with the gateway's address and the recommended number of shards.
type SessionStarts struct {
	URL            string
	Shards         int // the recommended number
	Total          int // a day; 0 if not given
	Remaining      int
	ResetAfter     time.Duration
	MaxConcurrency int // how many IDENTIFYs are allowed in five seconds; at least 1
}

// GuildName is a guild that the bot is in.
type GuildName struct {
	ID      id.Guild
	Name    string
	Members int // approximate; 0 if Discord does not say
}

// ChannelAccess is a text channel of a guild, with a user's permissions in it.
type ChannelAccess struct {
	ID          id.Channel
	Name        string
	Permissions int64         // permission bits; 0 if the channel is hidden, -1 if Discord did not say enough to know
	Slowmode    time.Duration // between two messages of one user
}
