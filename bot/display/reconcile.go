package display

import (
	"context"
	"errors"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/shards"
)

// reconcile compares the shown revision of a subject with the wanted one, and brings the card up to date. Failures are
// stored in the row, and the sweep retries. It returns the row, nil if the subject's other messages must not be
// touched, and false if another process owns the subject.
func (d *Display) reconcile(ctx context.Context, s id.Subject, answers []pendingResponse,
	maybeInFlight bool) (shownRow *Row, ours bool) {
	defer func() {
		for _, a := range answers { // those without a response yet
			if a.responder != nil {
				a.responder.Dismiss(ctx)
			}
		}
	}()
	log := d.Logger.With("subject", s)
	row, known, err := load(ctx, d.DB.Read(), s)
	if err != nil {
		log.Error("cannot load the record of a card", "err", err)
	}
	if !known {
		return nil, true
	}
	d.setGuild(s, row.Guild)
	wait := row.Retry.Sub(d.DB.Now())
	source := d.Sources[s.Kind]
	switch {
	case !d.owns(row.Guild):
		return nil, false
	case len(answers) == 0 && row.Shown >= row.Wanted && !row.Stale:
		d.verify(ctx, &row)
		return &row, true
	case len(answers) == 0 && wait > 0:
		d.showLater(&row, wait)
		return &row, true
	case source == nil:
		log.Error("no feature shows this kind of subject")
		return nil, true
	}
	answer := mergeAnswers(answers)
	card, err := d.loadCard(ctx, source, &row, answer.arg)
	switch {
	case errors.Is(err, ErrDeleted):
		d.deleteAll(ctx, source, &row)
		return nil, true
	case errors.Is(err, ErrGone):
		if err := d.DB.Tx(ctx, func(tx store.Tx) error { return Forget(ctx, tx, s) }); err != nil {
			log.Warn("cannot remove the card record of a subject that no longer exists", "err", err)
		}
		return nil, true
	case err != nil:
		log.Error("cannot load the content of a card", "err", err)
		return &row, true
	}
	if maybeInFlight || !d.soleWriter(&row, card.Created) {
		d.setUncertain(s, true)
	}
	answers = answers[:max(0, len(answers)-1)]
	before := row.Uncertain
	visibleSince, err := d.publish(ctx, &row, &card, answer)
	if err != nil {
		return d.handleFailure(ctx, source, &row, &card, answer, err)
	}
	row.Uncertain = before
	if d.Observer.Shown != nil && card.Touched.After(d.started) && len(answers) == 0 {
		d.Observer.Shown(max(0, d.DB.Now().Sub(card.Touched)))
	}
	return d.shown(ctx, source, &row, &card, visibleSince)
}

// mergeAnswers merges waiting interactions into the last one, since clicks arrive faster than cards are sent. The card
// is posted again if any of them asks for that.
func mergeAnswers(answers []pendingResponse) (one pendingResponse) {
	for _, a := range answers {
		a.repost = a.repost || one.repost
		one = a
	}
	return one
}

// loadCard returns a subject's card. If the subject has changed since the row was loaded, it reloads the row, which
// says whether the change needs a new message.
func (d *Display) loadCard(ctx context.Context, source Source, row *Row, arg string) (Card, error) {
	card, err := source.Card(ctx, row.Subject.ID, row.Wanted, arg)
	if err != nil || card.Rev <= row.Wanted {
		return card, err
	}
	now, known, err := load(ctx, d.DB.Read(), row.Subject)
	if err == nil && !known {
		err = ErrGone
	}
	*row = now
	return card, err
}

// verify searches for duplicate cards of an up-to-date subject, if it is uncertain.
func (d *Display) verify(ctx context.Context, row *Row) {
	if s := row.Subject; row.Uncertain.IsZero() && d.isUncertain(s) { // a message was sent but not recorded
		row.Uncertain = d.DB.Now().Add(lateTimeout)
		if err := d.store(ctx, row); err != nil {
			d.Logger.Error("cannot record that a card may exist", "subject", s, "err", err)
			d.later(s, time.Minute)
			return
		}
		d.setUncertain(s, false)
	}
	d.deduplicate(ctx, row)
}

// shown stores that a card is shown. Its results are those of reconcile.
func (d *Display) shown(ctx context.Context, source Source, row *Row, card *Card,
	visibleSince time.Time) (shownRow *Row, ours bool) {
	s := row.Subject
	log := d.Logger.With("subject", s)
	log.Debug("card shown", "rev", card.Rev, "message", row.Message, "version", row.Version, "late", row.Late)
	if row.Uncertain.IsZero() && (row.Tries > 0 || d.isUncertain(s)) {
		row.Uncertain = d.DB.Now().Add(lateTimeout)
	}
	row.Shown, row.Retry, row.Tries, row.Stale = card.Rev, time.Time{}, 0, false
	row.over = card.Over && card.Guild != ""
	d.recent.add(row.ShownIn, row.Message)
	var err error
	if card.Watched {
		err = source.Shown(ctx, s.ID, card.Turn, visibleSince)
	}
	if err == nil {
		row.removed = d.removeReplaced(ctx, row)
		err = d.store(ctx, row)
	}
	switch {
	case errors.Is(err, errOvertaken):
		log.Debug("card shown by two processes at once, showing it again")
		d.Wake(row.Subject)
		return row, true
	case errors.Is(err, shards.ErrNotOwner): // the new owner finds the message
		d.setUncertain(s, true)
		return nil, false
	case err != nil && !errors.Is(err, ErrGone):
		d.setUncertain(s, true)
		log.Error("cannot record a shown card", "err", err)
		d.later(s, time.Second)
		return row, true
	}
	d.setUncertain(s, false)
	if row.Subject != s {
		d.Wake(row.Subject)
		return nil, true
	}
	d.deduplicate(ctx, row)
	return row, true
}
