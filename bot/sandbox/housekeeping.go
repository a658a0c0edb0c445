package sandbox

import (
	"context"
	"time"
)

// keepHouse does what depends on time alone, once a second: threads are archived, and sessions that nobody resumed and
// dead interactions are forgotten.
func (s *Server) keepHouse(ctx context.Context) {
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
			s.state.inter.prune(s.Now())
			s.state.mu.Unlock()
		}
	}
}
