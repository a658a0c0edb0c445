package player

import (
	"context"
	"slices"

	"yeye/bot/id"
	"yeye/bot/store"
)

// Lock makes transactions about the same players run one after the other, their erasure among them. It comes before what they read of
// the players. "" is nobody.
func Lock(ctx context.Context, tx store.Tx, players ...id.Player) error {
	for _, p := range slices.Sorted(slices.Values(players)) { // in order of id, so that two transactions cannot deadlock
		if p == "" {
			continue
		}
		if err := tx.Dialect().Lock(ctx, tx.Conn, "player "+string(p)); err != nil {
			return err
		}
	}
	return nil
}
