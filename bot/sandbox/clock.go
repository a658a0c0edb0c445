package sandbox

import (
	"sync"
	"time"
)

// clock is the underlying clock plus an offset, which never decreases.
type clock struct {
	base    func() time.Time
	mu      sync.Mutex
	offset  time.Duration
	changed chan struct{} // closed and replaced when the offset changes
}

func (c *clock) now() time.Time { return c.base().Add(c.currentOffset()) }

func (c *clock) currentOffset() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.offset
}

// advance moves the clock and returns the whole offset.
func (c *clock) advance(d time.Duration) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.offset += d
	close(c.changed)
	c.changed = make(chan struct{})
	return c.offset
}

// changedSince returns a channel that is closed as soon as the offset differs from this one, in milliseconds.
func (c *clock) changedSince(offset time.Duration) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.offset.Milliseconds() != offset.Milliseconds() {
		closed := make(chan struct{})
		close(closed)
		return closed
	}
	return c.changed
}
