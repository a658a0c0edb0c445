package characters

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/store"
)

// ledger stores the number of takebacks against the character that remembers, by player and server ("" for direct
// messages). Those of newcomers do not count.
type ledger struct{ db *store.DB }

// recordTakeback counts a takeback, in its transaction.
func (l *ledger) recordTakeback(ctx context.Context, tx store.Tx, c *match.Change) error {
	m := &c.Match
	side, ok := characterSide(m)
	if !ok || c.Verb != match.TookBack || !m.Seats[side].Level.Traits().Remembers || m.Seats[side.Other()].Newcomer {
		return nil
	}
	tx.ExecDeferred(ctx, `INSERT INTO ledger (player, guild, takebacks) VALUES (?, ?, 1)
		ON CONFLICT (player, guild) DO UPDATE SET takebacks = ledger.takebacks + 1`,
		string(m.Seats[side.Other()].Player), string(m.Guild))
	return nil
}

// takebacks returns a player's count on a server.
func (l *ledger) takebacks(ctx context.Context, p id.Player, g id.Guild) (n int, err error) {
	_, err = store.One(l.db.Read().Row(ctx, `SELECT takebacks FROM ledger WHERE player = ? AND guild = ?`, string(p),
		string(g)), &n)
	return n, err
}

// owner returns the [player.DataOwner] of the ledger. The games that Grandpa remembers are exported with the matches.
func (l *ledger) owner() player.DataOwner {
	return player.NewOwner("characters", player.DeleteRows("ledger"),
		player.Rows("takebacks_against_grandpa", store.Into(func(e *exportedTakebacks) []any {
			return []any{&e.Server, &e.Takebacks}
		}), `SELECT guild, takebacks FROM ledger WHERE player = ? ORDER BY guild`))
}

type exportedTakebacks struct {
	Server    id.Guild `json:"server"`
	Takebacks int      `json:"takebacks"`
}
