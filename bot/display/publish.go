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
	// respondWithin bounds a first answer: what takes longer is late anyhow, and the card must still be sent another way.
	respondWithin = 6 * time.Second
	// lookAgain is how long after respondWithin an answer of which nothing was heard is looked for once more.
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

// publish makes the message show the card, by the answer to an interaction where that can carry it, and leaves in row where it now
// is and in seen since when, by Discord's time.
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
	// What a revision wants that is later than the card is done when that is shown.
	fresh, pinged := row.Fresh > row.Shown && row.Fresh <= card.Rev, row.Pinged > row.Shown && row.Pinged <= card.Rev
	if !fresh && !pinged {
		m.Mention = nil // they were called when this was shown first; anybody may have it posted again
	}
	post := row.Message == "" || answer.repost || fresh || card.Spoken && pinged ||
		row.In != card.Channel || d.recent.buried(card.Channel, row.Message)
	if card.Settled && row.Message != "" || card.Silent {
		post = answer.repost
	}
	if card.Silent && !post && row.Message == "" {
		return nil
	}
	uncertainAnswer := false // whether Discord took an answer with the card, but has not said what came of it
	if r := answer.responder; r != nil {
		if !r.Component() {
			if err := d.intend(ctx, row); err != nil {
				return err
			}
		}
		defer func() {
			if err == nil { // else the failure is explained in the answer
				r.Dismiss(ctx)
			}
		}()
		onCard := r.Component() && r.Interaction().On != nil && r.Interaction().On.ID == row.Message
		switch {
		case r.Component() && (post || !onCard):
		case !onCard && d.addressed(row): // nobody reaches the bot by a reply to an interaction's answer
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
			d.Logger.Info("card not shown by the interaction's answer, sending it", "subject", row.Subject, "err", err)
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

// addressed reports whether typed text in a subject's channel reaches the bot only where it is addressed to it, as replies to its
// own messages are.
func (d *Display) addressed(row *Row) bool {
	return d.ReadsContent != nil && row.Guild != "" && !d.ReadsContent()
}

// edit changes the live message, and reports whether it is no more.
func (d *Display) edit(ctx context.Context, row *Row, card *Card, m discord.Message, seen *time.Time) (gone bool, err error) {
	m.Mention = nil
	if !card.Watched && d.editByToken(ctx, row, m) {
		return false, nil
	}
	*seen, err = d.REST.EditAt(ctx, row.In, row.Message, m)
	api := discord.AsAPIError(err)
	if err == nil || api == nil || !api.Gone() {
		return false, err
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

// post posts the card, or adopts one that was posted without our having recorded it.
func (d *Display) post(ctx context.Context, row *Row, card *Card, m discord.Message, fresh, uncertainAnswer bool, seen *time.Time) error {
	found, turn, err := d.recover(ctx, row, card)
	if err == nil && found == "" && uncertainAnswer {
		// What comes in late exists all the same, and a card posted beside it would call people twice.
		select {
		case <-time.After(lookAgain):
		case <-ctx.Done():
		}
		found, turn, err = d.recover(ctx, row, card)
	}
	if err != nil {
		return err
	}
	if found != "" {
		row.In, row.Message = card.Channel, found
		if !fresh || len(m.Mention) == 0 || turn == card.Turn {
			m.Mention = nil
			*seen, err = d.REST.EditAt(ctx, card.Channel, found, m)
			return err
		}
		// It told of an earlier turn, and an edit would not call the player whose turn it is now: it is superseded.
		if err := d.store(ctx, row); err != nil {
			return err
		}
	}
	if err := d.intend(ctx, row); err != nil {
		return err
	}
	// The same for each try at this card, another for the next card, and after two processes have met, for what came of the first
	// is not known then.
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

// intend records, before another message is posted, that it may come to exist though this process should not live to see it. Where
// the row is behind, that says so already.
func (d *Display) intend(ctx context.Context, row *Row) error {
	if row.Shown < row.Wanted || !row.Uncertain.IsZero() {
		return nil
	}
	row.Uncertain = d.DB.Now().Add(lateWithin)
	return d.store(ctx, row)
}
