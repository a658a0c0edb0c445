package ring

import (
	"fmt"
	"sync"
	"time"

	"yeye/bot/id"
)

const (
	// rejoinAfter is how long a player who left while their opponent was being called must wait before they may join
	// again.
	rejoinAfter = 5 * time.Minute
	// maxLeft bounds how many such players are remembered; beyond it all are forgotten.
	maxLeft = 1000
)

// LeftError refuses a place in the queue to a player who left while their opponent was being called: by leaving and
// joining they could have the opponent called again and again.
type LeftError struct{ Until time.Time }

func (e *LeftError) Error() string {
	return fmt.Sprint("you left while another was called, and may join again at ", e.Until)
}

// recentLeavers remembers, in memory only, who left a ring while their opponent was being called.
type recentLeavers struct {
	mu sync.Mutex
	at map[leaverKey]time.Time
}

type leaverKey struct {
	ring id.Match
	of   id.Player
}

// record remembers a player who has left, if another player was called for their game.
func (l *recentLeavers) record(before *Ring, p id.Player, now time.Time) {
	if before.find(p) > 0 {
		return // they were only waiting: the next game does not depend on them
	}
	for _, other := range before.Called() {
		if other.Player == p {
			continue
		}
		l.mu.Lock()
		if l.at == nil || len(l.at) == maxLeft {
			l.at = map[leaverKey]time.Time{}
		}
		l.at[leaverKey{before.ID, p}] = now
		l.mu.Unlock()
		return
	}
}

// checkCooldown returns a [*LeftError] for a player who left less than rejoinAfter ago.
func (l *recentLeavers) checkCooldown(ring id.Match, p id.Player, now time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at, left := l.at[leaverKey{ring, p}]; left && now.Sub(at) < rejoinAfter {
		return &LeftError{at.Add(rejoinAfter)}
	}
	return nil
}
