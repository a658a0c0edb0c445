package characters

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"yeye/bot/id"
	"yeye/bot/interaction"
)

// answerLimits limits the rate of answers, by player and by channel. Messages beyond the limit get no answer.
type answerLimits struct {
	mu       sync.Mutex
	players  interaction.Allowances[id.Player]
	channels interaction.Allowances[id.Channel]
}

// Token buckets: refill interval and burst.
const (
	playerInterval, playerBurst   = 20 * time.Second, 3
	channelInterval, channelBurst = 5 * time.Second, 10
)

// allow takes a token for a player and a channel, and reports whether both had one. A refused player takes none from
// the channel.
func (l *answerLimits) allow(p id.Player, c id.Channel, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.players.Take(p, rate.Every(playerInterval), playerBurst, now) &&
		l.channels.Take(c, rate.Every(channelInterval), channelBurst, now)
}
