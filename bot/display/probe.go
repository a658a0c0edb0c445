package display

import (
	"context"
	"errors"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/place"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

const (
	// ProbeJob is the kind of the jobs that check whether a subject's channel still exists.
	ProbeJob = "probe"
	// probeSlot is their slot.
	probeSlot = "channel"
	// probeEvery is the time between two checks.
	probeEvery = 24 * time.Hour
)

// probeLater schedules the next check of a subject's channel.
func probeLater(ctx context.Context, tx store.Tx, s id.Subject, guild id.Guild) {
	scheduler.Put(ctx, tx, scheduler.Job{Slot: probeSlot, Kind: ProbeJob, Subject: s,
		Due: tx.Now.Add(probeEvery), Guild: guild, Pool: scheduler.Timed, Rank: lowRank})
}

// probe reports the channel of a subject as lost if it was deleted while the bot was away: nothing else would notice,
// as long as nothing is sent. A channel to which the bot has no access still exists.
func (d *Display) probe(ctx context.Context, j scheduler.Job) error {
	source := d.Sources[j.Subject.Kind]
	if source == nil {
		return nil
	}
	card, err := source.Card(ctx, j.Subject.ID, 0, "")
	if errors.Is(err, ErrGone) || errors.Is(err, ErrDeleted) || err == nil && !card.Probe {
		return nil
	}
	if err != nil {
		return err
	}
	soon, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	_, err = d.REST.Channel(soon, card.Channel)
	api := discord.AsAPIError(err)
	switch {
	case api != nil && api.UnknownChannel():
		d.Logger.Info("the channel of a card was deleted", "subject", j.Subject, "channel", card.Channel)
		return source.Lost(
			ctx,
			j.Subject.ID,
			place.Fact{Status: place.Deleted, Guild: card.Guild, Channel: card.Channel},
		)
	case err != nil && (api == nil || api.Temporary()):
		return scheduler.ErrLater
	}
	return d.DB.Tx(ctx, func(tx store.Tx) error {
		probeLater(ctx, tx, j.Subject, j.Guild)
		return nil
	})
}
