package display

import (
	"context"
	"time"
)

// Sweep reconciles the subjects whose messages are outdated, the last changed first, and only a few at a time. After an
// outage there may be thousands, and requests are sent in the order in which they are made: players who move meanwhile
// must not wait behind them.
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

// sweepNext enqueues the next subjects from the last sweep's backlog. The caller holds mu.
func (d *Display) sweepNext() {
	for len(d.backlog) > 0 && d.sweeping < maxSweeping {
		next := d.backlog[0]
		d.backlog = d.backlog[1:]
		d.enqueueLocked(next, nil, causeSweep)
	}
}

const (
	// maxSwept limits how many subjects one sweep finds.
	maxSwept = 500
	// maxSweeping limits how many of them are reconciled at a time: enough to use Discord's whole limit, 45 requests a
	// second, while the next request waits for a fifth of a second at most.
	maxSweeping = 8
)

// CountOutdated counts the outdated cards, including those that wait for a retry, up to limit.
func (d *Display) CountOutdated(ctx context.Context, limit int) (int, error) {
	now := d.DB.Now()
	all, err := pending(ctx, d.DB.Read(), d.part(), now, now.Add(100*365*24*time.Hour), limit)
	return len(all), err
}

// Tidy removes up to limit expired records, and reports whether there may be more.
func (d *Display) Tidy(ctx context.Context, limit int) (bool, error) { return tidy(ctx, d.DB, limit) }
