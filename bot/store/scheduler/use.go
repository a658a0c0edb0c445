package scheduler

import (
	"context"
	"maps"
	"slices"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

// EngineEngineUse records the engine time that players have used in all processes that work on a database. It decays
// by Hourly an hour.
type EngineUse struct {
	DB     *store.DB
	Hourly time.Duration
}

// Add adds the engine time that players have used in this process since the last call, and returns their totals over
// all processes.
func (u EngineUse) Add(
	ctx context.Context,
	used map[id.Player]time.Duration,
) (all map[id.Player]time.Duration, err error) {
	err = u.DB.Tx(ctx, func(tx store.Tx) error {
		all = make(map[id.Player]time.Duration, len(used))
		for _, p := range slices.Sorted(maps.Keys(used)) { // in a fixed order, to avoid deadlocks between transactions
			total, err := addUse(ctx, tx, p, used[p], u.Hourly)
			if err != nil {
				return err
			}
			all[p] = total
		}
		return nil
	})
	return all, err
}

// Tidy deletes the engine time of up to limit players that has decayed to zero, and reports whether there may be
// more. This also removes what a process has recorded for a player who was erased meanwhile.
func (u EngineUse) Tidy(ctx context.Context, limit int) (more bool, err error) {
	n, err := deleteDrainedUse(ctx, u.DB, min(u.Hourly, orderHourly), limit)
	return n == int64(limit), err
}

// orderHourly is how much engine time decays in an hour where it decides the order of jobs.
const orderHourly = time.Hour / 3
