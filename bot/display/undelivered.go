package display

import (
	"context"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/locale"
)

// renotifyAfter is the minimum time between two notices to a player about undelivered cards in a channel.
const renotifyAfter = time.Hour

// notifyUndelivered tells the user who acted that their card is not shown: in the response to their interaction, else
// by direct message. Without an interaction, temporary failures are not mentioned.
func (d *Display) notifyUndelivered(ctx context.Context, card *Card, answer pendingResponse, err error) {
	forbidden := discord.AsAPIError(err).Forbidden()
	key := "delivery.later"
	if forbidden {
		key = "delivery.forbidden"
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTimeout)
	defer cancel()
	if answer.responder != nil {
		text := answer.text
		if text == nil {
			text = card.Text
		}
		err := answer.responder.Private(ctx, discord.Message{Content: text.Text(key)})
		if err == nil {
			return
		}
		d.Logger.Info("cannot explain in an answer why a card is not shown", "err", err)
	}
	if !forbidden || card.Actor == "" || !d.claimNotice(card.Channel, card.Actor) {
		return
	}
	text := d.Localizer(ctx, card.Actor, card.Text).Text(key+".dm",
		locale.Args{"Channel": "<#" + string(card.Channel) + ">"})
	dm, err := d.REST.OpenDM(ctx, card.Actor)
	if err == nil {
		_, err = d.REST.Create(ctx, dm, discord.Message{Content: text})
	}
	if err != nil {
		d.Logger.Info("cannot notify the player that a card is not shown", "err", err)
	}
}

// claimNotice reports whether to notify the player about this channel, and if so records the notice. It is false within
// renotifyAfter of the last notice.
func (d *Display) claimNotice(channel id.Channel, p id.Player) bool {
	key := channelPlayer{channel, p}
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.DB.Now()
	if last, ok := d.noticesSent[key]; ok && now.Sub(last) < renotifyAfter {
		return false
	}
	for other, last := range d.noticesSent {
		if now.Sub(last) >= renotifyAfter {
			delete(d.noticesSent, other)
		}
	}
	d.noticesSent[key] = now
	return true
}
