package daily

import (
	"context"
	"errors"
	"strings"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

func loadServer(ctx context.Context, c store.Conn, g id.Guild) (s Server, err error) {
	s.Guild = g
	_, err = store.One(c.Row(ctx, `SELECT channel, hour, zone, locale, refused FROM daily_servers WHERE guild = ?`,
		string(g)),
		&s.Channel, &s.Hour, &s.Zone, &s.Locale, &s.Refused)
	return s, err
}

func saveServer(ctx context.Context, tx store.Tx, s Server) {
	tx.ExecDeferred(ctx,
		`INSERT INTO daily_servers (guild, channel, hour, zone, locale, refused) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (guild) DO UPDATE SET channel = excluded.channel, hour = excluded.hour, zone = excluded.zone, locale = excluded.locale,
		refused = excluded.refused`, string(s.Guild), string(s.Channel), s.Hour, s.Zone, s.Locale, s.Refused)
}

func dropServer(ctx context.Context, tx store.Tx, g id.Guild) {
	tx.ExecDeferred(ctx, `DELETE FROM daily_servers WHERE guild = ?`, string(g))
}

func addRefusals(ctx context.Context, tx store.Tx, g id.Guild, channel id.Channel, by int) {
	tx.ExecDeferred(ctx, `UPDATE daily_servers SET refused = refused + ? WHERE guild = ? AND channel = ?`, by,
		string(g), string(channel))
}

func resetRefusals(ctx context.Context, tx store.Tx, g id.Guild) {
	tx.ExecDeferred(ctx, `UPDATE daily_servers SET refused = 0 WHERE guild = ? AND refused > 0 AND refused < ?`,
		string(g), MaxRefused)
}

func hasPost(ctx context.Context, c store.Conn, g id.Guild, n Number) (bool, error) {
	found, err := store.Value[int](c.Row(ctx, `SELECT COUNT(*) FROM daily_posts WHERE guild = ? AND number = ?`,
		string(g), int(n)))
	return found > 0, err
}

// addPost inserts a post, and returns false if the server has one for the number already.
func addPost(ctx context.Context, tx store.Tx, p Post) (fresh bool, err error) {
	n, err := tx.Exec(ctx,
		`INSERT INTO daily_posts (guild, number, id, channel, locale, at, rev, edits, counting) VALUES (?, ?, ?, ?, ?,
			?, ?, 0, 0)
		ON CONFLICT DO NOTHING`, string(p.Guild), int(p.Number), string(p.ID), string(p.Channel), p.Locale,
		store.Millis(p.At), p.Rev)
	return n > 0, err
}

const postColumns = `id, guild, number, channel, locale, at, rev, edits`

func scanPost(p *Post) []any {
	return []any{&p.ID, &p.Guild, &p.Number, &p.Channel, &p.Locale, store.Time(&p.At), &p.Rev, &p.Edits}
}

func loadPost(ctx context.Context, c store.Conn, of id.Match) (p Post, err error) {
	found, err := store.One(c.Row(ctx, `SELECT `+postColumns+` FROM daily_posts WHERE id = ?`, string(of)),
		scanPost(&p)...)
	if err == nil && !found {
		err = ErrUnknown
	}
	return p, err
}

func oldPosts(ctx context.Context, c store.Conn, before time.Time, limit int) ([]id.Match, error) {
	return store.All(ctx, c, store.Value[id.Match], `SELECT id FROM daily_posts WHERE at < ? ORDER BY at LIMIT ?`,
		store.Millis(before), limit)
}

func dropPost(ctx context.Context, tx store.Tx, of id.Match) {
	tx.ExecDeferred(ctx, `DELETE FROM daily_posts WHERE id = ?`, string(of))
}

func ignoreUnknown(err error) error {
	if errors.Is(err, ErrUnknown) {
		return nil
	}
	return err
}

// raiseRevision increments the revision of a post, and returns the post, [ErrUnknown] if there is none. With counted it
// does so only if the post is marked by markForCount, and clears the mark, so that a repeated job has no effect.
func raiseRevision(ctx context.Context, tx store.Tx, of id.Match, counted bool) (p Post, err error) {
	counts, where := ``, ``
	if counted {
		counts, where = `, edits = edits + 1, counting = 0`, ` AND counting > 0`
	}
	found, err := store.One(tx.Row(ctx, `UPDATE daily_posts SET rev = rev + 1`+counts+` WHERE id = ?`+where+
		` RETURNING `+postColumns, string(of)),
		scanPost(&p)...)
	if err == nil && !found {
		err = ErrUnknown
	}
	return p, err
}

// markForCount marks the post of a number for an update of its counts. fresh is false if there is no post, or if it was
// marked already. It blocks while another transaction updates the row, whose counts may be older.
func markForCount(ctx context.Context, tx store.Tx, g id.Guild, n Number) (p Post, fresh bool, err error) {
	marks := 0
	_, err = store.One(tx.Row(ctx, `UPDATE daily_posts SET counting = counting + 1 WHERE guild = ? AND number = ?
		RETURNING `+postColumns+`, counting`, string(g), int(n)), append(scanPost(&p), &marks)...)
	return p, marks == 1, err
}

func loadResult(ctx context.Context, c store.Conn, p id.Player, n Number) (r Result, known bool, err error) {
	var marks string
	known, err = store.One(c.Row(ctx,
		`SELECT number, guild, marks, solved, shown, at FROM daily_results WHERE player = ? AND number = ?`, string(p),
		int(n)),
		&r.Number, &r.Guild, &marks, store.Flag(&r.Solved), store.Flag(&r.Shown), store.Time(&r.At))
	r.Marks = []Mark(marks)
	return r, known, err
}

func saveResult(ctx context.Context, tx store.Tx, p id.Player, r Result) {
	tx.ExecDeferred(ctx,
		`INSERT INTO daily_results (player, number, guild, marks, solved, shown, at_once, at) VALUES (?, ?, ?, ?, ?, ?,
			?, ?)
		ON CONFLICT (player, number) DO UPDATE SET marks = excluded.marks, solved = excluded.solved, shown = excluded.shown, at_once = excluded.at_once,
		at = excluded.at`, string(p), int(r.Number), string(r.Guild), string(r.Marks), store.Bit(r.Solved),
		store.Bit(r.Shown), store.Bit(r.AtOnce()), store.Millis(r.At))
}

// total counts players with at least one try, not those who only asked for the solution.
func total(ctx context.Context, c store.Conn, where string, args ...any) (t Total, err error) {
	_, err = store.One(c.Row(
		ctx,
		`SELECT COUNT(*), COALESCE(SUM(solved), 0), COALESCE(SUM(at_once), 0) FROM daily_results WHERE marks <> '' AND `+where,
		args...), &t.Tried, &t.Solved, &t.AtOnce)
	return t, err
}

func solvedBy(ctx context.Context, c store.Conn, p id.Player) ([]Number, error) {
	return store.All(ctx, c, store.Value[Number],
		`SELECT number FROM daily_results WHERE player = ? AND solved = 1 ORDER BY number`, string(p))
}

func addOutage(ctx context.Context, tx store.Tx, o outage) {
	tx.ExecDeferred(ctx, `INSERT INTO daily_outages (since, until) VALUES (?, ?) ON CONFLICT DO NOTHING`,
		store.Millis(o.from), store.Millis(o.to))
}

func outages(ctx context.Context, c store.Conn) ([]outage, error) {
	return store.All(ctx, c, store.Into(func(o *outage) []any {
		return []any{store.Time(&o.from), store.Time(&o.to)}
	}), `SELECT since, until FROM daily_outages ORDER BY since`)
}

// outcomes returns the outcomes of a number that count for the puzzle's rating, by player.
func outcomes(ctx context.Context, c store.Conn, n Number) (all []Outcome, err error) {
	err = store.Each(ctx, c, func(r store.Row) error {
		var marks string
		var o Outcome
		var solved bool
		if err := r.Scan(&o.Player, &marks, store.Flag(&solved)); err != nil {
			return err
		}
		switch first := strings.IndexAny(marks, string([]byte{byte(Wrong), byte(Hint)})); {
		case first >= 0 && Mark(marks[first]) == Hint, first < 0 && !solved:
			return nil // used a hint, or not finished
		case first < 0:
			o.Solved = true
		}
		all = append(all, o)
		return nil
	}, `SELECT player, marks, solved FROM daily_results WHERE number = ? AND marks <> '' ORDER BY player`, int(n))
	return all, err
}
