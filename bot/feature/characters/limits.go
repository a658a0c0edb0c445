package characters

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"yeye/bot/id"
	"yeye/bot/interaction"
)

// limits keeps a flood of messages from becoming a flood of answers: beyond it nothing is answered.
type answerLimits struct {
	mu       sync.Mutex
	players  interaction.Allowances[id.Player]
	channels interaction.Allowances[id.Channel]
}

// A player is answered three times at once and then every twenty seconds, a channel ten times and then every five
// seconds.
const (
	playerInterval, playerBurst   = 20 * time.Second, 3
	channelInterval, channelBurst = 5 * time.Second, 10
)

// allow reports whether a player is answered in a channel now, and counts it. A refused player uses nothing of the
// channel's allowance.
func (l *answerLimits) allow(p id.Player, c id.Channel, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.players.Take(p, rate.Every(playerInterval), playerBurst, now) &&
		l.channels.Take(c, rate.Every(channelInterval), channelBurst, now)
}
