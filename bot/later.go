package bot

import (
	"context"
	"runtime/debug"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/gateway"
)

// finish makes the real reply of a slow command, with a recover around it: it
// runs in no lane.
func (b *Bot) finish(ctx context.Context, r *request, f func(context.Context) reply) (a reply) {
	defer func() {
		if p := recover(); p != nil {
			r.log.Error("panic in a slow command", "panic", p, "stack", string(debug.Stack()))
			a = says(r.say.Say("refuse.failed"))
		}
	}()
	return f(ctx)
}

// public answers with a message that everybody sees. Where a private "thinking"
// stands already it is taken away and the message posted by itself.
func (c *callback) public(ctx context.Context, m gateway.Message) error {
	if c.take() {
		_, err := c.b.send.Respond(ctx, c.i, discordgo.InteractionResponseChannelMessageWithSource, m)
		return err
	}
	m.Nonce = "p" + c.i.ID[max(0, len(c.i.ID)-20):]
	_, err := c.b.send.Create(ctx, c.i.ChannelID, m)
	c.settled(ctx)
	return err
}
