package match

import (
	"context"
	"sync"
	"time"

	"yeye/bot/id"
)

// recent holds the matches that this process has just changed, so that the display need not load them. Each is handed
// out once.
type recent struct {
	mu  sync.Mutex
	all map[id.Match]changed
}

type changed struct {
	match Match
	at    time.Time
}

const (
	maxRecent    = 1024
	recentWithin = 10 * time.Second // longer than a card is held back for a character's answer
)

func (r *recent) put(m *Match, now time.Time) {
	c := changed{*m, now}
	c.match.detach()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all == nil || len(r.all) >= maxRecent { // entries that were not taken are shown by another process
		r.all = make(map[id.Match]changed)
	}
	r.all[m.ID] = c
}

func (r *recent) take(of id.Match, rev int64, now time.Time) (Match, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, ok := r.all[of]
	delete(r.all, of)
	return c.match, ok && c.match.Rev >= rev && now.Sub(c.at) < recentWithin
}

// AtLeast returns a match like Stored, at this revision or a later one. A match that this process has just changed
// comes from memory; what other processes have changed since may then be missing.
func (s *Service) AtLeast(ctx context.Context, match id.Match, rev int64) (Match, error) {
	if m, ok := s.recent.take(match, rev, s.db.Now()); ok {
		return m, nil
	}
	return s.Stored(ctx, match)
}
