package gateway

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// starts keeps account of new sessions (IDENTIFY), of which Discord allows a
// number a day and one in five seconds. At the end of the number it takes the
// token away, so the last tenth is spread over what is left of the day. Discord
// itself counts across restarts, and is asked.
type starts struct {
	between time.Duration // the least time between two
	mu      sync.Mutex
	last    time.Time
}

// betweenStarts is Discord's.
const betweenStarts = 5 * time.Second

func (s *starts) spend(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = now
}

// wait is how long the next new session must wait.
func (s *starts) wait(limit startLimit, now time.Time) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	wait := time.Duration(0)
	if !s.last.IsZero() {
		wait = s.last.Add(s.between).Sub(now)
	}
	if limit.Total > 0 && limit.Remaining < limit.Total/10 {
		left := time.Duration(limit.ResetAfter) * time.Millisecond
		if limit.Remaining <= 1 { // the very last one is never used
			wait = max(wait, left+time.Second)
		} else {
			wait = max(wait, left/time.Duration(limit.Remaining))
		}
	}
	return max(0, wait)
}

// startLimit is Discord's account, times in milliseconds.
type startLimit struct {
	Total      int   `json:"total"`
	Remaining  int   `json:"remaining"`
	ResetAfter int64 `json:"reset_after"`
}

func (s *Sender) startLimit(ctx context.Context) (startLimit, error) {
	var answer struct {
		Limit startLimit `json:"session_start_limit"`
	}
	err := s.call(ctx, route{method: http.MethodGet, path: "/gateway/bot", key: "gateway"}, nil, &answer)
	return answer.Limit, err
}
