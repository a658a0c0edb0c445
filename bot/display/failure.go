package display

import (
	"context"
	"errors"
	"time"

	"yeye/bot/discord"
	"yeye/bot/place"
	"yeye/bot/store/shards"
)

// handleFailure handles the error of publish. Its results are those of reconcile.
func (d *Display) handleFailure(ctx context.Context, source Source, row *Row, card *Card, answer pendingResponse,
	err error) (shownRow *Row, ours bool) {
	switch {
	case errors.Is(err, shards.ErrNotOwner):
		if answer.responder != nil {
			answer.responder.Dismiss(ctx)
		}
		return nil, false
	case errors.Is(err, errOvertaken), d.refusedOutdated(ctx, row, card, err):
		if d.Wake(row.Subject); answer.responder != nil {
			d.enqueue(row.Subject, &answer, causeLocal)
		}
	case d.channelLost(ctx, source, row, card, err):
		if answer.responder != nil {
			d.notifyUndelivered(ctx, card, answer, err)
		}
	default:
		d.recordFailure(ctx, row, err)
		if d.Observer.Unshown != nil {
			d.Observer.Unshown()
		}
		d.notifyUndelivered(ctx, card, answer, err)
	}
	return row, true
}

// recordFailure stores a failure and the time of the next attempt.
func (d *Display) recordFailure(ctx context.Context, row *Row, err error) {
	row.Tries++
	if errors.Is(err, discord.ErrUncertain) || d.isUncertain(row.Subject) {
		row.Uncertain = d.DB.Now().Add(lateTimeout)
	}
	pause := retryAfter(row.Tries, err)
	row.Retry = d.DB.Now().Add(pause)
	if pause <= time.Minute { // sooner than the sweep
		d.later(row.Subject, pause+10*time.Millisecond)
	}
	d.SendFailed(err)
	d.Logger.Warn("cannot show card, will try again", "subject", row.Subject, "channel", row.Channel, "tries",
		row.Tries, "in", pause, "err", err)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTimeout)
	defer cancel()
	switch err := d.store(ctx, row); {
	case errors.Is(err, errOvertaken):
		d.Wake(row.Subject)
	case err != nil:
		d.Logger.Error("cannot record that a card was not shown", "subject", row.Subject, "err", err)
	}
}

// retryAfter returns the delay before the next attempt, after tries failures.
func retryAfter(tries int, err error) time.Duration {
	pause := min(time.Second<<min(tries, 10), 10*time.Minute)
	api := discord.AsAPIError(err)
	if api == nil {
		return pause
	}
	if api.Forbidden() || api.Gone() { // only the server's members can fix that
		pause = max(pause, []time.Duration{10 * time.Second, time.Minute, 10 * time.Minute}[min(tries, 3)-1])
	}
	return max(pause, api.RetryAfter)
}

// maxNoAccess is the number of failures for lack of access after which a channel counts as lost.
const maxNoAccess = 3

// placeStatus returns the channel status that a refused request implies, "" for none. Writing reopens an archived
// thread unless it is locked, so an archived thread that refuses is locked.
func placeStatus(api *discord.APIError) place.Status {
	switch {
	case api == nil:
	case api.UnknownChannel():
		return place.Deleted
	case api.Archived(), api.Locked():
		return place.Locked
	case api.MissingAccess(), api.MissingPermission():
		return place.NoPermission
	}
	return ""
}

// refusedOutdated reports whether a refusal says that the channel of a card is lost, but the subject has changed since
// the card was made. Perhaps it has because the channel works again, so only a refusal of the new card counts.
func (d *Display) refusedOutdated(ctx context.Context, row *Row, card *Card, cause error) bool {
	if placeStatus(discord.AsAPIError(cause)) == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTimeout)
	defer cancel()
	now, known, err := load(ctx, d.DB.Read(), row.Subject)
	return err == nil && known && now.Wanted > card.Rev
}

// channelLost handles the error of a channel that was deleted, is locked, or keeps refusing: it calls [Source.Lost] and
// marks the card as shown, so that nothing is sent until the subject changes or is transferred. It reports whether it
// did. An Unasked card with a message is not given up: it is edited once the channel allows that.
func (d *Display) channelLost(ctx context.Context, source Source, row *Row, card *Card, cause error) bool {
	api := discord.AsAPIError(cause)
	f := place.Fact{Status: placeStatus(api), Guild: card.Guild, Channel: card.Channel}
	switch {
	case f.Status == "":
		return false
	case f.Status == place.NoPermission && (row.Tries+1 < maxNoAccess || card.Unasked && row.Message != ""):
		return false
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTimeout)
	defer cancel()
	err := source.Lost(ctx, row.Subject.ID, f)
	var now Row
	if err == nil {
		now, _, err = load(ctx, d.DB.Read(), row.Subject)
	}
	if err == nil && now.Channel == card.Channel {
		now.Shown, now.Tries, now.Retry, now.Uncertain, now.Stale = now.Wanted, 0, time.Time{}, time.Time{}, false
		if f.Status == place.Deleted {
			now.ShownIn, now.Message = "", ""
		}
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
	d.Logger.Info("the channel of a card was lost", "subject", row.Subject, "channel", card.Channel, "fate", f.Status)
	return true
}
