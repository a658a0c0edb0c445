package challenge

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/variant"
	"yeye/bot/store"
	"yeye/game"
)

const columns = `id, guild, channel, status, red_player, red_name, red_level, black_player, black_name, black_level,
	starter, locale, odds, clock, rules, casual, start, rev, created, touched, quiet, called_off_by, variant, pair`

func values(c *Challenge) []any {
	red, black := &c.Seats[game.Red], &c.Seats[game.Black]
	return []any{
		string(c.ID), string(c.Guild), string(c.Channel), int(c.Status),
		string(red.Player), red.Name, match.StoredLevel(red.Level, red.Open), string(black.Player), black.Name,
		match.StoredLevel(black.Level, black.Open),
		string(c.Starter), c.Locale, c.Odds.String(), c.Timing.String(), c.Rules.String(), c.Casual.String(),
		c.Position.FEN(),
		c.Rev, store.Millis(c.Created), store.Millis(c.Touched), store.Bit(c.NoPing), string(c.CalledOffBy),
		c.Variant.Stored(), store.Bit(c.Pair),
	}
}

var scan = store.Into(func(c *Challenge) []any {
	red, black := &c.Seats[game.Red], &c.Seats[game.Black]
	return []any{&c.ID, &c.Guild, &c.Channel, &c.Status,
		&red.Player, &red.Name, match.ScanLevel(&red.Level, &red.Open), &black.Player, &black.Name,
		match.ScanLevel(&black.Level, &black.Open),
		&c.Starter, &c.Locale, store.Parsed(&c.Odds, match.ParseOdds), store.Parsed(&c.Timing, match.ParseTimeControl),
		store.Parsed(&c.Rules, game.ParseRules), store.Parsed(&c.Casual, match.ParseCasual),
		store.Text(func(fen string) (err error) { c.Position, err = game.ParseFEN(fen); return err }),
		&c.Rev, store.Time(&c.Created), store.Time(&c.Touched), store.Flag(&c.NoPing), &c.CalledOffBy,
		store.Parsed(&c.Variant, variant.Parse),
		store.Flag(&c.Pair)}
})

const selectFrom = `SELECT ` + columns + ` FROM challenges `

const (
	countOfWaiting = `SELECT COUNT(*) FROM challenges WHERE status = 0`
	countOfPlayer  = `SELECT COUNT(*) FROM challenges WHERE status = 0 AND (red_player = ? OR black_player = ?)`

	selectEndedBefore = `SELECT id FROM challenges WHERE status > 0 AND touched < ? LIMIT ?`

	whereInChannel = `WHERE channel = ? AND status NOT IN (?, ?) ORDER BY CASE status WHEN ? THEN 0 ELSE 1 END,
		touched DESC, id LIMIT ?`
	whereWaitsIn = `WHERE channel = ? AND status = ? ORDER BY created, id`
	whereWaitsOn = `WHERE guild = ? AND status = ? ORDER BY created, id`
	whereStarted = `WHERE starter = ? AND (status = ? OR created >= ?) ORDER BY created, id`
	whereSits    = `WHERE id IN (
		SELECT id FROM (
			SELECT id, touched FROM challenges WHERE red_player = ? AND status = 0
			UNION SELECT id, touched FROM challenges WHERE black_player = ? AND status = 0) AS seats
		ORDER BY touched DESC, id LIMIT ?)
	ORDER BY touched, id`
	whereAbout = `WHERE (red_player = ? OR black_player = ? OR starter = ?) AND status NOT IN (?, ?) ORDER BY created,
		id`
	// whereClosed selects a player's closed challenges, except accepted ones, whose card belongs to the match.
	whereClosed = `WHERE (red_player = ? OR black_player = ?) AND status NOT IN (?, ?, ?)`
)

func load(ctx context.Context, c store.Conn, where string, args ...any) (Challenge, error) {
	one, err := scan(c.Row(ctx, selectFrom+where, args...))
	return one, store.OrMissing(err, ErrNoChallenge)
}

func all(ctx context.Context, c store.Conn, where string, args ...any) ([]Challenge, error) {
	return store.All(ctx, c, scan, selectFrom+where, args...)
}

func insert(ctx context.Context, tx store.Tx, c *Challenge) {
	v := values(c)
	tx.ExecDeferred(ctx, `INSERT INTO challenges (`+columns+`) VALUES `+store.Params(len(v)), v...)
}

var assignments = store.Assignments(columns)

// update writes a challenge if the stored revision is from, else it returns false.
func update(ctx context.Context, tx store.Tx, c *Challenge, from int64) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE challenges SET `+assignments+` WHERE id = ? AND rev = ?`,
		append(values(c), string(c.ID), from)...)
	return n > 0, err
}

func countWaiting(ctx context.Context, c store.Conn) (int, error) {
	return store.Value[int](c.Row(ctx, countOfWaiting))
}

func purge(ctx context.Context, c store.Conn, of id.Match) error {
	return c.Run(ctx, `DELETE FROM challenges WHERE id = ? AND status = ?`, string(of), int(Removed))
}

func endedBefore(ctx context.Context, c store.Conn, before time.Time, limit int) ([]id.Match, error) {
	return store.All(ctx, c, store.Value[id.Match], selectEndedBefore, store.Millis(before), limit)
}

func drop(ctx context.Context, tx store.Tx, of id.Match) {
	tx.ExecDeferred(ctx, `DELETE FROM challenges WHERE id = ?`, string(of))
}

func hasWaiting(ctx context.Context, c store.Conn, player id.Player) (bool, error) {
	n, err := store.Value[int](c.Row(ctx, countOfPlayer, string(player), string(player)))
	return n > 0, err
}

// eraseRest deletes a player's closed challenges without a card to delete, and removes the player from the others.
func eraseRest(ctx context.Context, tx store.Tx, player id.Player) {
	p, removed := string(player), int(Removed)
	for _, s := range []struct {
		statement string
		args      []any
	}{
		{`DELETE FROM challenges WHERE status NOT IN (?, ?) AND (red_player = ? OR black_player = ?)`,
			[]any{int(Waiting), removed, p, p}},
		{`UPDATE challenges SET red_player = '', red_name = '' WHERE status = ? AND red_player = ?`, []any{removed, p}},
		{`UPDATE challenges SET black_player = '', black_name = '' WHERE status = ? AND black_player = ?`,
			[]any{removed, p}},
		{`UPDATE challenges SET starter = '' WHERE starter = ?`, []any{p}},
		{`UPDATE challenges SET called_off_by = '' WHERE called_off_by <> '' AND called_off_by = ?`, []any{p}},
	} {
		tx.ExecDeferred(ctx, s.statement, s.args...)
	}
}
