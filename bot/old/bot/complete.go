package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"
)

// complete answers what somebody is typing into a command with choices. It reads
// one session and sends at once: people wait for it at every key.
func (b *Bot) complete(ctx context.Context, c *callback, r *request) {
	data := c.i.ApplicationCommandData()
	r.options = optionsOf(data.Options)
	choices := []*discordgo.ApplicationCommandOptionChoice{}
	if cmd, ok := commandNamed(b.Catalog, discordgo.ChatApplicationCommand, data.Name); ok && cmd.complete != nil {
		choices = cmd.complete(b, ctx, r)
	}
	b.start(func() { c.choices(b.life, choices) })
}
