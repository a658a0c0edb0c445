package display

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/store/shards"
)

const (
	// callTimeout bounds one request to Discord.
	callTimeout = interaction.CallTimeout
	// respondWithin bounds a first answer: a longer one is late anyway, and the card must still be sent in another way.
	respondWithin = 6 * time.Second
	// lookAgain is how long after respondWithin the message of an unconfirmed answer is searched for once more.
	lookAgain = 3 * time.Second
)

// draw makes the message of a card.
func (d *Display) draw(card *Card) (discord.Message, error) {
	m := card.Message
	if card.Draw == nil {
		return m, nil
	}
	d.drawing <- struct{}{}
	defer func() { <-d.drawing }()
	var err error
	m.Files, err = card.Draw()
	return m, err
}

// publish makes the message show the card, by the answer to an interaction where that can carry it, and stores in row where it is
// now and in seen since when, by Discord's clock.
func (d *Display) publish(ctx context.Context, row *Row, card *Card, answer pendingResponse, seen *time.Time) (err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	m, err := d.draw(card)
	if err != nil {
		return err
	}
	if !d.own(row.Guild) { // drawing may have taken long
		return shards.ErrNotOwner
	}
	// What a revision later than the card's wants is done when that revision is shown.
	fresh, pinged := row.Fresh > row.Shown && row.Fresh <= card.Rev, row.Pinged > row.Shown && row.Pinged <= card.Rev
	if !fresh && !pinged {
		m.Mention = nil // they were pinged when this was first shown; anybody may have it posted again
	}
	post := row.Message == "" || answer.repost || fresh || card.Spoken && pinged ||
		row.In != card.Channel || d.recent.buried(card.Channel, row.Message)
	if card.Settled && row.Message != "" || card.Silent {
		post = answer.repost
	}
	if card.Silent && !post && row.Message == "" {
		return nil
	}
	uncertainAnswer := false // whether an answer with the card was sent, but Discord has not confirmed it
	if r := answer.responder; r != nil {
		if !r.Component() {
			if err := d.intend(ctx, row); err != nil {
				return err
			}
		}
		defer func() {
			if err == nil { // otherwise explain uses the answer
				r.Dismiss(ctx)
			}
		}()
		onCard := r.Component() && r.Interaction().On != nil && r.Interaction().On.ID == row.Message
		switch {
		case r.Component() && (post || !onCard):
		case !onCard && d.addressed(row): // a reply to an interaction's answer does not reach the bot
			post = true
		case r.Claim():
			kind := discord.RespondMessage
			if onCard {
				kind = discord.RespondUpdate
				m.Mention = nil
			}
			soon, cancel := context.WithTimeout(ctx, respondWithin)
			made, err := r.Respond(soon, kind, m)
			cancel()
			if err == nil {
				*seen = r.Now()
				if !onCard {
					row.In, row.Message = card.Channel, made
				}
				d.keepToken(row, r)
				return nil
			}
			d.Logger.Info("cannot show card as the interaction's answer, sending it separately", "subject", row.Subject, "err", err)
			post = post || !onCard
			api := discord.AsAPIError(err)
			if !onCard && (errors.Is(err, discord.ErrUncertain) || !(api != nil && api.Dead())) {
				d.setUncertain(row.Subject, true)
			}
			uncertainAnswer = !onCard && errors.Is(err, context.DeadlineExceeded)
		case onCard && r.Acknowledged():
			d.keepToken(row, r)
		}
	}
	if !post {
		gone, err := d.edit(ctx, row, card, m, seen)
		if !gone || card.Silent {
			return err
		}
		// The card was deleted: post another.
	}
	return d.post(ctx, row, card, m, post, uncertainAnswer, seen)
}

// addressed reports whether typed text in a subject's channel reaches the bot only if it is addressed to it, as replies to its own
// messages are.
func (d *Display) addressed(row *Row) bool {
	return d.ReadsContent != nil && row.Guild != "" && !d.ReadsContent()
}

// edit changes the live message, and reports whether it no longer exists.
func (d *Display) edit(ctx context.Context, row *Row, card *Card, m discord.Message, seen *time.Time) (gone bool, err error) {
	m.Mention = nil
	if !card.Watched && d.editByToken(ctx, row, m) {
		return false, nil
	}
	*seen, err = d.REST.EditAt(ctx, row.In, row.Message, m)
	api := discord.AsAPIError(err)
	if err == nil || api == nil || !api.Gone() {
		return api != nil && api.EditsUsedUp() && !card.Silent, err
	}
	if api.Archived() && d.REST.Unarchive(ctx, row.In) == nil {
		if *seen, err = d.REST.EditAt(ctx, row.In, row.Message, m); err == nil {
			return false, nil
		}
	}
	if card.Silent {
		return true, nil
	}
	return true, err
}

// post posts the card, or adopts one that was posted but not recorded.
func (d *Display) post(ctx context.Context, row *Row, card *Card, m discord.Message, fresh, uncertainAnswer bool, seen *time.Time) error {
	found, err := d.recover(ctx, row, card)
	if err == nil && found.message == "" && uncertainAnswer {
		// A late answer creates its message all the same, and a card posted beside it would ping people twice.
		select {
		case <-time.After(lookAgain):
		case <-ctx.Done():
		}
		found, err = d.recover(ctx, row, card)
	}
	if err != nil {
		return err
	}
	if found.message != "" {
		row.In, row.Message, row.Shown = card.Channel, found.message, max(row.Shown, found.rev)
		earlier := row.Fresh > row.Shown && row.Fresh <= card.Rev && (found.rev > 0 || found.turn != card.Turn)
		if !fresh || !earlier {
			m.Mention = nil
			*seen, err = d.REST.EditAt(ctx, row.In, row.Message, m)
			return err
		}
		// It shows an earlier revision than the one that wants a message of its own: what that is about may stand below it.
		if err := d.store(ctx, row); err != nil {
			return err
		}
	}
	if err := d.intend(ctx, row); err != nil {
		return err
	}
	// The nonce is the same for each attempt at this card, so that Discord does not post it twice. It differs for the next card,
	// and after a conflict of two processes, because the outcome of the first attempt is then unknown.
	m.Nonce = fmt.Sprintf("%s-%08x", row.Subject.ID, crc32.ChecksumIEEE(fmt.Append(nil, row.Wanted, row.Message, " ", row.Late)))
	if !d.own(row.Guild) {
		return shards.ErrNotOwner
	}
	made, err := d.REST.Create(ctx, card.Channel, m)
	if err == nil {
		d.Logger.Debug("card posted", "subject", row.Subject, "rev", card.Rev, "message", made, "after", row.Message)
		row.In, row.Message = card.Channel, made
		*seen = id.MadeAt(made)
	}
	return err
}

// intend records, before another message is posted, that it may exist even if this process dies before it learns so. Where the row
// is behind, that says so already.
func (d *Display) intend(ctx context.Context, row *Row) error {
	if row.Shown < row.Wanted || !row.Uncertain.IsZero() {
		return nil
	}
	row.Uncertain = d.DB.Now().Add(lateWithin)
	return d.store(ctx, row)
}
