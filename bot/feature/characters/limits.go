package characters

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"yeye/bot/id"
)

// limits keeps a flood of messages from becoming a flood of answers: beyond it nothing is answered. With maxLimits entries it
// starts again empty.
type limits struct {
	mu       sync.Mutex
	players  map[id.Player]*rate.Limiter
	channels map[id.Channel]*rate.Limiter
}

// A player is answered three times at once and then every twenty seconds, a channel ten times and then every five seconds.
const (
	perPlayer, atOncePlayer   = 20 * time.Second, 3
	perChannel, atOnceChannel = 5 * time.Second, 10
	maxLimits                 = 10_000
)

// allow reports whether a player is answered in a channel now, and counts it. A refused player uses nothing of the channel's
// allowance.
func (l *limits) allow(p id.Player, c id.Channel, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return count(&l.players, p, perPlayer, atOncePlayer, now) && count(&l.channels, c, perChannel, atOnceChannel, now)
}

func count[K comparable](m *map[K]*rate.Limiter, key K, every time.Duration, atOnce int, now time.Time) bool {
	if *m == nil || len(*m) >= maxLimits {
		*m = make(map[K]*rate.Limiter)
	}
	if (*m)[key] == nil {
		(*m)[key] = rate.NewLimiter(rate.Every(every), atOnce)
	}
	return (*m)[key].AllowN(now, 1)
}
