package fairplay

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/store"
)

// entry is the position of a running game.
type entry struct {
	game       id.Match
	red, black id.Player
	key        string
	pieces     int
	early      bool
}

func put(ctx context.Context, tx store.Tx, e entry) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO running (game, red, black, key, pieces, early) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (game) DO UPDATE SET key = excluded.key, pieces = excluded.pieces, early = excluded.early`,
		string(e.game), string(e.red), string(e.black), e.key, e.pieces, store.Bit(e.early))
	return err
}

func pass(ctx context.Context, tx store.Tx, e entry) error {
	_, err := tx.Exec(ctx, `INSERT INTO passed (key, game) VALUES (?, ?) ON CONFLICT DO NOTHING`, e.key, string(e.game))
	return err
}

func remove(ctx context.Context, tx store.Tx, of id.Match) error {
	for _, statement := range []string{`DELETE FROM running WHERE game = ?`, `DELETE FROM passed WHERE game = ?`} {
		if _, err := tx.Exec(ctx, statement, string(of)); err != nil {
			return err
		}
	}
	return nil
}

// withheld returns the keys of the positions of running games with fewest to most pieces: all of the player's own, and of others'
// those that are not early.
func withheld(ctx context.Context, c store.Conn, player id.Player, fewest, most int) ([]string, error) {
	return store.All(ctx, c, store.Value[string], `
		SELECT key FROM running WHERE early = 0 AND pieces BETWEEN ? AND ?
		UNION SELECT key FROM running WHERE red = ? AND pieces BETWEEN ? AND ?
		UNION SELECT key FROM running WHERE black = ? AND pieces BETWEEN ? AND ?`,
		fewest, most, string(player), fewest, most, string(player), fewest, most)
}

// maxKeys is how many keys one statement looks up.
const maxKeys = 400

// passed reports whether one of the keys is a position that a running game has passed.
func passed(ctx context.Context, c store.Conn, keys []string) (bool, error) {
	for len(keys) > 0 {
		some := keys[:min(len(keys), maxKeys)]
		keys = keys[len(some):]
		args := make([]any, len(some))
		for i, key := range some {
			args[i] = key
		}
		n, err := store.Value[int](c.Row(ctx, `SELECT COUNT(*) FROM passed WHERE key IN `+store.Params(len(some)), args...))
		if err != nil || n > 0 {
			return n > 0, err
		}
	}
	return false, nil
}

// games returns the games in the index.
func games(ctx context.Context, c store.Conn) (map[id.Match]bool, error) {
	all, err := store.All(ctx, c, store.Value[id.Match], `SELECT game FROM running`)
	known := make(map[id.Match]bool, len(all))
	for _, one := range all {
		known[one] = true
	}
	return known, err
}
