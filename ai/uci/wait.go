package uci

import (
	"context"
	"slices"
	"strings"
)

// A command that changes the game or the settings waits for a search that ends
// by itself. It must not keep the reader from receiving a stop: such lines are
// queued until then.

// maxWaiting is the number of lines queued before reading stops.
const maxWaiting = 1000

// hear executes a line, now or when its turn comes, and reports whether the
// conversation goes on.
func (c *conversation) hear(ctx context.Context, line string) bool {
	c.waiting = append(c.waiting, line)
	return c.catchUp(ctx)
}

// catchUp executes the lines that need not wait any longer.
func (c *conversation) catchUp(ctx context.Context) bool {
	for i := c.ready(); i >= 0; i = c.ready() {
		line := c.waiting[i]
		c.waiting = slices.Delete(c.waiting, i, i+1)
		if !c.obey(ctx, line) {
			return false
		}
	}
	return true
}

// ready returns the index of the line to execute next, -1 if all have to wait.
// During a search that is a line about it: a stop is meant for the last search
// requested, so not one behind another "go".
func (c *conversation) ready() int {
	if len(c.waiting) == 0 {
		return -1
	}
	if !c.busy() {
		return 0
	}
	later := false
	for i, line := range c.waiting {
		switch w, _, _ := strings.Cut(line, " "); w {
		case "isready":
			return i
		case "stop", "ponderhit", "quit":
			if !later {
				return i
			}
		case "go":
			later = true
		}
	}
	return -1
}

// ended returns a channel that is closed when the queued lines can be executed,
// nil if there are none.
func (c *conversation) ended() <-chan struct{} {
	if len(c.waiting) == 0 {
		return nil
	}
	return c.search.found
}

// busy reports whether a search is running that will end by itself. Any other
// search is ended by the next command. One whose answer is being written is not:
// who reads it must not get "readyok" before what they sent next is done.
func (c *conversation) busy() bool {
	s := c.search
	if s == nil || !s.free {
		return false
	}
	select {
	case <-s.found:
		return false
	default:
		return true
	}
}
