package shards

import (
	"context"
	"math/rand/v2"
	"time"

	"yeye/bot/store"
)

// Turn waits until a session of a shard may begin: over all processes, Discord allows one in a time for each remainder
// of the shard by concurrency.
func (k *Keeper) Turn(ctx context.Context, shard, concurrency int, between time.Duration) error {
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
				wait, err = begin(ctx, tx, key, between)
			}
			return err
		})
		if err != nil || wait == 0 {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait + rand.N(50*time.Millisecond)):
		}
	}
}

// Begun records that a session of a shard began at a time, later than Turn allowed or without Turn.
func (k *Keeper) Begun(ctx context.Context, shard, concurrency int, at time.Time) error {
	return begun(ctx, k.DB.Write(), shard%max(1, concurrency), k.DB.Now().Add(-time.Since(at)))
}

// begin records that a session of a key begins now, or returns how long it must wait if the last one began too
// recently.
func begin(ctx context.Context, tx store.Tx, key int, between time.Duration) (wait time.Duration, err error) {
	var last time.Time
	found, err := store.One(tx.Row(ctx, `SELECT last FROM starts WHERE key = ?`, key), store.Time(&last))
	if err != nil {
		return 0, err
	}
	// A last time far in the future is from before the clock was set back.
	if wait = last.Add(between).Sub(tx.Now); found && wait > 0 && wait <= 2*between {
		return min(wait, between), nil
	}
	_, err = tx.Exec(ctx,
		`INSERT INTO starts (key, last) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET last = excluded.last`, key,
		store.Millis(tx.Now))
	return 0, err
}

// begun records when a session of a key began, unless a later one did.
func begun(ctx context.Context, c store.Conn, key int, at time.Time) error {
	_, err := c.Exec(ctx,
		`INSERT INTO starts (key, last) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET last = excluded.last
			WHERE starts.last < excluded.last`, key, store.Millis(at))
	return err
}
