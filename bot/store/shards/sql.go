package shards

import (
	"context"
	"encoding/json"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

// lock serializes all changes of who holds what.
func lock(ctx context.Context, tx store.Tx) { tx.Lock(ctx, "shards") }

// role is the role of the processes that divide the shards among them.
const role = "serve"

// recordAlive records until when a process counts as alive.
func recordAlive(ctx context.Context, tx store.Tx, p peer, until time.Time) {
	low, high := p.Low, p.High
	if p.Auto {
		low, high = -1, -1
	}
	tx.ExecDeferred(ctx,
		`INSERT INTO processes (owner, role, of, low, high, draining, until) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (owner) DO UPDATE SET of = excluded.of, low = excluded.low, high = excluded.high,
		draining = excluded.draining, until = excluded.until`,
		p.owner, role, p.Of, low, high, store.Bit(p.leaving), store.Millis(until))
}

// deleteDeadProcesses deletes processes that died long ago.
func deleteDeadProcesses(ctx context.Context, tx store.Tx, before time.Time) {
	tx.ExecDeferred(ctx, `DELETE FROM processes WHERE until < ?`, store.Millis(before))
}

// deleteProcess deletes a process.
func deleteProcess(ctx context.Context, tx store.Tx, owner string) {
	tx.ExecDeferred(ctx, `DELETE FROM processes WHERE owner = ?`, owner)
}

func peers(ctx context.Context, c store.Conn, of int, now time.Time) ([]peer, error) {
	return store.All(ctx, c, func(r store.Row) (p peer, err error) {
		err = r.Scan(&p.owner, &p.Of, &p.Low, &p.High, store.Flag(&p.leaving))
		p.Auto = p.Low < 0
		return p, err
	}, `SELECT owner, of, low, high, draining FROM processes WHERE role = ? AND of = ? AND until > ? ORDER BY owner`,
		role, of, store.Millis(now))
}

// others returns how many processes other than owner are connected to Discord, however they divide the guilds.
func others(ctx context.Context, c store.Conn, owner string, now time.Time) (int, error) {
	return store.Value[int](c.Row(ctx, `SELECT COUNT(*) FROM processes WHERE role = ? AND owner <> ? AND until > ?`,
		role, owner, store.Millis(now)))
}

func leases(ctx context.Context, c store.Conn, of int) (map[int]lease, error) {
	return store.Map(ctx, c, func(shard *int, l *lease) []any {
		return []any{shard, &l.owner, &l.epoch, store.Time(&l.until)}
	}, `SELECT shard, owner, epoch, until FROM shards WHERE of = ?`, of)
}

// shardCount returns the number of shards by which processes that hold shards now have divided the guilds, other than
// but; 0 if there are none.
func shardCount(ctx context.Context, c store.Conn, but int, now time.Time) (of int, err error) {
	err = c.Row(ctx, `SELECT COALESCE(MAX(of), 0) FROM shards WHERE of <> ? AND owner <> '' AND until > ?`, but,
		store.Millis(now)).Scan(&of)
	return of, err
}

// extendLease makes a lease end at a time.
func extendLease(ctx context.Context, tx store.Tx, of, shard int, owner string, epoch int64, until time.Time) {
	tx.ExecDeferred(ctx, `UPDATE shards SET until = ? WHERE of = ? AND shard = ? AND owner = ? AND epoch = ?`,
		store.Millis(until), of, shard, owner, epoch)
}

// acquireLease makes a process the owner of a shard until a time, and returns the new epoch.
func acquireLease(
	ctx context.Context,
	tx store.Tx,
	of, shard int,
	owner string,
	until time.Time,
) (epoch int64, err error) {
	return store.Value[int64](tx.Row(ctx, `INSERT INTO shards (of, shard, owner, epoch, until) VALUES (?, ?, ?, 1, ?)
		ON CONFLICT (of, shard) DO UPDATE SET owner = excluded.owner, epoch = shards.epoch + 1,
		until = excluded.until RETURNING epoch`,
		of, shard, owner, store.Millis(until)))
}

// releaseLease releases a shard.
func releaseLease(ctx context.Context, tx store.Tx, of, shard int, owner string, epoch int64) {
	tx.ExecDeferred(ctx,
		`UPDATE shards SET owner = '', until = 0 WHERE of = ? AND shard = ? AND owner = ? AND epoch = ?`, of, shard,
		owner, epoch)
}

// ownsLease reports whether a process still holds a shard by the same lease.
func ownsLease(ctx context.Context, c store.Conn, of, shard int, owner string, epoch int64) (bool, error) {
	n, err := store.Value[int](c.Row(ctx,
		`SELECT COUNT(*) FROM shards WHERE of = ? AND shard = ? AND owner = ? AND epoch = ?`, of, shard, owner, epoch))
	return n > 0, err
}

func offers(ctx context.Context, c store.Conn, of int) (map[int]offer, error) {
	return store.Map(ctx, c, func(shard *int, o *offer) []any {
		return []any{shard, &o.epoch, store.Time(&o.at), &o.successor, store.Flag(&o.ready), store.Time(&o.until)}
	}, `SELECT shard, epoch, at, heir, ready, until FROM handovers WHERE of = ?`, of)
}

// setOffer offers a shard to other processes.
func setOffer(ctx context.Context, tx store.Tx, of, shard int, epoch int64, now time.Time) {
	tx.ExecDeferred(ctx,
		`INSERT INTO handovers (of, shard, epoch, at, heir, ready, until, handled) VALUES (?, ?, ?, ?, '', 0, 0, '')
		ON CONFLICT (of, shard) DO UPDATE SET epoch = excluded.epoch, at = excluded.at, heir = '', ready = 0, until = 0,
		handled = ''`,
		of, shard, epoch, store.Millis(now))
}

// deleteOffer ends the offer of a shard.
func deleteOffer(ctx context.Context, tx store.Tx, of, shard int, epoch int64) {
	tx.ExecDeferred(ctx, `DELETE FROM handovers WHERE of = ? AND shard = ? AND epoch = ?`, of, shard, epoch)
}

// setSuccessor makes a process the successor of the owner of an offered shard, or renews its claim; "" is none.
func setSuccessor(ctx context.Context, tx store.Tx, of, shard int, epoch int64, successor string, ready bool,
	until time.Time) {
	tx.ExecDeferred(ctx,
		`UPDATE handovers SET heir = ?, ready = ?, until = ? WHERE of = ? AND shard = ? AND epoch = ?`,
		successor, store.Bit(ready), store.Millis(until), of, shard, epoch)
}

// handOverLease makes the successor the owner, and stores the last events that the previous owner has handled.
func handOverLease(ctx context.Context, tx store.Tx, of, shard int, owner string, epoch int64, successor string,
	handled []id.Event, until time.Time) error {
	text, err := json.Marshal(append([]id.Event{}, handled...))
	if err != nil {
		return err
	}
	tx.ExecDeferred(ctx,
		`UPDATE shards SET owner = ?, epoch = epoch + 1, until = ? WHERE of = ? AND shard = ? AND owner = ?
			AND epoch = ?`,
		successor, store.Millis(until), of, shard, owner, epoch)
	tx.ExecDeferred(ctx, `UPDATE handovers SET handled = ? WHERE of = ? AND shard = ? AND epoch = ?`, string(text),
		of, shard, epoch)
	return nil
}

// handledBefore returns the events that the owner by a lease handled last before it handed over.
func handledBefore(ctx context.Context, c store.Conn, of, shard int, epoch int64) (handled []id.Event, err error) {
	var text string
	found, err := store.One(c.Row(ctx, `SELECT handled FROM handovers WHERE of = ? AND shard = ? AND epoch = ?`, of,
		shard, epoch), &text)
	if err != nil || !found || text == "" {
		return nil, err
	}
	return handled, json.Unmarshal([]byte(text), &handled)
}
