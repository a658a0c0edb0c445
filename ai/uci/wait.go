package uci

import (
	"slices"
	"strings"
)

// What changes the game or the settings waits for a search that ends by itself.
// It must not keep the reader from hearing that the search is to stop: such lines
// are put aside until then.

// mostWaiting is how many lines are put aside before reading stops.
const mostWaiting = 1000

// hear obeys a line, now or when its turn comes, and reports whether the
// conversation goes on.
func (c *conversation) hear(line string) bool {
	c.waiting = append(c.waiting, line)
	return c.catchUp()
}

// catchUp obeys what need not wait any longer.
func (c *conversation) catchUp() bool {
	for i := c.ready(); i >= 0; i = c.ready() {
		line := c.waiting[i]
		c.waiting = slices.Delete(c.waiting, i, i+1)
		if !c.obey(line) {
			return false
		}
	}
	return true
}

// ready is the place of the line to obey next, -1 if all have to wait. While a
// search is under way that is one about it: a stop is meant for the last search
// asked for, so not one behind another "go".
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

// ended is closed when the lines put aside can be obeyed, nil if there are none.
func (c *conversation) ended() <-chan struct{} {
	if len(c.waiting) == 0 {
		return nil
	}
	return c.search.done
}

// busy reports whether a search is under way that will end by itself. Any other
// is ended by the next word.
func (c *conversation) busy() bool {
	s := c.search
	if s == nil || !s.free {
		return false
	}
	select {
	case <-s.done:
		return false
	default:
		return true
	}
}
