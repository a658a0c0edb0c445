package bot

import (
	"context"
	"runtime/debug"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/gateway"
)

// finish is the reply that f makes. If it breaks the person is told so, and nobody
// else notices.
func (b *Bot) finish(ctx context.Context, r *request, f func(context.Context) reply) (a reply) {
	defer func() {
		if p := recover(); p != nil {
			r.log.Error("panic in a command", "panic", p, "stack", string(debug.Stack()))
			a = says(r.say.Say("refuse.failed"))
		}
	}()
	return f(ctx)
}

// public answers with a message that everybody sees, and returns its id. Where a private "thinking"
// stands already it is taken away and the message posted by itself.
func (c *callback) public(ctx context.Context, m gateway.Message) (id string, err error) {
	if c.take() {
		return c.respond(ctx, discordgo.InteractionResponseChannelMessageWithSource, m)
	}
	m.Nonce = "p" + c.i.ID[max(0, len(c.i.ID)-20):]
	id, err = c.b.send.Create(ctx, c.i.ChannelID, m)
	c.settled(ctx)
	return id, err
}
