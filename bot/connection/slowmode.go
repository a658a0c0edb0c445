package connection

import (
	"sync"
	"time"

	"yeye/bot/id"
)

// slowmodes records the slowmode of channels from interactions. A game starts with an interaction, so its channel is
// known.
type slowmodes struct {
	mu  sync.Mutex
	all map[id.Channel]time.Duration
}

// maxSlow bounds the number of channels. At the limit all are dropped, and then count as without slowmode until the
// next interaction there.
const maxSlow = 10_000

func (s *slowmodes) record(channel id.Channel, wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if wait <= 0 {
		delete(s.all, channel)
		return
	}
	if _, known := s.all[channel]; s.all == nil || !known && len(s.all) >= maxSlow {
		s.all = make(map[id.Channel]time.Duration)
	}
	s.all[channel] = wait
}

func (s *slowmodes) get(channel id.Channel) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all[channel]
}
