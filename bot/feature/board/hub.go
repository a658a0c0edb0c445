package board

import (
	"errors"
	"sync"

	"yeye/bot/id"
)

// Limits of connections. Addresses say nothing behind a proxy, so that only what a connection has proved is counted,
// and all together.
const (
	maxAll     = 2000 // connections, also those that have not said who they are
	maxUnnamed = 200  // connections that have not: they leave room for players
	maxMatch   = 24   // of one match
	maxPlayer  = 12   // of one player
	maxOfOne   = 4    // of one session: a page that is reloaded may still have its last one
	actsEvery  = 5.0  // acts a second of one connection, on average
	actsAtOnce = 20
)

// errTooMany refuses a connection beyond a limit.
var errTooMany = errors.New("too many connections")

// hub knows the connections of this process, by what they show.
type hub struct {
	mu     sync.Mutex
	all    map[id.Match]map[*conn]bool
	open   int // also those that have not said who they are
	named  int // those that have
	closed bool
	ended  sync.WaitGroup
}

func newHub() *hub { return &hub{all: map[id.Match]map[*conn]bool{}} }

// begin counts a connection, before it says who it is.
func (h *hub) begin() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || h.open >= maxAll || h.open-h.named >= maxUnnamed {
		return false
	}
	h.open++
	h.ended.Add(1)
	return true
}

func (h *hub) end() {
	h.mu.Lock()
	h.open--
	h.mu.Unlock()
	h.ended.Done()
}

// join adds a connection whose session is known.
func (h *hub) join(c *conn) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	ofPlayer, ofOne := 0, 0
	for _, some := range h.all {
		for other := range some {
			if other.session.player == c.session.player {
				ofPlayer++
			}
			if other.session.key == c.session.key {
				ofOne++
			}
		}
	}
	some := h.all[c.session.match]
	if h.closed || len(some) >= maxMatch || ofPlayer >= maxPlayer || ofOne >= maxOfOne {
		return errTooMany
	}
	if some == nil {
		some = map[*conn]bool{}
		h.all[c.session.match] = some
	}
	some[c] = true
	h.named++
	return nil
}

func (h *hub) leave(c *conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if some := h.all[c.session.match]; some[c] {
		h.named--
		if delete(some, c); len(some) == 0 {
			delete(h.all, c.session.match)
		}
	}
}

// ring wakes the connections that show a match: it may have changed.
func (h *hub) ring(of id.Match) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.all[of] {
		c.wake()
	}
}

// close refuses new connections; wait returns once the others have ended.
func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
}
