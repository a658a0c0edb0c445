package daily

import (
	"context"
	"strconv"
	"time"

	"yeye/bot/store"
)

// outage is a period in which users could not reach the bot.
type outage struct{ from, to time.Time }

// ReachableEvery is the interval at which [Service.RecordReachable] must be called while users can reach the bot.
const ReachableEvery = 10 * time.Minute

const (
	// shortestOutage is the minimum gap between two records that counts as an outage. A shorter one is a restart or
	// a busy machine.
	shortestOutage = 30 * time.Minute
	// maxOutage is the total duration of outages while a number is open, beyond which players who missed the number
	// keep their streak without using a freeze.
	maxOutage = 3 * time.Hour
)

// reachableFact is the key, in the table of facts, of the last record, in Unix milliseconds.
const reachableFact = "daily seen"

// RecordReachable records that users can reach the bot now, and an outage if the last record is at least shortestOutage
// ago.
func (s *Service) RecordReachable(ctx context.Context) error {
	return s.db.Tx(ctx, func(tx store.Tx) error {
		text, err := store.Fact(ctx, tx.Conn, reachableFact)
		if err != nil {
			return err
		}
		if last, err := strconv.ParseInt(text, 10, 64); err == nil &&
			tx.Now.Sub(store.Instant(last)) >= shortestOutage {
			addOutage(ctx, tx, outage{store.Instant(last), tx.Now})
		}
		return store.SetFact(ctx, tx.Conn, reachableFact, strconv.FormatInt(store.Millis(tx.Now), 10))
	})
}

// wasAway reports whether the outages while a number was open sum up to more than maxOutage.
func wasAway(n Number, all []outage) bool {
	var sum time.Duration
	for _, o := range all {
		from, to := n.Date().Add(-easternmost), n.Closes()
		if o.from.After(from) {
			from = o.from
		}
		if o.to.Before(to) {
			to = o.to
		}
		sum += max(0, to.Sub(from))
	}
	return sum > maxOutage
}
