package scheduler

import (
	"context"
	"time"
)

// place is the place of a running job in its pool.
type place struct {
	s    *Scheduler
	pool Pool
}

type placeKey struct{}

// SleepOutsidePool pauses a job for d. The job keeps its lease and gives up its place in the pool meanwhile, so that
// other jobs start regardless of how many sleep. It returns the context's error if that ends first.
func SleepOutsidePool(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	if p, ok := ctx.Value(placeKey{}).(*place); ok {
		p.count(-1)
		p.s.Waker.look()
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
