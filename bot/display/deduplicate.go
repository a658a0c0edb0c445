package display

import (
	"context"
	"errors"
	"net/http"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// lateWithin is how long after a request was given up, or its process killed, it may still be carried out.
const lateWithin = 30 * time.Second

// searchEvery is how often an uncertain channel is looked through while its subject goes on: Discord lets a channel be read once
// a second.
const searchEvery = 5 * time.Second

// deduplicate looks for cards that are not recorded while there may be any. The uncertainty ends with a look that found the
// channel in order after the last moment at which one could come; until then the sweep brings the subject up again.
func (d *Display) deduplicate(ctx context.Context, row *Row) {
	if row.Uncertain.IsZero() || row.Message == "" {
		return
	}
	now := d.DB.Now()
	over := now.After(row.Uncertain)
	if !over && !d.maySearch(row.Subject, now) {
		return
	}
	inOrder, err := d.search(ctx, row)
	api := discord.AsAPIError(err)
	switch gone := api != nil && api.Status == http.StatusNotFound; {
	case gone, err == nil && over && inOrder: // with a channel its messages are gone
		row.Uncertain = time.Time{}
	case err == nil && inOrder:
		return
	case err == nil: // the card is to be edited, and looked at once more when the uncertainty is over
		defer d.Wake(row.Subject)
	case api != nil && api.Forbidden(): // people mend that, or nobody does
		row.Uncertain = now.Add(time.Hour)
	default:
		row.Uncertain = now.Add(lateWithin)
	}
	switch err := d.store(ctx, row); {
	case errors.Is(err, errOvertaken):
		d.Wake(row.Subject)
	case err != nil:
		d.setUncertain(row.Subject, true)
		d.Logger.Error("cannot record that a channel was looked through", "subject", row.Subject, "err", err)
	}
}

// maySearch reports whether the subject's channel has not been looked through lately.
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

// search looks whether the message recorded is the newest card of its subject, and shows no less than is recorded, and removes
// those before it. Without an error it could look and no other card is there. Where that is not in order it says in row what is
// to be sent; a newer card, which another process may be about to record, is not removed but becomes the one shown.
func (d *Display) search(ctx context.Context, row *Row) (inOrder bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	all, err := d.posted(ctx, row.Subject, row.In, 25)
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
			continue // it is superseded when the newer one is recorded
		}
		d.Logger.Debug("a card exists that was not recorded", "subject", row.Subject, "message", p.message, "live", live)
		if err := d.removeEarlier(ctx, row.Subject, superseded{Channel: row.In, Message: p.message}); err != nil && !discord.OutOfReach(err) {
			failed = err
		}
	}
	if live != row.Message {
		row.Message, row.Stale = live, true
	}
	return !row.Stale, failed
}
