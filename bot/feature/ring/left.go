package ring

import (
	"fmt"
	"sync"
	"time"

	"yeye/bot/id"
)

const (
	// rejoinAfter is how long somebody waits who left while another was called to play them.
	rejoinAfter = 5 * time.Minute
	// maxLeft bounds how many of them are remembered.
	maxLeft = 1000
)

// LeftError refuses a place in the queue to somebody who left while another was called to play them: joining again calls the other anew,
// who would be called without end.
type LeftError struct{ Until time.Time }

func (e *LeftError) Error() string {
	return fmt.Sprint("you left while another was called, and may join again at ", e.Until)
}

// left remembers who left a ring while another was called to play them, as long as the program runs.
type left struct {
	mu sync.Mutex
	at map[seat]time.Time
}

type seat struct {
	ring id.Match
	of   id.Player
}

// note remembers a player who has left, if another was called for their game.
func (l *left) note(before *Ring, p id.Player, now time.Time) {
	if before.find(p) > 0 {
		return // the game goes on without them
	}
	for _, other := range before.Called() {
		if other.Player == p {
			continue
		}
		l.mu.Lock()
		if l.at == nil || len(l.at) == maxLeft {
			l.at = map[seat]time.Time{}
		}
		l.at[seat{before.ID, p}] = now
		l.mu.Unlock()
		return
	}
}

// admit returns a [*LeftError] for who has left a while ago.
func (l *left) admit(ring id.Match, p id.Player, now time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at, left := l.at[seat{ring, p}]; left && now.Sub(at) < rejoinAfter {
		return &LeftError{at.Add(rejoinAfter)}
	}
	return nil
}
