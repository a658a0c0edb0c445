package display

import (
	"context"
	"errors"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
)

// Announced records the message of an announcement, which the display edits once the announcement is over. If recording
// fails, the message is never edited.
func (d *Display) Announced(ctx context.Context, channel id.Channel, m id.Message, a interaction.Announcement) {
	if err := addAnnouncement(ctx, d.DB, announcement{a, channel, m}); err != nil {
		d.Logger.Warn("cannot record an announcement, so it will not be updated", "subject", a.Subject, "err", err)
	}
	d.recent.add(channel, m)
}

// answered is an announcement whose message an interaction's response is about to edit.
type answered struct {
	outcome string    // text that the response sets
	until   time.Time // when the response counts as late
}

// Answering is called before an interaction's response edits an announcement to its outcome. The display then leaves
// the message alone, and edits it itself only if Answered is not called within respondTimeout.
func (d *Display) Answering(m id.Message, outcome string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.answered) >= maxKnown {
		clear(d.answered)
	}
	d.answered[m] = answered{outcome, time.Now().Add(respondTimeout)}
}

// Answered deletes the record of an announcement whose message now shows the outcome. It returns at once.
func (d *Display) Answered(m id.Message) {
	d.tasks.Go(func(ctx context.Context) {
		if err := d.dropAnnouncement(ctx, m); err != nil {
			d.Logger.Warn("cannot record that an announcement is answered", "err", err)
		}
	})
}

func (d *Display) pendingAnswer(m id.Message) (a answered, known bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	a, known = d.answered[m]
	return a, known
}

// dropAnnouncement deletes the record of an announcement, and its entry in answered.
func (d *Display) dropAnnouncement(ctx context.Context, m id.Message) error {
	if err := dropAnnouncement(ctx, d.DB, m); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.answered, m)
	return nil
}

// editAnnouncements edits those announcements of a subject that are over to their outcome.
func (d *Display) editAnnouncements(ctx context.Context, row *Row) {
	if !row.uncheckedAnnouncements {
		return
	}
	log := d.Logger.With("subject", row.Subject)
	list, err := announcementsOf(ctx, d.DB.Read(), row.Subject)
	retry := false
	for _, a := range list {
		retryOne := !d.owns(row.Guild)
		if err == nil && !retryOne {
			retryOne, err = d.editAnnouncement(ctx, a)
		}
		retry = retry || retryOne
	}
	switch {
	case errors.Is(err, ErrGone), errors.Is(err, ErrDeleted), ctx.Err() != nil:
	case err != nil:
		log.Error("cannot update announcements", "err", err)
	case !retry: // otherwise the sweep retries
		if err := markChecked(ctx, d.DB, row.Subject, row.Wanted); err != nil {
			log.Error("cannot record that announcements were checked", "err", err)
		}
	}
}

// editAnnouncement edits an announcement to its outcome if it is over. retry means that it must be tried again: an
// interaction's response may still edit it, or the message could not be edited now.
func (d *Display) editAnnouncement(ctx context.Context, a announcement) (retry bool, err error) {
	answer, answering := d.pendingAnswer(a.Message)
	text, over := answer.outcome, true
	switch {
	case answering && time.Now().Before(answer.until):
		return true, nil
	case !answering:
		if text, over, err = d.Sources[a.Subject.Kind].Outcome(ctx, a.Announcement); err != nil || !over {
			return false, err
		}
	}
	soon, cancel := context.WithTimeout(ctx, d.Patience)
	defer cancel()
	err = d.unarchiving(soon, a.Channel, func() error {
		_, err := d.REST.EditAt(soon, a.Channel, a.Message, discord.Message{Content: text})
		return err
	})
	if err != nil && !discord.OutOfReach(err) && !discord.AsAPIError(err).EditLimitReached() {
		d.Logger.Debug("cannot edit an announcement yet", "subject", a.Subject, "err", err)
		return true, nil
	}
	return false, d.dropAnnouncement(ctx, a.Message)
}
