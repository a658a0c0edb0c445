package display

import (
	"context"
	"errors"

	"yeye/bot/discord"
	"yeye/bot/store/shards"
)

// deleteAll deletes the messages of a deleted subject, then calls [Source.Purge]. It retries later if a message could
// not be deleted, unless the message is gone or out of reach.
func (d *Display) deleteAll(ctx context.Context, source Source, row *Row) {
	d.setUncertain(row.Subject, true) // until the messages are gone
	all, err := d.messagesOf(ctx, row)
	for _, m := range all {
		if err == nil {
			err = d.deleteOne(ctx, row, m)
		}
	}
	if err == nil {
		err = source.Purge(ctx, row.Subject.ID)
	}
	switch {
	case err == nil:
		d.setUncertain(row.Subject, false)
	case errors.Is(err, shards.ErrNotOwner): // the new owner continues
	default:
		d.recordFailure(ctx, row, err)
	}
}

// maxSearched limits the messages of a channel that are searched for cards that were posted but not recorded (see
// unrecorded): Discord's maximum for a request.
const maxSearched = 100

// messagesOf returns all messages of a subject: the live card, superseded cards, also if they were collapsed to a line,
// announcements, and unrecorded cards.
func (d *Display) messagesOf(ctx context.Context, row *Row) (all []messageRef, err error) {
	s := row.Subject
	for _, collapsed := range []bool{false, true} {
		some, err := supersededOf(ctx, d.DB.Read(), s, collapsed)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	announced, err := announcementsOf(ctx, d.DB.Read(), s)
	if err != nil {
		return nil, err
	}
	for _, a := range announced {
		all = append(all, messageRef{Channel: a.Channel, Message: a.Message})
	}
	if row.Message != "" {
		all = append(all, messageRef{Channel: row.ShownIn, Message: row.Message})
	}
	unrecorded, err := d.cardsIn(ctx, s, row.Channel, maxSearched)
	if err != nil && !discord.Refused(err) {
		return nil, err
	}
	for _, p := range unrecorded {
		if p.message != row.Message {
			all = append(all, messageRef{Channel: row.Channel, Message: p.message})
		}
	}
	return all, nil
}

// deletedLine replaces the content of a message that the bot may not delete. It has no words, because the subject's
// locale is no longer known.
const deletedLine = "🗑️"

// deleteOne deletes a message. If the bot may not, it replaces the content by deletedLine.
func (d *Display) deleteOne(ctx context.Context, row *Row, m messageRef) error {
	if !d.owns(row.Guild) {
		return shards.ErrNotOwner
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	err := d.unarchiving(ctx, m.Channel, func() error { return d.REST.Delete(ctx, m.Channel, m.Message) })
	if api := discord.AsAPIError(err); api.Forbidden() && !api.MissingAccess() {
		err = d.collapse(ctx, m, deletedLine)
	}
	if discord.OutOfReach(err) {
		return nil
	}
	return err
}
