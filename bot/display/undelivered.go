package display

import (
	"context"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/locale"
)

// renotifyAfter is the least time between two notices to one player that a card cannot be shown.
const renotifyAfter = time.Hour

// notifyUndelivered notifies the user who acted that their card is not shown, where they can see it: in the response to
// their interaction, else in their direct messages. A temporary failure is not mentioned, unless an interaction waits
// for an answer.
func (d *Display) notifyUndelivered(ctx context.Context, card *Card, answer pendingResponse, err error) {
	api := discord.AsAPIError(err)
	forbidden := api != nil && api.Forbidden()
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

// claimNotice reports whether to notify the player about this channel, which is false if that happened lately, and
// records the notice.
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
