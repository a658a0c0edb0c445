package bot

import "yeye/bot/discord"

// Handle takes an event of a shard that this process serves.
func (b *Bot) Handle(ev discord.Event) { b.handle(ev) }
