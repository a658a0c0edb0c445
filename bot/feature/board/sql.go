package board

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

// insert stores a link or a session, and deletes the player's oldest ones beyond limit.
func insert(ctx context.Context, tx store.Tx, s session, link bool, until time.Time, limit int) {
	tx.ExecDeferred(ctx, `DELETE FROM board_sessions WHERE secret IN
		(SELECT secret FROM board_sessions WHERE player = ? AND link = ? ORDER BY made DESC, secret
		LIMIT 1000 OFFSET ?)`,
		string(s.player), store.Bit(link), limit-1)
	tx.ExecDeferred(ctx,
		`INSERT INTO board_sessions (secret, link, player, game, made, until, watches, joined)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		s.key, store.Bit(link), string(s.player), string(s.match), store.Millis(tx.Now), store.Millis(until),
		store.Bit(s.watches), store.Millis(s.joined))
}

// load returns an unexpired link or session, else [errNoSession].
func load(ctx context.Context, c store.Conn, key string, link bool, now time.Time) (session, error) {
	s := session{key: key}
	found, err := store.One(c.Row(ctx,
		`SELECT player, game, watches, joined, made FROM board_sessions WHERE secret = ? AND link = ? AND until > ?`,
		key, store.Bit(link), store.Millis(now)), &s.player, &s.match,
		store.Flag(&s.watches), store.Time(&s.joined), store.Time(&s.made))
	if err == nil && !found {
		err = errNoSession
	}
	return s, err
}

// sessionKeys returns the keys of the unexpired sessions of a match.
func sessionKeys(ctx context.Context, c store.Conn, of id.Match, now time.Time) (map[string]bool, error) {
	return store.Set[string](ctx, c, `SELECT secret FROM board_sessions WHERE game = ? AND link = 0 AND until > ?`,
		string(of), store.Millis(now))
}

func remove(ctx context.Context, c store.Conn, key string) (bool, error) {
	n, err := c.Exec(ctx, `DELETE FROM board_sessions WHERE secret = ?`, key)
	return n == 1, err
}

func removeOld(ctx context.Context, tx store.Tx) {
	tx.ExecDeferred(ctx, `DELETE FROM board_sessions WHERE until <= ?`, store.Millis(tx.Now))
}

// opened is a link or a session in a player's export.
type opened struct {
	Game  id.Match  `json:"game"`
	Made  time.Time `json:"made"`
	Until time.Time `json:"until"`

	Watches bool `json:"watches,omitempty"`
}

func openedBy(ctx context.Context, c store.Conn, p id.Player) ([]opened, error) {
	return store.All(ctx, c, store.Into(func(one *opened) []any {
		return []any{&one.Game, store.UTC(&one.Made), store.UTC(&one.Until), store.Flag(&one.Watches)}
	}), `SELECT game, made, until, watches FROM board_sessions WHERE player = ? ORDER BY made, secret`, string(p))
}
