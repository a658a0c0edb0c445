package shards

import (
	"context"
	"time"

	"yeye/bot/store"
)

// lock serializes all changes of who holds what.
func lock(ctx context.Context, tx store.Tx) error { return tx.Dialect().Lock(ctx, tx.Conn, "shards") }

// role is the role of the processes that divide the shards among them.
const role = "serve"

// alive records until when a process counts as alive.
func alive(ctx context.Context, tx store.Tx, p peer, until time.Time) error {
	low, high := p.Low, p.High
	if p.Auto {
		low, high = -1, -1
	}
	_, err := tx.Exec(ctx, `INSERT INTO processes (owner, role, of, low, high, draining, until) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (owner) DO UPDATE SET of = excluded.of, low = excluded.low, high = excluded.high, draining = excluded.draining, until = excluded.until`,
		p.owner, role, p.Of, low, high, store.Bit(p.draining), store.Millis(until))
	return err
}

// bury deletes processes that died long ago.
func bury(ctx context.Context, tx store.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, `DELETE FROM processes WHERE until < ?`, store.Millis(before))
	return err
}

func leave(ctx context.Context, tx store.Tx, owner string) error {
	_, err := tx.Exec(ctx, `DELETE FROM processes WHERE owner = ?`, owner)
	return err
}

func peers(ctx context.Context, c store.Conn, of int, now time.Time) ([]peer, error) {
	return store.All(ctx, c, func(r store.Row) (p peer, err error) {
		err = r.Scan(&p.owner, &p.Of, &p.Low, &p.High, store.Flag(&p.draining))
		p.Auto = p.Low < 0
		return p, err
	}, `SELECT owner, of, low, high, draining FROM processes WHERE role = ? AND of = ? AND until > ? ORDER BY owner`, role, of, store.Millis(now))
}

// others returns how many processes other than owner are connected to Discord, however they divide the guilds.
func others(ctx context.Context, c store.Conn, owner string, now time.Time) (int, error) {
	return store.Value[int](c.Row(ctx, `SELECT COUNT(*) FROM processes WHERE role = ? AND owner <> ? AND until > ?`, role, owner, store.Millis(now)))
}

func leases(ctx context.Context, c store.Conn, of int) (map[int]lease, error) {
	all := map[int]lease{}
	err := store.Each(ctx, c, func(r store.Row) error {
		var l lease
		err := r.Scan(&l.shard, &l.owner, &l.epoch, store.Time(&l.until))
		all[l.shard] = l
		return err
	}, `SELECT shard, owner, epoch, until FROM shards WHERE of = ?`, of)
	return all, err
}

// division returns the number of shards by which processes that hold shards now have divided the guilds, other than
// but; 0 if there are none.
func division(ctx context.Context, c store.Conn, but int, now time.Time) (of int, err error) {
	err = c.Row(ctx, `SELECT COALESCE(MAX(of), 0) FROM shards WHERE of <> ? AND owner <> '' AND until > ?`, but, store.Millis(now)).Scan(&of)
	return of, err
}

// renew makes a lease end at a time, and reports false if it is over.
func renew(ctx context.Context, tx store.Tx, of, shard int, owner string, epoch int64, until time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE shards SET until = ? WHERE of = ? AND shard = ? AND owner = ? AND epoch = ?`, store.Millis(until), of, shard, owner, epoch)
	return n > 0, err
}

// take makes a process the owner of a shard until a time, and returns the new epoch.
func take(ctx context.Context, tx store.Tx, of, shard int, owner string, until time.Time) (epoch int64, err error) {
	return store.Value[int64](tx.Row(ctx, `INSERT INTO shards (of, shard, owner, epoch, until) VALUES (?, ?, ?, 1, ?)
		ON CONFLICT (of, shard) DO UPDATE SET owner = excluded.owner, epoch = shards.epoch + 1, until = excluded.until RETURNING epoch`,
		of, shard, owner, store.Millis(until)))
}

// give releases a shard.
func give(ctx context.Context, tx store.Tx, of, shard int, owner string, epoch int64) error {
	_, err := tx.Exec(ctx, `UPDATE shards SET owner = '', until = 0 WHERE of = ? AND shard = ? AND owner = ? AND epoch = ?`, of, shard, owner, epoch)
	return err
}

func current(ctx context.Context, c store.Conn, of, shard int, owner string, epoch int64) (bool, error) {
	n, err := store.Value[int](c.Row(ctx, `SELECT COUNT(*) FROM shards WHERE of = ? AND shard = ? AND owner = ? AND epoch = ?`, of, shard, owner, epoch))
	return n > 0, err
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
	_, err = tx.Exec(ctx, `INSERT INTO starts (key, last) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET last = excluded.last`, key, store.Millis(tx.Now))
	return 0, err
}

// begun records when a session of a key began, unless a later one did.
func begun(ctx context.Context, c store.Conn, key int, at time.Time) error {
	_, err := c.Exec(ctx, `INSERT INTO starts (key, last) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET last = excluded.last WHERE starts.last < excluded.last`, key, store.Millis(at))
	return err
}
