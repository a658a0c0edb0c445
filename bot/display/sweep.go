package display

import (
	"context"
	"time"
)

// Sweep reconciles the subjects whose messages are behind.
func (d *Display) Sweep(ctx context.Context) {
	now := d.DB.Now()
	all, err := pending(ctx, d.DB.Read(), d.part(), now, now, maxSwept)
	if err != nil {
		if ctx.Err() == nil {
			d.Logger.Error("cannot list outdated cards", "err", err)
		}
		return
	}
	for _, s := range all {
		d.enqueue(s, nil, swept)
	}
}

// maxSwept limits how many subjects one sweep enqueues.
const maxSwept = 500

// Behind returns how many cards are behind, including those that wait for a retry, at most limit.
func (d *Display) Behind(ctx context.Context, limit int) (int, error) {
	now := d.DB.Now()
	all, err := pending(ctx, d.DB.Read(), d.part(), now, now.Add(100*365*24*time.Hour), limit)
	return len(all), err
}

// Tidy removes up to limit records that nobody needs any more, and reports whether there may be more.
func (d *Display) Tidy(ctx context.Context, limit int) (bool, error) { return tidy(ctx, d.DB, limit) }
