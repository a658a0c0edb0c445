package shards

import (
	"context"
	"math/rand/v2"
	"time"

	"yeye/bot/store"
	"yeye/internal/sleep"
)

// WaitForIdentify waits until a shard may send IDENTIFY: Discord allows one per interval for each rate limit key
// (shard modulo max_concurrency), over all processes.
func (k *Keeper) WaitForIdentify(ctx context.Context, shard, concurrency int, between time.Duration) error {
	for {
		if !k.Holds(shard) && !k.Claims(shard) {
			return ErrNotOwner
		}
		var wait time.Duration
		key := shard % max(1, concurrency)
		err := k.DB.Tx(ctx, func(tx store.Tx) error {
			err := tx.Dialect().Lock(ctx, tx.Conn, "start")
			if err == nil {
				tx.Now = k.DB.Now() // it may have waited for the lock
				wait, err = claimIdentify(ctx, tx, key, between)
			}
			return err
		})
		if err != nil || wait == 0 {
			return err
		}
		if err := sleep.For(ctx, wait+rand.N(50*time.Millisecond)); err != nil {
			return err
		}
	}
}

// RecordIdentify records that a shard sent IDENTIFY at a time, later than WaitForIdentify allowed or without it.
func (k *Keeper) RecordIdentify(ctx context.Context, shard, concurrency int, at time.Time) error {
	return recordIdentify(ctx, k.DB.Write(), shard%max(1, concurrency), k.DB.Now().Add(-time.Since(at)))
}

// claimIdentify records an IDENTIFY of a key now, or returns how long it must wait after the last one.
func claimIdentify(ctx context.Context, tx store.Tx, key int, between time.Duration) (wait time.Duration, err error) {
	var last time.Time
	found, err := store.One(tx.Row(ctx, `SELECT last FROM starts WHERE key = ?`, key), store.Time(&last))
	if err != nil {
		return 0, err
	}
	// A last time far in the future is from before the clock was set back.
	if wait = last.Add(between).Sub(tx.Now); found && wait > 0 && wait <= 2*between {
		return min(wait, between), nil
	}
	tx.ExecDeferred(ctx,
		`INSERT INTO starts (key, last) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET last = excluded.last`, key,
		store.Millis(tx.Now))
	return 0, nil
}

// recordIdentify records an IDENTIFY of a key, unless a later one is recorded.
func recordIdentify(ctx context.Context, c store.Conn, key int, at time.Time) error {
	return c.Run(ctx,
		`INSERT INTO starts (key, last) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET last = excluded.last
			WHERE starts.last < excluded.last`, key, store.Millis(at))
}
