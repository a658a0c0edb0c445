package bot

import (
	"context"
	"errors"
	"time"

	"yeye/bot/challenge"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/store/shards"
)

// receive takes an event from the gateway and returns at once.
func (c *Core) receive(shard int, ev discord.Event) {
	if l := c.links.get(shard); l != nil {
		l.inbox.take(ev, func(ev discord.Event) { c.handle(l, shard, ev) })
	}
}

// handle routes an event: requests are processed in the queue of their channel. An event of a shard that another process holds by
// now is left to that process.
func (c *Core) handle(l *link, shard int, ev discord.Event) {
	if k := c.keeper(); k != nil && !k.Holds(shard) {
		return
	}
	switch d := ev.Data.(type) {
	case *discord.Interaction:
		c.slow.saw(d.Channel, d.Slowmode)
		c.Router.Interaction(ev.ID, d)
	case *discord.Received:
		c.Display.Saw(d.Channel, d.ID)
		c.Display.Regarded(d.RepliesTo, d.RepliedUser)
		c.Router.Message(ev.ID, d)
	case discord.Reaction:
		if d.By != c.Self() {
			c.Display.Regarded(d.Message, d.Author)
		}
	case discord.ChannelSeen:
		c.Audience.Channel(d)
	case discord.EverybodyMay:
		c.Audience.Everybody(d)
	case discord.ChannelGone:
		for _, channel := range c.Audience.Deleted(d) {
			c.Router.Go(func() { c.channelGone(c.open, channel) })
		}
	case discord.GuildAvailable:
		c.guilds.joined(d.ID)
		l.reader.Guild(d)
		c.Audience.Guild(d)
		if len(d.Threads) > 0 {
			c.Router.Go(func() { c.closeAbandoned(c.open, d.Threads) })
		}
	case discord.GuildGone:
		c.Audience.Gone(d.ID)
		if !d.Unavailable {
			c.guilds.left(d.ID)
			c.Router.Go(func() { c.guildGone(c.open, d.ID) })
		}
	case discord.Ready:
		c.Audience.Reset(l.part.Has)
		c.guilds.begin(l.part, d.Guilds)
		l.reader.Ready(d.Guilds)
		c.Router.Go(func() { c.onReady(c.open, l) })
	}
}

// onReady is called when a new connection is ready: outdated cards are sent, and moves that were typed while nobody listened are
// played.
func (c *Core) onReady(ctx context.Context, l *link) {
	c.Display.Connected()
	c.Display.Sweep(ctx)
	c.Router.Go(func() { l.reader.All(l.ctx) }) // until another process reads there
	c.Emoji.Connected(c.app())
}

func (c *Core) app() id.App {
	_, app := c.Gateway.Self()
	return app
}

// arrivals registers the commands once the application is known, and then reports that the bot is ready.
func (c *Core) arrivals(ctx context.Context, commands []interaction.Command) {
	wanted := interaction.Definitions(c.Speakers.Bundle, commands)
	for pause := time.Second; ; {
		err := errNotConnected
		var known bool
		switch {
		case !c.Gateway.Connected():
		case c.leads():
			err = interaction.Sync(ctx, c.REST, facts{c.DB}, c.app(), c.Speakers.Bundle, wanted, c.Logger)
		default:
			if known, err = interaction.Learn(ctx, c.REST, c.app(), c.Speakers.Bundle, wanted); err == nil && !known {
				err = errNotRegistered
			}
		}
		if err == nil {
			break
		}
		wait := 20 * time.Millisecond
		switch {
		case errors.Is(err, errNotConnected):
		case errors.Is(err, errNotRegistered):
			wait = time.Second
		default:
			c.Logger.Error("cannot register commands, will try again", "err", err)
			wait, pause = pause, min(2*pause, time.Minute)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
	select { // clocks run
	case <-c.links.there:
	case <-ctx.Done():
		return
	}
	c.ready.Do(func() {
		if c.Ready != nil {
			c.Ready()
		}
	})
}

var (
	errNotConnected  = errors.New("not connected")
	errNotRegistered = errors.New("not registered by the process that does")
)

// channelGone adjourns the matches of a channel or thread that was deleted, also those that a moderator had paused, and closes its
// challenges.
func (c *Core) channelGone(ctx context.Context, channel id.Channel) {
	held, err := c.Matches.HeldIn(ctx, channel)
	for i := range held {
		if _, failed := c.Matches.Release(ctx, held[i].ID, channel); failed != nil && !errors.Is(failed, match.ErrStale) {
			err = failed
		}
	}
	if err != nil {
		c.Logger.Error("cannot release paused games in a deleted channel", "channel", channel, "err", err)
	}
	c.setAside(ctx, channel)
	waiting, err := c.Challenges.InChannel(ctx, channel)
	c.closeAll(ctx, waiting, err)
}

// setAside adjourns the match that is open in a channel which the bot can no longer reach.
func (c *Core) setAside(ctx context.Context, channel id.Channel) {
	m, err := c.Matches.InChannel(ctx, channel)
	if err == nil {
		_, err = c.Matches.Suspend(ctx, m.ID, channel)
	}
	if err != nil && !errors.Is(err, match.ErrNoMatch) && !errors.Is(err, match.ErrStale) {
		c.Logger.Error("cannot adjourn a game in a lost channel", "channel", channel, "err", err)
	}
}

// closeAll closes challenges in channels that the bot can no longer reach; err is that of listing them.
func (c *Core) closeAll(ctx context.Context, waiting []challenge.Challenge, err error) {
	for i := range waiting {
		w := &waiting[i]
		if _, failed := c.Challenges.Suspend(ctx, w.ID, w.Channel); failed != nil && !errors.Is(failed, challenge.ErrStale) {
			err = failed
		}
	}
	if err != nil {
		c.Logger.Error("cannot close challenges in lost channels", "err", err)
	}
}

// guildGone adjourns the matches of a guild that the bot has left, and closes its challenges: nobody could answer or withdraw them
// there, and they would count against their challengers elsewhere. Paused matches stay so: their channels are still there.
func (c *Core) guildGone(ctx context.Context, g id.Guild) {
	waiting, err := c.Challenges.InGuild(ctx, g)
	c.closeAll(ctx, waiting, err)
	all, err := c.Matches.Open(ctx, shards.One(shards.Of(g, c.Part().Of), c.Part().Of))
	if err != nil {
		c.Logger.Error("cannot list games of a server that the bot has left", "guild", g, "err", err)
		return
	}
	for _, o := range all {
		if o.Guild == g {
			c.setAside(ctx, o.Channel)
		}
	}
}

// beginsWithin is the time after opening a thread by which its game has begun, or never will.
const beginsWithin = time.Minute

// closeAbandoned archives threads that the bot opened for a game which never began, because its process died in between: nobody has
// written in them, and there is nothing to say.
func (c *Core) closeAbandoned(ctx context.Context, threads []discord.Thread) {
	self := c.Self()
	for _, t := range threads {
		if t.Owner != self || t.Messages > 0 || c.Now().Sub(id.MadeAt(t.ID)) < beginsWithin {
			continue
		}
		_, err := c.Latest(ctx, t.ID)
		if errors.Is(err, match.ErrNoMatch) {
			ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
			err = c.REST.Archive(ctx, t.ID)
			cancel()
		}
		if err != nil {
			c.Logger.Info("cannot archive an abandoned thread, leaving it open", "thread", t.ID, "err", err)
		}
	}
}
