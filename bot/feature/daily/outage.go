package daily

import (
	"context"
	"strconv"
	"time"

	"yeye/bot/store"
)

// outage is a period in which the bot could not be reached.
type outage struct{ from, to time.Time }

// LookEvery is how often [Service.Look] must be called while the bot can be reached.
const HeartbeatEvery = 10 * time.Minute

const (
	// shortestOutage is the least gap between two calls of Look that counts as an outage: less is a restart, or a busy
	// machine.
	shortestOutage = 30 * time.Minute
	// maxAway is how long outages may be in total while a number is open. Beyond that, players who missed the number
	// keep their streak without using a freeze.
	maxOutage = 3 * time.Hour
)

// seenFact is the key, in the table of facts, of the time of the last Look in Unix milliseconds.
const heartbeatFact = "daily seen"

// Look records that the bot can be reached now, and an outage if the last call is longer ago than shortestOutage.
func (s *Service) Heartbeat(ctx context.Context) error {
	return s.db.Tx(ctx, func(tx store.Tx) error {
		text, err := store.Fact(ctx, tx.Conn, heartbeatFact)
		if err != nil {
			return err
		}
		if last, err := strconv.ParseInt(text, 10, 64); err == nil &&
			tx.Now.Sub(store.Instant(last)) >= shortestOutage {
			addOutage(ctx, tx, outage{store.Instant(last), tx.Now})
		}
		return store.SetFact(ctx, tx.Conn, heartbeatFact, strconv.FormatInt(store.Millis(tx.Now), 10))
	})
}

// away reports whether outages during a number sum up to more than maxAway.
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
