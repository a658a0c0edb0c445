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
	// probeSlot is the slot of these jobs.
	probeSlot = "channel"
	// probeEvery is the time between two checks.
	probeEvery = 24 * time.Hour
)

// probeLater schedules the next check of a subject's channel.
func probeLater(ctx context.Context, tx store.Tx, s id.Subject, guild id.Guild) {
	scheduler.Put(ctx, tx, scheduler.Job{Slot: probeSlot, Kind: ProbeJob, Subject: s,
		Due: tx.Now.Add(probeEvery), Guild: guild, Pool: scheduler.Timed, Rank: lowRank})
}

// probe calls [Source.Lost] if the channel of a subject was deleted while the bot was away, which otherwise shows only
// when something is sent. A channel to which the bot has lost access still exists.
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
	switch api := discord.AsAPIError(err); {
	case api.UnknownChannel():
		d.Logger.Info("the channel of a card was deleted", "subject", j.Subject, "channel", card.Channel)
		return source.Lost(
			ctx,
			j.Subject.ID,
			place.Fact{Status: place.Deleted, Guild: card.Guild, Channel: card.Channel},
		)
	case err != nil && !discord.Refused(err):
		return scheduler.ErrLater
	}
	return d.DB.WriteTx(ctx, func(tx store.Tx) { probeLater(ctx, tx, j.Subject, j.Guild) })
}
