package sandbox

import (
	"sync"
	"time"
)

// clock is the underlying time plus an offset that only grows.
type clock struct {
	base   func() time.Time
	mu     sync.Mutex
	offset time.Duration
	moved  chan struct{} // closed and replaced at each move
}

func (c *clock) now() time.Time { return c.base().Add(c.ahead()) }

func (c *clock) ahead() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.offset
}

// advance moves the clock and returns the whole offset.
func (c *clock) advance(d time.Duration) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.offset += d
	close(c.moved)
	c.moved = make(chan struct{})
	return c.offset
}

// wait returns a channel that is closed when the offset is no longer this one.
func (c *clock) wait(offset time.Duration) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.offset.Milliseconds() != offset.Milliseconds() {
		gone := make(chan struct{})
		close(gone)
		return gone
	}
	return c.moved
}
