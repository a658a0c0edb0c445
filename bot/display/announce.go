package display

import (
	"context"
	"errors"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
)

// Announced records a message that is to be edited when what it says is over. If that fails the message stays as it is.
func (d *Display) Announced(ctx context.Context, channel id.Channel, m id.Message, a interaction.Announcement) {
	if err := addAnnouncement(ctx, d.DB, announcement{a, channel, m}); err != nil {
		d.Logger.Warn("cannot record an announcement, so it will not be updated", "subject", a.Subject, "err", err)
	}
	d.recent.saw(channel, m)
}

// Answered deletes the record of an announcement whose message has been changed to the outcome already.
func (d *Display) Answered(ctx context.Context, m id.Message) {
	if err := dropAnnouncement(ctx, d.DB, m); err != nil {
		d.Logger.Warn("cannot record that an announcement is answered", "err", err)
	}
}

// conclude edits announcements that are over to their outcome.
func (d *Display) conclude(ctx context.Context, s id.Subject) {
	log := d.Logger.With("subject", s)
	list, err := announcementsOf(ctx, d.DB.Read(), s)
	if err != nil || len(list) == 0 {
		if err != nil && ctx.Err() == nil {
			log.Error("cannot list announcements", "err", err)
		}
		return
	}
	row, _, err := load(ctx, d.DB.Read(), s)
	if err != nil {
		log.Error("cannot load the record of a card to edit its announcements", "err", err)
		return
	}
	for _, a := range list {
		text, over, err := d.Sources[s.Kind].Outcome(ctx, a.Announcement)
		if errors.Is(err, ErrGone) || errors.Is(err, ErrDeleted) {
			return
		}
		if err != nil {
			log.Error("cannot determine the outcome of an announcement", "err", err)
			return
		}
		if !over {
			continue
		}
		soon, cancel := context.WithTimeout(ctx, supersedeWithin)
		err = d.unarchiving(soon, a.Channel, func() error {
			_, err := d.REST.EditAt(soon, a.Channel, a.Message, discord.Message{Content: text})
			return err
		})
		cancel()
		if err != nil && !discord.OutOfReach(err) {
			log.Debug("cannot edit an announcement yet", "err", err)
			return
		}
		if err := dropAnnouncement(ctx, d.DB, a.Message); err != nil {
			log.Error("cannot record that an announcement is over", "err", err)
			return
		}
	}
	if err := markChecked(ctx, d.DB, s, row.Wanted); err != nil {
		log.Error("cannot record that announcements were checked", "err", err)
	}
}
