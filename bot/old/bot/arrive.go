package bot

import (
	"context"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// arrived is called when a new connection is ready: commands are registered,
// debts are paid, and moves that were typed while nobody listened are played.
func (b *Bot) arrived(ctx context.Context) {
	b.payDebts(ctx)
	b.start(func() { b.catchUp(ctx) })
	b.faces.once.Do(func() { close(b.faces.here) })
	for pause := time.Second; ; pause = min(2*pause, time.Minute) {
		err := b.register(ctx)
		if err == nil {
			break
		}
		b.Logger.Error("commands not registered, will be tried again", "err", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
	select { // clocks run
	case <-b.pulse.there:
	case <-ctx.Done():
		return
	}
	b.ready.Do(func() {
		if b.Ready != nil {
			b.Ready()
		}
	})
}

// addressed is what a message says to the bot: the text without the mention it
// begins with, and whether there was one.
func (b *Bot) addressed(m *discordgo.Message) (text string, mentioned bool) {
	self, _ := b.gateway.Self()
	text = strings.TrimSpace(m.Content)
	for _, form := range []string{"<@" + self + ">", "<@!" + self + ">"} {
		if strings.Contains(text, form) {
			text, mentioned = strings.TrimSpace(strings.Replace(text, form, "", 1)), true
		}
	}
	return text, mentioned
}
