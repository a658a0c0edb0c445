package scheduler

import (
	"context"
	"time"
)

// place is what a job that is being done takes of its pool.
type place struct {
	s    *Scheduler
	pool Pool
}

type placeKey struct{}

// Rest waits within a job for what only has to be done later. The job keeps its lease and gives up its place in the pool meanwhile,
// so that however many rest, others begin. It returns the context's error when that ends before.
func Rest(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	if p, ok := ctx.Value(placeKey{}).(*place); ok {
		p.count(-1)
		p.s.look()
		defer p.count(1)
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

func (p *place) count(by int) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	p.s.busy[p.pool] += by
}
