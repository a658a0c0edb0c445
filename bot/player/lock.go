package player

import (
	"context"
	"slices"

	"yeye/bot/id"
	"yeye/bot/store"
)

// Lock serializes transactions about the same players, including their erasure. Call it before reading anything about
// the players. "" is skipped.
func Lock(ctx context.Context, tx store.Tx, players ...id.Player) {
	// in order of id, so that two transactions cannot deadlock
	for _, p := range slices.Sorted(slices.Values(players)) {
		if p == "" {
			continue
		}
		tx.Lock(ctx, "player "+string(p))
	}
}
