package scheduler

import (
	"context"
	"maps"
	"slices"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

// Use records the engine time that players have used in all processes that work on a database. It drains by hourly in
// an hour.
type Use struct {
	DB     *store.DB
	Hourly time.Duration
}

// Spend records how much of this process's engines players have used since it was last called, and returns their totals
// over all processes by now.
func (u Use) Spend(ctx context.Context, had map[id.Player]time.Duration) (all map[id.Player]time.Duration, err error) {
	err = u.DB.Tx(ctx, func(tx store.Tx) error {
		all = make(map[id.Player]time.Duration, len(had))
		for _, p := range slices.Sorted(maps.Keys(had)) { // in a fixed order, to avoid deadlocks between transactions
			total, err := spend(ctx, tx, p, had[p], u.Hourly)
			if err != nil {
				return err
			}
			all[p] = total
		}
		return nil
	})
	return all, err
}

// Tidy deletes the use of up to limit players that has drained, and reports whether there may be more. So nothing stays
// of what a process records for a player who was erased meanwhile.
func (u Use) Tidy(ctx context.Context, limit int) (more bool, err error) {
	n, err := forgetUse(ctx, u.DB, min(u.Hourly, orderHourly), limit)
	return n == int64(limit), err
}

// orderHourly is how much drains in an hour where use decides the order of jobs: a third of it.
const orderHourly = time.Hour / 3
