package display

import (
	"context"
	"errors"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/shards"
)

// reconcile compares what is shown of a subject with what is wanted, and does what is missing. Failures are recorded in the row,
// and the sweep tries again. It reports false where another process shows the subject.
func (d *Display) reconcile(ctx context.Context, s id.Subject, answers []pendingResponse, found bool) (own bool) {
	defer func() {
		for _, a := range answers { // those that the card itself did not answer
			a.responder.Dismiss(ctx)
		}
	}()
	log := d.Logger.With("subject", s)
	row, known, err := load(ctx, d.DB.Read(), s)
	if err != nil {
		log.Error("cannot load the record of a card", "err", err)
		return true
	}
	if !known {
		return true
	}
	d.belongs(s, row.Guild)
	if !d.own(row.Guild) {
		return false
	}
	if len(answers) == 0 && row.Shown >= row.Wanted && !row.Stale {
		if row.Uncertain.IsZero() && d.isUncertain(s) { // the message that was sent could not be recorded
			row.Uncertain = d.DB.Now().Add(lateWithin)
			if err := d.store(ctx, &row); err != nil {
				log.Error("cannot record that a card may exist", "err", err)
				d.later(s, time.Minute)
				return true
			}
			d.setUncertain(s, false)
		}
		d.deduplicate(ctx, &row)
		return true
	}
	if wait := row.Retry.Sub(d.DB.Now()); len(answers) == 0 && wait > 0 {
		d.hold(&row, wait)
		return true
	}
	source := d.Sources[s.Kind]
	if source == nil {
		log.Error("no feature shows this kind of subject")
		return true
	}
	answer := pendingResponse{}
	if len(answers) > 0 {
		// The newest is drawn, because clicks arrive faster than cards are sent; the card is posted again if any of them wants
		// that.
		last := len(answers) - 1
		for _, earlier := range answers[:last] {
			answers[last].repost = answers[last].repost || earlier.repost
		}
		answer, answers = answers[last], answers[:last]
	}
	card, err := source.Card(ctx, s.ID, row.Wanted, answer.arg)
	if errors.Is(err, ErrDeleted) || errors.Is(err, ErrGone) {
		if answer.responder != nil {
			answers = append(answers, answer)
		}
		if errors.Is(err, ErrDeleted) {
			d.deleteAll(ctx, source, &row)
		} else if err := d.DB.Tx(ctx, func(tx store.Tx) error { return Forget(ctx, tx, s) }); err != nil {
			log.Warn("cannot remove the card record of a subject that no longer exists", "err", err)
		}
		return true
	}
	if err != nil {
		log.Error("cannot load the content of a card", "err", err)
		if answer.responder != nil {
			answers = append(answers, answer)
		}
		return true
	}
	if card.Rev > row.Wanted { // it has changed since: whether that wants a new message is in the current row
		var known bool
		if row, known, err = load(ctx, d.DB.Read(), s); err != nil || !known {
			if err != nil {
				log.Error("cannot load the record of a card", "err", err)
			}
			if answer.responder != nil {
				answers = append(answers, answer)
			}
			return true
		}
	}
	if found || !d.soleWriter(&row, card.Created) {
		d.setUncertain(s, true)
	}
	return d.showOne(ctx, source, &row, &card, answer, len(answers) == 0)
}

