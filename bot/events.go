package bot

import (
	"context"
	"errors"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
)

// handle routes an event: requests are processed in the queue of their channel.
func (c *Core) handle(ev discord.Event) {
	switch d := ev.Data.(type) {
	case *discord.Interaction:
		c.Router.Interaction(ev.ID, d)
	case *discord.Received:
		c.Display.Saw(d.Channel, d.ID)
		c.Display.Regarded(d.RepliesTo, d.RepliedUser)
		c.Router.Message(ev.ID, d)
	case discord.Reaction:
		if d.By != c.Self() {
			c.Display.Regarded(d.Message, d.Author)
		}
	case discord.Ready:
		c.Display.Connected()
		c.Background.Go(c.Display.Sweep)
		c.Emoji.Connected(c.app())
	}
}

func (c *Core) app() id.App {
	_, app := c.Gateway.Self()
	return app
}

// arrivals registers the commands once the application is known, and then reports that the bot is ready.
func (c *Core) arrivals(ctx context.Context, commands []interaction.Command) {
	wanted := interaction.Definitions(c.Readers.Bundle, commands)
	for pause := time.Second; ; {
		err := errNotConnected
		var known bool
		switch {
		case !c.Gateway.Connected():
		case c.Connections.Leads():
			err = interaction.Sync(ctx, c.REST, facts{c.DB}, c.app(), c.Readers.Bundle, wanted, c.Logger)
		default:
			if known, err = interaction.Learn(ctx, c.REST, c.app(), c.Readers.Bundle, wanted); err == nil && !known {
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
	case <-c.Connections.There():
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
