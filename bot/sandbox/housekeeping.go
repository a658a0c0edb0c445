package sandbox

import (
	"context"
	"time"
)

// runMaintenance runs what depends on time alone, once a second: it archives threads, and drops sessions that were not
// resumed and expired interactions.
func (s *Server) runMaintenance(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			s.Close()
			return
		case <-s.state.done:
			return
		case <-tick.C:
			s.state.mu.Lock()
			s.state.archiveIdle()
			s.state.hub.prune()
			s.state.interactions.prune(s.Now())
			s.state.mu.Unlock()
		}
	}
}
