package gateway

import (
	"sync"
	"time"

	"yeye/bot/discord"
)

// Budget spaces new sessions (IDENTIFY), of which Discord allows a number a day, and within five seconds one for each
// remainder of a shard's index by max_concurrency. When the day's number is exceeded it resets the token, so the last
// tenth is spread over the rest of the day. Discord counts across restarts, and is asked for its count.
type Budget struct {
	between time.Duration // the least time between two of the same remainder
	mu      sync.Mutex
	last    map[int]time.Time // by remainder
}

// NewBudget returns a budget of which nothing is spent.
func NewBudget() *Budget {
	return &Budget{between: betweenStarts, last: make(map[int]time.Time)}
}

// betweenStarts is Discord's interval for max_concurrency.
const betweenStarts = 5 * time.Second

// spend records a new session of a shard that began without reserve.
func (b *Budget) spend(shard int, limit discord.Starts, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last[remainder(shard, limit)] = now
}

func remainder(shard int, limit discord.Starts) int { return shard % max(1, limit.MaxConcurrency) }

// scarce reports whether less than a tenth of the day's sessions is left, so that they are spread over the rest of the
// day.
func scarce(limit discord.Starts) bool { return limit.Total > 0 && limit.Remaining < limit.Total/10 }

// reserve returns how long a new session of a shard must wait, and records it for the time when that is over.
func (b *Budget) reserve(shard int, limit discord.Starts, now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	key, wait := remainder(shard, limit), time.Duration(0)
	if last := b.last[key]; !last.IsZero() {
		wait = last.Add(b.between).Sub(now)
	}
	if scarce(limit) {
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
