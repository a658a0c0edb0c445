// Package sleep waits for a time, or until a context ends.
//
// What may not enter: anything of ours, and waits for anything else.
package sleep

import (
	"context"
	"iter"
	"time"
)

// For waits for d, and returns the context's error if that ends first. It does not wait at all for d <= 0.
func For(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// Every yields after each d until the context ends. What takes longer than d misses ticks, as with [time.Ticker].
func Every(ctx context.Context, d time.Duration) iter.Seq[struct{}] {
	return func(yield func(struct{}) bool) {
		tick := time.NewTicker(d)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if !yield(struct{}{}) {
				return
			}
		}
	}
}
