package bot

import (
	"context"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/internal/sleep"
)

// handle routes an event: requests are processed in the queue of their channel.
func (b *Bot) handle(ev discord.Event) {
	switch d := ev.Data.(type) {
	case *discord.Interaction:
		b.Router.Interaction(ev.ID, d)
	case *discord.Received:
		b.Display.MessageSeen(d.Channel, d.ID)
		b.Display.Referenced(d.RepliesTo, d.RepliedUser)
		b.Router.Message(ev.ID, d)
	case discord.Reaction:
		if d.By != b.Connections.Self() {
			b.Display.Referenced(d.Message, d.Author)
		}
	case discord.Ready:
		b.Display.Connected()
		b.Background.Go(b.Display.Sweep)
		b.Emoji.Connected(b.app())
	}
}

func (b *Bot) app() id.App {
	_, app := b.Connections.Gateway.Self()
	return app
}

// becomeReady waits until players can reach the bot, registers the commands, and reports that the bot is ready. A
// process that does not lead reads what is registered; if it becomes the leader later, as in a rolling upgrade, it then
// registers the commands of its own version.
func (b *Bot) becomeReady(ctx context.Context) {
	select { // the application's id is known, and clocks run
	case <-b.Connections.Reachable():
	case <-ctx.Done():
		return
	}
	commands := interaction.Definitions(b.Readers.Bundle, b.Commands)
	led := b.register(ctx, commands)
	if b.options.Ready != nil && ctx.Err() == nil {
		b.options.Ready()
	}
	for !led {
		if sleep.For(ctx, leaderPoll) != nil {
			return
		}
		if b.Connections.IsLeader() {
			led = b.register(ctx, commands)
		}
	}
}

// leaderPoll is how often a process that does not lead checks whether it leads now, or whether the leader has
// registered the commands.
const leaderPoll = time.Second

// register registers the commands, or reads the ids of the registered ones if this process does not lead. It returns
// whether this process led, and retries until ctx ends.
func (b *Bot) register(ctx context.Context, commands []discord.Command) (led bool) {
	for pause := time.Second; ; {
		known, err := true, error(nil)
		if led = b.Connections.IsLeader(); led {
			err = interaction.Sync(ctx, b.rest, b.DB, b.app(), b.Readers.Bundle, commands, b.Logger)
		} else {
			known, err = interaction.LoadCommandIDs(ctx, b.rest, b.app(), b.Readers.Bundle, commands)
		}
		wait := leaderPoll
		switch {
		case err == nil && known:
			return led
		case err != nil:
			b.Logger.Error("cannot register commands, will try again", "err", err)
			wait, pause = pause, min(2*pause, time.Minute)
		}
		if sleep.For(ctx, wait) != nil {
			return false
		}
	}
}
