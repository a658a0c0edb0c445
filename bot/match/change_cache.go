package match

import (
	"context"
	"sync"
	"time"

	"yeye/bot/id"
)

// changeCache holds the matches that this process has just changed, so that the display need not load them. take
// removes the entry.
type changeCache struct {
	mu   sync.Mutex
	byID map[id.Match]cachedChange
}

type cachedChange struct {
	match Match
	at    time.Time
}

const (
	maxCached = 1024
	cachedFor = 10 * time.Second // longer than a card is held back for a character's answer
)

func (r *changeCache) put(m *Match, now time.Time) {
	c := cachedChange{*m, now}
	c.match.detach()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byID == nil || len(r.byID) >= maxCached { // another process shows the matches that were not taken from here
		r.byID = make(map[id.Match]cachedChange)
	}
	r.byID[m.ID] = c
}

func (r *changeCache) take(of id.Match, rev int64, now time.Time) (Match, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, ok := r.byID[of]
	delete(r.byID, of)
	return c.match, ok && c.match.Rev >= rev && now.Sub(c.at) < cachedFor
}

// AtLeast is Stored for callers that need at least revision rev. It returns a match that this process has just
// changed from memory, without what has changed since. With revision 0 it returns what is stored.
func (s *Service) AtLeast(ctx context.Context, match id.Match, rev int64) (Match, error) {
	if m, ok := s.changeCache.take(match, rev, s.db.Now()); ok && rev > 0 {
		return m, nil
	}
	return s.Stored(ctx, match)
}
