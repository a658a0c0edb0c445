package daily

import (
	"context"
	"strconv"
	"time"

	"yeye/bot/store"
)

// outage is a time in which nobody could reach the bot.
type outage struct{ from, to time.Time }

// LookEvery is how often [Service.Look] is to be called while people can reach the bot.
const LookEvery = 10 * time.Minute

const (
	// shortestOutage is the least gap between two looks that is an outage: less is a restart, or a busy machine.
	shortestOutage = 30 * time.Minute
	// maxAway is how long the bot may be away while a number's date is today somewhere. After a longer
	// absence, players who missed the number keep their streak without a freeze.
	maxAway = 3 * time.Hour
)

// seenFact names the entry that holds when people could reach the bot last, in Unix milliseconds.
const seenFact = "daily seen"

// Look notes that people can reach the bot now, and that they could not if the last look is long ago.
func (s *Service) Look(ctx context.Context) error {
	return s.db.Tx(ctx, func(tx store.Tx) error {
		text, err := store.Fact(ctx, tx.Conn, seenFact)
		if err != nil {
			return err
		}
		if last, err := strconv.ParseInt(text, 10, 64); err == nil && tx.Now.Sub(store.Instant(last)) >= shortestOutage {
			if err := addOutage(ctx, tx, outage{store.Instant(last), tx.Now}); err != nil {
				return err
			}
		}
		return store.SetFact(ctx, tx.Conn, seenFact, strconv.FormatInt(store.Millis(tx.Now), 10))
	})
}

// away reports whether the bot was away too long for a number to count against anybody.
func away(n Number, all []outage) bool {
	var sum time.Duration
	for _, o := range all {
		from, to := n.Date().Add(-east), n.Closes()
		if o.from.After(from) {
			from = o.from
		}
		if o.to.Before(to) {
			to = o.to
		}
		sum += max(0, to.Sub(from))
	}
	return sum > maxAway
}
