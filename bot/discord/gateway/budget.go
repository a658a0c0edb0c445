package gateway

import (
	"sync"
	"time"

	"yeye/bot/discord"
)

// Budget spaces new sessions (IDENTIFY), of which Discord allows a number a day and so many within five seconds: one for each
// remainder of a shard's index by max_concurrency. At the end of the day's number it resets the token, so the last tenth is spread
// over what is left of the day. Discord itself counts across restarts, and is asked.
type Budget struct {
	between time.Duration // the least time between two of one remainder
	mu      sync.Mutex
	last    map[int]time.Time // by remainder
}

// NewBudget is a budget of which nothing is spent.
func NewBudget() *Budget {
	return &Budget{between: betweenStarts, last: make(map[int]time.Time)}
}

// betweenStarts is Discord's.
const betweenStarts = 5 * time.Second

// spend records a new session of a shard that was begun without asking.
func (b *Budget) spend(shard int, limit discord.Starts, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last[remainder(shard, limit)] = now
}

func remainder(shard int, limit discord.Starts) int { return shard % max(1, limit.MaxConcurrency) }

// scarce is whether so few of the day's are left that they are spread over what is left of it.
func scarce(limit discord.Starts) bool { return limit.Total > 0 && limit.Remaining < limit.Total/10 }

// reserve is how long a new session of a shard must wait, and spends it for then.
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
