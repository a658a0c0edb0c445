package scheduler

import (
	"context"
	"maps"
	"slices"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

// Use is the engine time that players have had of all processes that work on a database. It drains by hourly in an hour.
type Use struct {
	DB     *store.DB
	Hourly time.Duration
}

// Spend records what players have had of this process's engines since it was called last, and returns what they have had of all by
// now.
func (u Use) Spend(ctx context.Context, had map[id.Player]time.Duration) (all map[id.Player]time.Duration, err error) {
	err = u.DB.Tx(ctx, func(tx store.Tx) error {
		all = make(map[id.Player]time.Duration, len(had))
		for _, p := range slices.Sorted(maps.Keys(had)) { // in one order, so that no two transactions wait for each other
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

// Had is what is recorded of a player, for whom it is about; ok is false where nothing is.
func Had(ctx context.Context, db *store.DB, p id.Player) (had time.Duration, at time.Time, ok bool, err error) {
	return used(ctx, db.Read(), p)
}

// Tidy forgets up to limit players who have had nothing for so long that none of it counts, and reports whether there may be more.
func (u Use) Tidy(ctx context.Context, limit int) (more bool, err error) {
	n, err := forgetUse(ctx, u.DB, u.DB.Now().Add(-useFor), limit)
	return n == int64(limit), err
}

// useFor is after which time nothing counts any more that somebody has had of the engines.
const useFor = 24 * time.Hour
