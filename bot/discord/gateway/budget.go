package gateway

import (
	"sync"
	"time"

	"yeye/bot/discord"
)

// Budget spaces IDENTIFYs. Discord allows a number a day, and one per rate limit key (shard modulo max_concurrency)
// in five seconds. It resets the token when the day's number is exceeded, so the last tenth is spread over the rest
// of the day. Discord counts across restarts and is asked for the count.
type Budget struct {
	interval time.Duration // the least time between two of the same rate limit key
	mu       sync.Mutex
	last     map[int]time.Time // by rate limit key
}

// NewBudget returns a budget of which nothing is spent.
func NewBudget() *Budget {
	return &Budget{interval: identifySpacing, last: make(map[int]time.Time)}
}

// identifySpacing is Discord's interval for max_concurrency.
const identifySpacing = 5 * time.Second

// record records an IDENTIFY of a shard that was sent without reserve.
func (b *Budget) record(shard int, limit discord.SessionStarts, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last[rateLimitKey(shard, limit)] = now
}

func rateLimitKey(shard int, limit discord.SessionStarts) int {
	return shard % max(1, limit.MaxConcurrency)
}

// nearlyUsedUp reports whether less than a tenth of the day's sessions is left, so that they are spread over the rest
// of the day.
func nearlyUsedUp(limit discord.SessionStarts) bool {
	return limit.Total > 0 && limit.Remaining < limit.Total/10
}

// reserve returns how long the IDENTIFY of a shard must wait, and records it for that time.
func (b *Budget) reserve(shard int, limit discord.SessionStarts, now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	key, wait := rateLimitKey(shard, limit), time.Duration(0)
	if last := b.last[key]; !last.IsZero() {
		wait = last.Add(b.interval).Sub(now)
	}
	if nearlyUsedUp(limit) {
		if limit.Remaining <= 1 { // the very last one is never used
			wait = max(wait, limit.ResetAfter+time.Second)
		} else {
			wait = max(wait, limit.ResetAfter/time.Duration(limit.Remaining))
		}
	}
	wait = max(0, wait)
	b.last[key] = now.Add(wait)
	return wait
}
