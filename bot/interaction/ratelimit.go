package interaction

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"yeye/bot/id"
)

// Rates limits the requests of one player and of one guild: a steady number a second, and three seconds' worth at once. 0 means no
// limit. Text that is not for the bot does not count, nor does autocompletion.
type Rates struct{ Player, Guild float64 }

// rateLimiter counts the requests of players and guilds.
type rateLimiter struct {
	mu      sync.Mutex
	players map[string]*rate.Limiter
	guilds  map[string]*rate.Limiter
}

// maxRated bounds the memory; beyond it everybody begins with a full allowance again.
const maxRated = 20_000

// allow reports whether a player in a guild ("" in direct conversations) may make a request now, and counts it.
func (l *rateLimiter) allow(r Rates, p id.Player, g id.Guild, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	one := count(&l.players, r.Player, string(p), now)
	return one && count(&l.guilds, r.Guild, string(g), now) // a refused player uses nothing of the guild's allowance
}

func count(m *map[string]*rate.Limiter, perSecond float64, key string, now time.Time) bool {
	if perSecond <= 0 || key == "" {
		return true
	}
	if *m == nil || len(*m) >= maxRated {
		*m = make(map[string]*rate.Limiter)
	}
	l := (*m)[key]
	if l == nil {
		l = rate.NewLimiter(rate.Limit(perSecond), max(1, int(3*perSecond)))
		(*m)[key] = l
	}
	return l.AllowN(now, 1)
}

// worked counts the work in progress for each player, and bounds how much runs at the same time: drawing a long game as a GIF takes
// as much memory as a hundred boards.
type worked struct {
	mu   sync.Mutex
	of   map[id.Player]int
	free chan struct{} // a token for each piece of work that may run
}

const (
	maxWorkEach = 3  // per player, running or waiting
	maxWorkAll  = 16 // in all, running; without what only waits
)

// begin reports whether the player may start more work; if so, end must follow.
func (w *worked) begin(p id.Player) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.of == nil {
		w.of = make(map[id.Player]int)
	}
	if w.of[p] >= maxWorkEach {
		return false
	}
	w.of[p]++
	return true
}

func (w *worked) end(p id.Player) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.of[p]--; w.of[p] <= 0 {
		delete(w.of, p)
	}
}
