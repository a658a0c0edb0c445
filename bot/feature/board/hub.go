package board

import (
	"errors"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"yeye/bot/id"
)

// Limits of connections. There is no limit by IP address, which means nothing behind a proxy: connections are counted
// in total and by session.
const (
	maxAll        = 4000 // connections in total, including anonymous ones
	maxAnonymous  = 200  // connections without a session yet: leaves room for players
	maxWatching   = 3000 // connections of watchers: leaves room for players
	maxMatch      = 24   // players' connections at one match
	maxWatched    = 2500 // watchers' connections at one match
	maxPerPlayer  = 12   // connections of one player
	maxPerSession = 4    // connections of one session: a reloaded page may still have its old one
	actRate       = 5.0  // acts a second of one session
	actBurst      = 20
	maxLimits     = 2 * maxAll // rate limiters in memory
)

// errTooMany means that a limit of connections is reached.
var errTooMany = errors.New("too many connections")

// hub holds the connections of this process, by match.
type hub struct {
	readLoop func(*table) // reads a match for its connections; runs in its own goroutine
	refused  func()       // called for each connection beyond a limit

	mu         sync.Mutex
	tables     map[id.Match]*table
	ofPlayer   map[id.Player]int
	ofSession  map[string]int
	limits     map[string]*rate.Limiter // of acts, by session
	open       int                      // all connections, including anonymous ones
	identified int                      // connections with a session
	watching   int                      // of these, watchers
	polling    int                      // of these, polling requests
	closed     bool
	ended      sync.WaitGroup
}

func newHub() *hub {
	return &hub{refused: func() {}, tables: map[id.Match]*table{},
		ofPlayer: map[id.Player]int{}, ofSession: map[string]int{},
		limits: map[string]*rate.Limiter{}}
}

// accept registers a new anonymous connection; false if a limit is reached.
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

// join adds a connection with a session to its table.
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
		t.wake() // the table may not know its session yet
	}
	t.conns[c] = true
	delete(t.left, c.session.player)
	c.table = t
	h.count(c, 1)
	return nil
}

// count adds n, which is 1 or -1, to the counters of a connection with a session.
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

// leave removes a connection that ended at a time.
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

// playerBack clears the time when a player left a match's page, since they have it open in another process.
func (h *hub) playerBack(of id.Match, p id.Player) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t := h.tables[of]; t != nil {
		delete(t.left, p)
	}
}

// leftAt returns when a player left a match's page, the zero time if they have it open or never had.
func (h *hub) leftAt(of id.Match, p id.Player) time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t := h.tables[of]; t != nil {
		return t.left[p]
	}
	return time.Time{}
}

// allow takes a token of a session's rate limit, and reports whether there was one.
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

// conns returns the connections of a table, players first.
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

// players returns the distinct players and watchers at a table.
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

// notify wakes the table of a match that may have changed; "" means all tables.
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

// resend makes a player's connections at a match send the state again.
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

// close refuses new connections. Wait for the existing ones with ended.
func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
}
