package display

import (
	"context"
	"time"
)

// Sweep reconciles subjects with outdated messages, last changed first, only maxSweeping at a time. After an outage
// there may be thousands; since requests are sent in order, players who move meanwhile must not wait behind them.
func (d *Display) Sweep(ctx context.Context) {
	now := d.DB.Now()
	all, err := pending(ctx, d.DB.Read(), d.part(), now, now, maxSwept)
	if err != nil {
		if ctx.Err() == nil {
			d.Logger.Error("cannot list outdated cards", "err", err)
		}
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.backlog = all
	d.sweepNext()
}

// sweepNext enqueues subjects from the backlog up to maxSweeping. The caller holds mu.
func (d *Display) sweepNext() {
	for len(d.backlog) > 0 && d.sweeping < maxSweeping {
		next := d.backlog[0]
		d.backlog = d.backlog[1:]
		d.enqueueLocked(next, nil, causeSweep)
	}
}

const (
	// maxSwept limits the subjects that one sweep finds.
	maxSwept = 500
	// maxSweeping limits the subjects that a sweep reconciles at a time: enough to use Discord's limit of 45 requests a
	// second, while other requests wait for at most 0.2 s.
	maxSweeping = 8
)

// CountOutdated counts the subjects with outdated messages, including those that wait for a retry, up to limit.
func (d *Display) CountOutdated(ctx context.Context, limit int) (int, error) {
	now := d.DB.Now()
	all, err := pending(ctx, d.DB.Read(), d.part(), now, now.Add(100*365*24*time.Hour), limit)
	return len(all), err
}

// Tidy deletes up to limit expired records, and reports whether there may be more.
func (d *Display) Tidy(ctx context.Context, limit int) (bool, error) { return tidy(ctx, d.DB, limit) }
