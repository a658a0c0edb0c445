package discord

import (
	"time"

	"yeye/bot/id"
)

// Application is what Discord says of the bot's application.
type Application struct {
	ID           id.App
	Name         string
	ReadsContent bool   // the Message Content intent is switched on
	Endpoint     string // where Discord sends interactions instead of to the gateway; "" for none
}

// Starts is how many new gateway sessions Discord allows, and where they begin.
type Starts struct {
	URL            string
	Shards         int // how many Discord advises
	Total          int // a day; 0 where it is not said
	Remaining      int
	ResetAfter     time.Duration
	MaxConcurrency int // how many may begin in five seconds; at least 1
}

// GuildName is a guild that the bot is in.
type GuildName struct {
	ID      id.Guild
	Name    string
	Members int // about; 0 where Discord does not say
}

// ChannelAccess is a text channel of a guild, and what somebody may do in it.
type ChannelAccess struct {
	ID       id.Channel
	Name     string
	May      int64         // bits of permissions; 0 where the channel is hidden, -1 where Discord did not say enough to know
	Slowmode time.Duration // between two messages of one user
}
