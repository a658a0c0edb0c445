package uci

import (
	"context"
	"slices"
	"strings"
)

// A command that changes the game or the settings waits for a search that has limits. It must not keep the reader from
// receiving a "stop", so such lines are queued.

// maxWaiting is the number of lines queued before reading pauses.
const maxWaiting = 1000

// receive executes a line now, or queues it, and reports whether the session continues.
func (c *session) receive(ctx context.Context, line string) bool {
	c.waiting = append(c.waiting, line)
	return c.catchUp(ctx)
}

// catchUp executes the queued lines that need not wait any longer.
func (c *session) catchUp(ctx context.Context) bool {
	for i := c.ready(); i >= 0; i = c.ready() {
		line := c.waiting[i]
		c.waiting = slices.Delete(c.waiting, i, i+1)
		if !c.execute(ctx, line) {
			return false
		}
	}
	return true
}

// ready returns the index of the next line to execute, -1 if all must wait. During a search only commands about it can
// run. "stop" means the last search requested, so it does not run before an earlier "go".
func (c *session) ready() int {
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

// ended returns a channel that is closed when queued lines can be executed, nil if none are queued.
func (c *session) ended() <-chan struct{} {
	if len(c.waiting) == 0 {
		return nil
	}
	return c.search.found
}

// busy reports whether a search is running that its limits will end. Any other search is ended by the next command. A
// search whose answer is being written no longer counts: a program that has read the answer must not get "readyok"
// before the commands that it sends next are executed.
func (c *session) busy() bool {
	s := c.search
	if s == nil || !s.released {
		return false
	}
	select {
	case <-s.found:
		return false
	default:
		return true
	}
}
