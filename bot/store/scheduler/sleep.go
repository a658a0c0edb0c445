package scheduler

import (
	"context"
	"time"

	"yeye/internal/sleep"
)

// poolSlot is a running job's slot in its pool's capacity.
type poolSlot struct {
	s    *Scheduler
	pool Pool
}

type poolSlotKey struct{}

// SleepOutsidePool pauses a job for d. The job keeps its lease and gives up its slot in the pool meanwhile, so that
// other jobs start regardless of how many sleep. It returns the context's error if that ends first.
func SleepOutsidePool(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	if p, ok := ctx.Value(poolSlotKey{}).(*poolSlot); ok {
		p.count(-1)
		p.s.Waker.wakeLocal()
		defer p.count(1)
	}
	return sleep.For(ctx, d)
}

func (p *poolSlot) count(by int) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	p.s.busy[p.pool] += by
}
