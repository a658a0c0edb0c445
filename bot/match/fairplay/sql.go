package fairplay

import (
	"context"
	"maps"
	"slices"

	"yeye/bot/id"
	"yeye/bot/store"
)

// entry is the position of a running game.
type entry struct {
	game        id.Match
	red, black  id.Player
	key         string
	pieces      int
	playersOnly bool
	similar     bool
	posed       bool // a casual game that was set up from a position; not stored here
}

// isPosed is 1 for games that were set up from a position.
const isPosed = `(SELECT COUNT(*) FROM matches WHERE matches.id = running.game AND matches.casual = 'position')`

func put(ctx context.Context, tx store.Tx, e entry) {
	tx.ExecDeferred(ctx, `
		INSERT INTO running (game, red, black, key, pieces, early, wide) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (game) DO UPDATE SET key = excluded.key, pieces = excluded.pieces, early = excluded.early,
		wide = excluded.wide`,
		string(e.game), string(e.red), string(e.black), e.key, e.pieces, store.Bit(e.playersOnly), store.Bit(e.similar))
}

func addEarlierPosition(ctx context.Context, tx store.Tx, e entry) {
	tx.ExecDeferred(ctx, `INSERT INTO passed (key, game) VALUES (?, ?) ON CONFLICT DO NOTHING`, e.key, string(e.game))
}

func remove(ctx context.Context, tx store.Tx, of id.Match) {
	for _, statement := range []string{`DELETE FROM running WHERE game = ?`, `DELETE FROM passed WHERE game = ?`} {
		tx.ExecDeferred(ctx, statement, string(of))
	}
}

var scanEntry = store.Into(func(e *entry) []any {
	return []any{&e.game, &e.key, &e.similar, store.Flag(&e.posed)}
})

// publicEntries returns the entries of running games whose positions are withheld from all users.
func publicEntries(ctx context.Context, c store.Conn) ([]entry, error) {
	return store.All(ctx, c, scanEntry, `
		SELECT game, key, COALESCE(wide, 0), `+isPosed+` FROM running WHERE early = 0`)
}

// gamesOfPlayer selects the running games of a player, and those in which they vote.
const gamesOfPlayer = `(SELECT game FROM running WHERE red = ? UNION SELECT game FROM running WHERE black = ?
	UNION SELECT match FROM voters WHERE player = ?)`

// ownBoards returns the boards of a player's running games, early ones too.
func ownBoards(ctx context.Context, c store.Conn, player id.Player) (all boards, err error) {
	if player == "" { // a team's seat has no player
		return nil, nil
	}
	entries, err := store.All(ctx, c, scanEntry, `
		SELECT game, key, COALESCE(wide, 0), `+isPosed+` FROM running WHERE game IN `+gamesOfPlayer, string(player), string(player),
		string(player))
	for _, e := range entries {
		b, err := boardOf(e)
		if err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	return all, err
}

// maxKeys is how many keys one statement looks up.
const maxKeys = 400

// earlierPositions returns which of the keys are positions that occurred in a running game; "" is skipped.
func earlierPositions(ctx context.Context, c store.Conn, q question, keys []string) (map[string]bool, error) {
	found := map[string]bool{}
	for some := range slices.Chunk(keys, maxKeys) {
		query := `SELECT DISTINCT p.key FROM passed p WHERE p.key IN ` + store.Params(len(some))
		var args []any
		for _, key := range some {
			args = append(args, key)
		}
		if q.played {
			query += ` AND NOT EXISTS (SELECT 1 FROM matches WHERE matches.id = p.game AND matches.casual = 'position')`
		}
		if q.ownOnly {
			query += ` AND p.game IN ` + gamesOfPlayer
			args = append(args, string(q.player), string(q.player), string(q.player))
		}
		occurred, err := store.Set[string](ctx, c, query, args...)
		if err != nil {
			return nil, err
		}
		maps.Copy(found, occurred)
	}
	return found, nil
}

// games returns the games in the index whose column wide is set, which old versions did not write.
func games(ctx context.Context, c store.Conn) (map[id.Match]bool, error) {
	return store.Set[id.Match](ctx, c, `SELECT game FROM running WHERE wide IS NOT NULL`)
}
