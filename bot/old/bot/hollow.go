package bot

import (
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/session"
)

// beginsWithin is how long after its thread was opened a game has surely begun there,
// or never will.
const beginsWithin = time.Minute

// closeHollow puts those of a server's threads away that the bot opened for a game
// which never began, because its process died in between: nobody has said a word in
// them, and there is nothing to say.
func (b *Bot) closeHollow(ctx context.Context, threads []*discordgo.Channel) {
	self, _ := b.gateway.Self()
	for _, t := range threads {
		if t.OwnerID != self || t.MessageCount > 0 || b.Now().Sub(madeAt(t.ID)) < beginsWithin {
			continue
		}
		_, err := b.Records.Latest(ctx, session.Place(t.ID))
		if errors.Is(err, session.ErrNoSession) {
			ctx, cancel := context.WithTimeout(ctx, callTimeout)
			err = b.send.Archive(ctx, t.ID)
			cancel()
		}
		if err != nil {
			b.Logger.Info("an empty thread was left", "thread", t.ID, "err", err)
		}
	}
}
