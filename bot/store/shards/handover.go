package shards

import (
	"context"
	"encoding/json"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

// A shard changes hands without a gap: its owner offers it, an heir connects to it too and holds back its events, and once the heir
// is ready the owner stops, makes the heir the owner, and records which events it has handled of those that both may have received.

// handover is a shard that its owner offers.
type handover struct {
	shard int
	epoch int64 // of the lease that is handed over
	at    time.Time
	heir  string // "" for nobody so far
	ready bool
	until time.Time // of the heir
}

// unclaimed is how long a shard is offered to heirs before it is released to any process.
const unclaimed = 5 * time.Second

func handovers(ctx context.Context, c store.Conn, of int) (map[int]handover, error) {
	all := map[int]handover{}
	err := store.Each(ctx, c, func(r store.Row) error {
		var h handover
		err := r.Scan(&h.shard, &h.epoch, store.Time(&h.at), &h.heir, store.Flag(&h.ready), store.Time(&h.until))
		all[h.shard] = h
		return err
	}, `SELECT shard, epoch, at, heir, ready, until FROM handovers WHERE of = ?`, of)
	return all, err
}

// offer offers a shard to heirs.
func offer(ctx context.Context, tx store.Tx, of, shard int, epoch int64, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO handovers (of, shard, epoch, at, heir, ready, until, handled) VALUES (?, ?, ?, ?, '', 0, 0, '')
		ON CONFLICT (of, shard) DO UPDATE SET epoch = excluded.epoch, at = excluded.at, heir = '', ready = 0, until = 0, handled = ''`,
		of, shard, epoch, store.Millis(now))
	return err
}

// withdraw ends the offer of a shard.
func withdraw(ctx context.Context, tx store.Tx, of, shard int, epoch int64) error {
	_, err := tx.Exec(ctx, `DELETE FROM handovers WHERE of = ? AND shard = ? AND epoch = ?`, of, shard, epoch)
	return err
}

// claim makes a process the heir of an offered shard, or renews its claim.
func claim(ctx context.Context, tx store.Tx, of, shard int, epoch int64, heir string, ready bool, until time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE handovers SET heir = ?, ready = ?, until = ? WHERE of = ? AND shard = ? AND epoch = ?`,
		heir, store.Bit(ready), store.Millis(until), of, shard, epoch)
	return err
}

// disclaim ends an heir's claim.
func disclaim(ctx context.Context, tx store.Tx, of, shard int, heir string) error {
	_, err := tx.Exec(ctx, `UPDATE handovers SET heir = '', ready = 0, until = 0 WHERE of = ? AND shard = ? AND heir = ?`, of, shard, heir)
	return err
}

// pass makes the heir the owner.
func pass(ctx context.Context, tx store.Tx, of, shard int, owner string, epoch int64, heir string, handled []id.Event, until time.Time) error {
	text, err := json.Marshal(handled)
	if err != nil {
		return err
	}
	n, err := tx.Exec(ctx, `UPDATE shards SET owner = ?, epoch = epoch + 1, until = ? WHERE of = ? AND shard = ? AND owner = ? AND epoch = ?`,
		heir, store.Millis(until), of, shard, owner, epoch)
	if err != nil || n == 0 {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE handovers SET handled = ? WHERE of = ? AND shard = ? AND epoch = ?`, string(text), of, shard, epoch)
	return err
}

// inherited returns the events that the previous owner handled last of a shard that it handed over.
func inherited(ctx context.Context, c store.Conn, of, shard int, epoch int64) (handled []id.Event, err error) {
	var text string
	found, err := store.One(c.Row(ctx, `SELECT handled FROM handovers WHERE of = ? AND shard = ? AND epoch = ?`, of, shard, epoch-1), &text)
	if err != nil || !found || text == "" {
		return nil, err
	}
	return handled, json.Unmarshal([]byte(text), &handled)
}
