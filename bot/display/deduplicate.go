package display

import (
	"context"
	"errors"
	"net/http"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// lateTimeout is how long after a time-out, or after the process was killed, Discord may still carry out a request.
const lateTimeout = 30 * time.Second

// searchEvery is the minimum interval between searches of a subject's channel. Discord allows one read of a channel a
// second.
const searchEvery = 5 * time.Second

// deduplicate searches for unrecorded cards while row.Uncertain is set. It clears Uncertain after a search that found
// the channel in order later than that time; until then the sweep returns to the subject. Without a live message, as
// after the loss of the channel, it clears it when the time has passed, without a search.
func (d *Display) deduplicate(ctx context.Context, row *Row) {
	if row.Uncertain.IsZero() {
		return
	}
	now := d.DB.Now()
	over := now.After(row.Uncertain)
	if !over && (row.Message == "" || !d.maySearch(row.Subject, now)) {
		return
	}
	inOrder, err := true, error(nil)
	if row.Message != "" {
		inOrder, err = d.search(ctx, row)
	}
	api := discord.AsAPIError(err)
	switch gone := api != nil && api.Status == http.StatusNotFound; {
	case gone, err == nil && over && inOrder: // a deleted channel has no messages
		row.Uncertain = time.Time{}
	case err == nil && inOrder:
		return
	case err == nil: // the card must be edited, and the channel searched again later
		defer d.Wake(row.Subject)
	case api.Forbidden(): // only the server's members can fix that
		row.Uncertain = now.Add(time.Hour)
	default:
		row.Uncertain = now.Add(lateTimeout)
	}
	switch err := d.store(ctx, row); {
	case errors.Is(err, errOvertaken):
		d.Wake(row.Subject)
	case err != nil:
		d.setUncertain(row.Subject, true)
		d.Logger.Error("cannot record that a channel was searched for cards", "subject", row.Subject, "err", err)
	}
}

// maySearch reports whether searchEvery has passed since a subject's last search, and if so records a new one.
func (d *Display) maySearch(s id.Subject, now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if last, ok := d.searched[s]; ok && now.Sub(last) < searchEvery {
		return false
	}
	if len(d.searched) >= maxKnown {
		clear(d.searched)
	}
	d.searched[s] = now
	return true
}

// search checks that the recorded message is the newest card of its subject in the channel and shows at least the
// recorded revision, and removes older cards. A newer card, which another process may be about to record, becomes the
// live message. inOrder is false if row was changed and the card must be sent again. A nil error means that the search
// succeeded and no other card is left.
func (d *Display) search(ctx context.Context, row *Row) (inOrder bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	all, err := d.cardsIn(ctx, row.Subject, row.ShownIn, 25)
	if err != nil {
		return false, err
	}
	live := row.Message
	for _, p := range all {
		if id.Later(p.message, live) {
			live = p.message
		}
	}
	var failed error
	for _, p := range all {
		if p.message == live {
			row.Stale = row.Stale || p.rev > 0 && p.rev < row.Wanted
			continue
		}
		if p.message == row.Message {
			continue // storing the newer one supersedes it
		}
		d.Logger.Debug("found an unrecorded card", "subject", row.Subject, "message", p.message, "live", live)
		if err := d.removeEarlier(ctx, row, messageRef{Channel: row.ShownIn, Message: p.message}); err != nil &&
			!discord.OutOfReach(err) {
			failed = err
		}
	}
	if live != row.Message {
		row.Message, row.Stale = live, true
	}
	return !row.Stale, failed
}
