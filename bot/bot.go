package bot

import (
	"cmp"
	"context"
	"log/slog"
	"runtime/debug"
	"slices"

	"yeye/bot/connection"
	"yeye/bot/discord/gateway"
	"yeye/bot/discord/rest"
	"yeye/bot/match/engine"
	"yeye/bot/services"
	"yeye/bot/store/scheduler"
)

// Bot is the program: services, the features built from them, and the loops that run them. Make it with Open, then
// Run it.
type Bot struct {
	*services.App
	Connections *connection.Manager
	options     Options
	rest        *rest.Client
	scheduler   *scheduler.Scheduler
	sweepNow    chan struct{} // starts the next sweep at once
}

// Open makes a bot with features. It connects to nothing. It is an error if two features add the same thing, or no
// feature handles what is under way in a channel when the channel is lost.
func Open(o Options, features services.Features) (b *Bot, err error) {
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	o.Worker = cmp.Or(o.Worker, "yeye")
	b = &Bot{options: o, sweepNow: make(chan struct{}, 1)}
	b.rest, err = rest.New(rest.Options{Token: o.Token, API: o.API, PerSecond: o.PerSecond, Version: o.Version,
		Logger: o.Logger, Observer: o.Observer.REST})
	if err != nil {
		return nil, err
	}
	b.App, err = services.Join(services.Options{
		DB: o.DB, Address: o.Address, REST: b.rest, Connect: b.connection, Book: o.Book, Painter: o.Painter,
		EmojiRetry: o.EmojiRetry, Limits: o.Limits, Rates: o.Rates,
		Engine: engine.Options{Thinker: o.Thinker, Analyst: o.Analyst, Searcher: o.Searcher, Reviewer: o.Reviewer,
			Pause: o.Pause, Threads: o.Threads, Hourly: o.Hourly, MoveFound: o.Observer.Thought},
		Patience: o.Patience, Timeout: o.Timeout, RemoteDisplay: o.Role == Worker, Logger: o.Logger,
		Display:      o.Observer.Display,
		Acknowledged: o.Observer.Acknowledged, Recovered: b.recovered, Panicked: o.Observer.Panicked,
	}, features)
	if err != nil {
		return nil, err
	}
	tables, err := o.DB.Read().Dialect().Tables(context.Background(), o.DB.Read())
	if err == nil {
		err = b.Places.Check(tables)
	}
	if err != nil {
		return nil, err
	}
	jobs, periodic := b.filterJobs(slices.Concat([]scheduler.Handler{b.Engine.Handler()}, b.Display.Jobs(), b.Jobs),
		slices.Concat(b.tidyJobs(), b.Periodic))
	b.scheduler, err = scheduler.New(scheduler.Options{DB: o.DB, Worker: o.Worker, Handlers: jobs, Periodic: periodic,
		Capacity: b.capacity(),
		Part:     b.ownedGuilds(), ReceivesEvents: b.ReceivesEvents,
		Waker: b.Waker, Logger: o.Logger, Panicked: o.Observer.Panicked})
	return b, err
}

// connection makes the connections to Discord.
func (b *Bot) connection(s *services.Services) services.Connection {
	o := &b.options
	intents := gateway.Guilds | gateway.GuildMessages | gateway.DirectMessages | gateway.GuildReactions |
		gateway.DirectReactions
	if o.MessageContent {
		intents |= gateway.MessageContent
	}
	b.Connections = connection.New(connection.Options{DB: o.DB, Process: o.Worker, Shards: o.Shards,
		Lease: o.ShardLease, REST: b.rest,
		Gateway: gateway.Options{Token: o.Token, REST: b.rest, Intents: intents, Logger: o.Logger,
			Observer: o.Observer.Gateway},
		Matches: s.Matches, Votes: s.Votes, Challenges: s.Challenges, Audience: s.Audience, Places: s.Places,
		Reader: s.Reader, Logger: o.Logger, Recovered: b.recovered})
	return b.Connections
}

// recovered reports a panic of background work.
func (b *Bot) recovered(p any) {
	b.options.Logger.Error("panic in background work", "panic", p, "stack", string(debug.Stack()))
	if panicked := b.options.Observer.Panicked; panicked != nil {
		panicked()
	}
}

// Stats counts what is in progress at a moment.
type Stats struct {
	Connected bool
	Standby   bool // other processes hold all shards
	Shards    int  // connected by this process; 1 for a bot without shards
	Guilds    int  // the bot is on, as reported by these connections so far
	Queues    int  // channels with requests waiting or in progress
	Showing   int  // cards being sent
	Jobs      int  // in progress
}

// Stats returns the current counts.
func (b *Bot) Stats() Stats {
	return Stats{Connected: b.Connections.Connected(), Standby: b.Connections.Standby(),
		Shards: b.Connections.Gateway.Size(), Guilds: b.Connections.Guilds(), Queues: b.Queue.Busy(),
		Showing: b.Display.Working(), Jobs: b.scheduler.Busy(scheduler.Timed) + b.scheduler.Busy(scheduler.Engine) +
			b.scheduler.Busy(scheduler.Slow)}
}
