package endings

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/store"
)

// reachedBy returns a player's results, oldest first.
func reachedBy(ctx context.Context, c store.Conn, p id.Player) ([]reached, error) {
	return store.All(ctx, c, store.Into(func(one *reached) []any {
		return []any{&one.Ending, &one.Guild, store.UTC(&one.At), &one.Moves, &one.Clean}
	}), `SELECT ending, guild, at, moves, clean FROM endings WHERE player = ? ORDER BY at, ending, guild`, string(p))
}

const countsOf = `SELECT ending, COUNT(*) FROM endings WHERE guild = ? AND clean = 1 GROUP BY ending`

func counts(ctx context.Context, c store.Conn, g id.Guild) (map[string]int, error) {
	return store.Map(ctx, c, func(name *string, n *int) []any {
		return []any{name, n}
	}, countsOf, string(g))
}

// saveReached stores a result. The first one without help replaces one with help; after that only the number of moves
// can decrease.
func saveReached(ctx context.Context, tx store.Tx, p id.Player, name string, g id.Guild, r Reached) {
	tx.ExecDeferred(ctx, `
		INSERT INTO endings (player, ending, guild, at, moves, clean) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (player, ending, guild) DO UPDATE SET
			at = CASE WHEN excluded.clean > endings.clean THEN excluded.at ELSE endings.at END,
			moves = CASE WHEN excluded.clean > endings.clean OR excluded.clean = endings.clean AND excluded.moves < endings.moves
				THEN excluded.moves ELSE endings.moves END,
			clean = CASE WHEN excluded.clean > endings.clean THEN excluded.clean ELSE endings.clean END`,
		string(p), name, string(g), store.Millis(tx.Now), r.Moves, store.Bit(r.Clean))
}