// showOne publishes a card and records the outcome. It reports false if another process shows the subject by now.
func (d *Display) showOne(ctx context.Context, source Source, row *Row, card *Card, answer pendingResponse, only bool) (own bool) {
	s := row.Subject
	log := d.Logger.With("subject", s)
	before := row.Uncertain
	seen, err := d.publish(ctx, row, card, answer)
	if errors.Is(err, shards.ErrNotOwner) {
		if answer.responder != nil {
			answer.responder.Dismiss(ctx)
		}
		return false
	}
	if errors.Is(err, errOvertaken) {
		if d.Wake(s); answer.responder != nil {
			d.enqueue(s, &answer, here)
		}
		return true
	}
	if err != nil && d.lost(ctx, source, row, card, err) {
		if answer.responder != nil {
			d.explain(ctx, card, answer, err)
		}
		return true
	}
	if err != nil {
		d.failed(ctx, row, card, err)
		if d.Observer.Unshown != nil {
			d.Observer.Unshown()
		}
		d.explain(ctx, card, answer, err)
		return true
	}
	if row.Uncertain = before; row.Uncertain.IsZero() && (row.Tries > 0 || d.isUncertain(s)) {
		row.Uncertain = d.DB.Now().Add(lateWithin)
	}
	log.Debug("card shown", "rev", card.Rev, "message", row.Message, "version", row.Version, "late", row.Late)
	row.Shown, row.Retry, row.Tries, row.Stale = card.Rev, time.Time{}, 0, false
	row.over = card.Over && card.Guild != ""
	if card.Watched {
		err = source.Shown(ctx, s.ID, card.Turn, seen)
	}
	if err == nil {
		err = d.store(ctx, row)
	}
	if errors.Is(err, errOvertaken) {
		log.Debug("card shown by two processes at once, showing it again")
		d.Wake(row.Subject)
		return true
	}
	if errors.Is(err, shards.ErrNotOwner) { // the process that shows it now finds the message
		d.setUncertain(s, true)
		return false
	}
	if err != nil && !errors.Is(err, ErrGone) {
		d.setUncertain(s, true)
		log.Error("cannot record a shown card", "err", err)
		d.later(s, time.Second)
		return true
	}
	d.setUncertain(s, false)
	if row.Subject != s {
		d.Wake(row.Subject)
		return true
	}
	d.deduplicate(ctx, row)
	if d.Observer.Shown != nil && card.Touched.After(d.started) && only {
		d.Observer.Shown(max(0, d.DB.Now().Sub(card.Touched)))
	}
	d.recent.saw(row.In, row.Message)
	return true
}

// failed records a failure and when to try again.
func (d *Display) failed(ctx context.Context, row *Row, card *Card, err error) {
	row.Tries++
	if errors.Is(err, discord.ErrUncertain) || d.isUncertain(row.Subject) {
		row.Uncertain = d.DB.Now().Add(lateWithin)
	}
	pause := min(time.Second<<min(row.Tries, 10), 10*time.Minute)
	if api := discord.AsAPIError(err); api != nil {
		pause = max(pause, api.RetryAfter)
		if api.Forbidden() || api.Gone() { // only people can fix that
			pause = max(pause, []time.Duration{10 * time.Second, time.Minute, 10 * time.Minute}[min(row.Tries, 3)-1])
		}
	}
	row.Retry = d.DB.Now().Add(pause)
	if pause <= time.Minute { // the sweep would be late
		d.later(row.Subject, pause+10*time.Millisecond)
	}
	d.Missed(err)
	d.Logger.Warn("cannot show card, will try again", "subject", row.Subject, "channel", row.Channel, "tries", row.Tries, "in", pause, "err", err)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTimeout)
	defer cancel()
	switch err := d.store(ctx, row); {
	case errors.Is(err, errOvertaken):
		d.Wake(row.Subject)
	case err != nil:
		d.Logger.Error("cannot record that a card was not shown", "subject", row.Subject, "err", err)
	}
}

// maxNoAccess is how many attempts at a channel without access fail before it counts as gone.
const maxNoAccess = 3

// lost reports whether a card could not be shown because its channel was deleted or is out of reach. Then there is nothing to show until somebody
// transfers the subject elsewhere.
func (d *Display) lost(ctx context.Context, source Source, row *Row, card *Card, cause error) bool {
	api := discord.AsAPIError(cause)
	if api == nil || !api.NoChannel() && !(api.NoAccess() && row.Tries+1 >= maxNoAccess) {
		return false
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTimeout)
	defer cancel()
	err := source.Lost(ctx, row.Subject.ID, card.Channel, api.NoChannel())
	var now Row
	if err == nil {
		now, _, err = load(ctx, d.DB.Read(), row.Subject)
	}
	if err == nil && now.Channel == card.Channel {
		now.In, now.Message, now.Shown, now.Tries, now.Retry, now.Uncertain, now.Stale = "", "", now.Wanted, 0, time.Time{}, time.Time{}, false
		now.Version = row.Version
		err = d.store(ctx, &now)
	}
	if errors.Is(err, errOvertaken) {
		d.Wake(row.Subject)
		return true
	}
	if err != nil {
		d.Logger.Error("cannot adjourn a game in a lost channel", "subject", row.Subject, "err", err)
		return false
	}
	d.Logger.Info("the channel of a card was lost", "subject", row.Subject, "channel", card.Channel, "deleted", api.NoChannel())
	return true
}
