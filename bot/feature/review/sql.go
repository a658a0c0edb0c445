package review

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

const (
	columns     = `SELECT guild, player, requester, open, done, total, asked_at, games FROM reviews`
	byPlayer    = columns + ` WHERE guild = ? AND player = ?`
	ofPlayer    = columns + ` WHERE player = ? ORDER BY guild`
	requestedBy = columns + ` WHERE requester = ? ORDER BY guild, player`
	countOpenBy = `SELECT COUNT(*) FROM reviews WHERE requester = ? AND open = 1`
)

func scan(row store.Row) (v review, err error) {
	var games string
	if err = row.Scan(&v.guild, &v.player, &v.requester, store.Flag(&v.open), &v.done, &v.total, store.Time(&v.asked),
		&games); err == nil {
		err = json.Unmarshal([]byte(games), &v.games)
	}
	return v, err
}

func load(ctx context.Context, c store.Conn, g id.Guild, p id.Player) (v review, found bool, err error) {
	return store.First(ctx, c, scan, byPlayer, string(g), string(p))
}

// loadByJob returns the review that a job is about.
func loadByJob(ctx context.Context, c store.Conn, of id.Subject) (v review, found bool, err error) {
	g, p, _ := strings.Cut(string(of.ID), ".")
	return load(ctx, c, id.Guild(g), id.Player(p))
}

// openBy returns how many reviews that a moderator requested are in progress.
func openBy(ctx context.Context, c store.Conn, requester id.Player) (int, error) {
	return store.Value[int](c.Row(ctx, countOpenBy, string(requester)))
}

// save stores a review that starts, in place of an earlier one.
func save(ctx context.Context, tx store.Tx, v *review) error {
	games, err := json.Marshal(v.games)
	if err != nil {
		return err
	}
	tx.ExecDeferred(ctx,
		`INSERT INTO reviews (guild, player, requester, open, done, total, asked_at, games) VALUES (?, ?, ?, ?, ?, ?, ?,
			?)
		ON CONFLICT (guild, player) DO UPDATE SET requester = excluded.requester, open = excluded.open, done = excluded.done, total = excluded.total,
			asked_at = excluded.asked_at, games = excluded.games`,
		string(v.guild), string(v.player), string(v.requester), store.Bit(v.open), v.done, v.total,
		store.Millis(v.asked), string(games))
	return nil
}

// advance stores the progress of a review; it reports false if the review no longer exists, is finished or has been
// replaced.
func advance(ctx context.Context, c store.Conn, v *review) (bool, error) {
	return update(ctx, c, v, v.asked)
}

// finish stores that a review is finished, and the time, from which keptFor counts.
func finish(ctx context.Context, c store.Conn, v *review, at time.Time) error {
	v.open, v.done = false, v.total
	_, err := update(ctx, c, v, at)
	return err
}

func update(ctx context.Context, c store.Conn, v *review, at time.Time) (bool, error) {
	games, err := json.Marshal(v.games)
	if err != nil {
		return false, err
	}
	n, err := c.Exec(
		ctx,
		`UPDATE reviews SET open = ?, done = ?, games = ?, asked_at = ? WHERE guild = ? AND player = ? AND asked_at = ?`,
		store.Bit(v.open),
		v.done,
		string(games),
		store.Millis(at),
		string(v.guild),
		string(v.player),
		store.Millis(v.asked),
	)
	return n > 0, err
}

// tidy deletes the reviews that are finished and not shown any more.
func (f *reviews) tidy(ctx context.Context) error {
	return f.DB.Write().Run(ctx, `DELETE FROM reviews WHERE open = 0 AND asked_at < ?`,
		store.Millis(f.DB.Now().Add(-keptFor)))
}

// erase deletes the reviews of a player and those that they requested.
func erase(ctx context.Context, tx store.Tx, p id.Player) error {
	for _, query := range []string{ofPlayer, requestedBy} {
		all, err := store.All(ctx, tx.Conn, scan, query, string(p))
		if err != nil {
			return err
		}
		for i := range all {
			scheduler.Drop(ctx, tx, job, all[i].subject())
		}
	}
	tx.ExecDeferred(ctx, `DELETE FROM reviews WHERE player = ? OR requester = ?`, string(p), string(p))
	return nil
}
