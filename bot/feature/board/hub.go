package board

import (
	"errors"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"yeye/bot/id"
)

// Limits of connections. Addresses say nothing behind a proxy, so that only what a connection has proved is counted,
// and all together.
const (
	maxAll      = 4000 // connections, also those that have not said who they are
	maxAnonymous  = 200  // connections that have not: they leave room for players
	maxWatching = 3000 // connections of those who do not play: likewise
	maxMatch    = 24   // of the players of one match
	maxWatched  = 2500 // of others at one match
	maxPerPlayer   = 12   // of one player
	maxPerSession    = 4    // of one session: a page that is reloaded may still have its last one
	actRate   = 5.0  // acts a second of one session, on average
	actBurst  = 20
	maxLimits   = 2 * maxAll // sessions whose acts are counted
)

// errTooMany refuses a connection beyond a limit.
var errTooMany = errors.New("too many connections")

// hub knows the connections of this process, by what they show.
type hub struct {
	readLoop    func(*table) // reads a match for its connections; called in a goroutine of its own
	refused func()       // called for each connection beyond a limit

	mu        sync.Mutex
	tables    map[id.Match]*table
	ofPlayer  map[id.Player]int
	ofSession map[string]int
	limits    map[string]*rate.Limiter // of acts, by session
	open      int                      // also those that have not said who they are
	identified     int                      // those that have
	watching  int                      // of those, who do not play
	polling   int                      // of those, who ask again and again
	closed    bool
	ended     sync.WaitGroup
}

func newHub() *hub {
	return &hub{refused: func() {}, tables: map[id.Match]*table{},
		ofPlayer: map[id.Player]int{}, ofSession: map[string]int{},
		limits: map[string]*rate.Limiter{}}
}

// begin counts a connection, before it says who it is.
func (h *hub) accept() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || h.open >= maxAll || h.open-h.identified >= maxAnonymous {
		h.refused()
		return false
	}
	h.open++
	h.ended.Add(1)
	return true
}

func (h *hub) release() {
	h.mu.Lock()
	h.open--
	h.mu.Unlock()
	h.ended.Done()
}

// join adds a connection whose session is known.
func (h *hub) join(c *conn) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.tables[c.session.match]
	playing, watching := 0, 0
	if t != nil {
		playing, watching = t.playing, len(t.conns)-t.playing
	}
	many := h.watching >= maxWatching || watching >= maxWatched
	if c.plays {
		many = playing >= maxMatch
	}
	if h.closed || many || h.ofPlayer[c.session.player] >= maxPerPlayer || h.ofSession[c.session.key] >= maxPerSession {
		h.refused()
		return errTooMany
	}
	if t == nil {
		t = &table{of: c.session.match, conns: map[*conn]bool{}, left: map[id.Player]time.Time{},
			awake: make(chan struct{}, 1), gone: make(chan struct{})}
		h.tables[t.of] = t
		h.ended.Add(1)
		go h.readLoop(t)
	} else {
		t.wake() // its session may be new
	}
	t.conns[c] = true
	delete(t.left, c.session.player)
	c.table = t
	h.count(c, 1)
	return nil
}

// count adds a connection that is known to the counters, or takes it away.
func (h *hub) count(c *conn, n int) {
	h.identified += n
	if c.plays {
		c.table.playing += n
	} else {
		h.watching += n
	}
	if c.socket == nil {
		h.polling += n
	}
	if h.ofPlayer[c.session.player] += n; h.ofPlayer[c.session.player] == 0 {
		delete(h.ofPlayer, c.session.player)
	}
	if h.ofSession[c.session.key] += n; h.ofSession[c.session.key] == 0 {
		delete(h.ofSession, c.session.key)
	}
}

// leave removes a connection, which ended at a moment.
func (h *hub) leave(c *conn, at time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := c.table
	if t == nil || !t.conns[c] {
		return
	}
	h.count(c, -1)
	if delete(t.conns, c); len(t.conns) == 0 {
		delete(h.tables, t.of)
		close(t.gone)
		return
	}
	for other := range t.conns {
		if other.session.player == c.session.player {
			return
		}
	}
	if c.plays {
		t.left[c.session.player] = at
	}
}

// back forgets that a player left the page of a match, for they are at the page of another process.
func (h *hub) playerBack(of id.Match, p id.Player) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t := h.tables[of]; t != nil {
		delete(t.left, p)
	}
}

// leftAt returns when a player left the page of a match, the zero time if they are there or never were.
func (h *hub) leftAt(of id.Match, p id.Player) time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t := h.tables[of]; t != nil {
		return t.left[p]
	}
	return time.Time{}
}

// allow reports whether a session may act now.
func (h *hub) allow(session string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	l := h.limits[session]
	if l == nil {
		if len(h.limits) >= maxLimits {
			clear(h.limits)
		}
		l = rate.NewLimiter(actRate, actBurst)
		h.limits[session] = l
	}
	return l.Allow()
}

// at returns the connections of a table, those of its players first.
func (h *hub) conns(t *table) []*conn {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := make([]*conn, 0, len(t.conns))
	for _, playing := range []bool{true, false} {
		for c := range t.conns {
			if c.plays == playing {
				all = append(all, c)
			}
		}
	}
	return all
}

// players returns whose connections are at a table.
func (h *hub) players(t *table) []id.Player {
	h.mu.Lock()
	defer h.mu.Unlock()
	seen := map[id.Player]bool{}
	var all []id.Player
	for c := range t.conns {
		if p := c.session.player; !seen[p] {
			seen[p] = true
			all = append(all, p)
		}
	}
	return all
}

// ring says that a match may have changed; "" means any.
func (h *hub) notify(of id.Match) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if of == "" {
		for _, t := range h.tables {
			t.wake()
		}
	} else if t := h.tables[of]; t != nil {
		t.wake()
	}
}

// again has the state of a match sent anew to what a player has open of it.
func (h *hub) resend(of id.Match, p id.Player) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t := h.tables[of]; t != nil {
		for c := range t.conns {
			if c.session.player == p {
				c.stale.Store(true)
				c.wake()
			}
		}
	}
}

// close refuses new connections; ended waits until the others have ended.
func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
}
