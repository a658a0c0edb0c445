package interaction

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"yeye/bot/id"
)

// Rates is how much one player and one guild may ask of the bot: a steady number of requests a second, and three seconds' worth
// at once. 0 is no limit. Words that are not for the bot do not count, nor what is offered while typing.
type Rates struct{ Player, Guild float64 }

// rateLimiter counts what players and guilds ask.
type rateLimiter struct {
	mu      sync.Mutex
	players map[string]*rate.Limiter
	guilds  map[string]*rate.Limiter
}

// maxRated bounds the memory; beyond it everybody begins with a full allowance again.
const maxRated = 20_000

// allow reports whether a player in a guild ("" in direct conversations) may ask now, and counts it.
func (l *rateLimiter) allow(r Rates, p id.Player, g id.Guild, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	one := count(&l.players, r.Player, string(p), now)
	return one && count(&l.guilds, r.Guild, string(g), now) // a player who is refused costs the others nothing
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

// worked counts the work under way for each player, and bounds how much runs at the same time: drawing a long game as a GIF takes
// as much memory as a hundred boards.
type worked struct {
	mu   sync.Mutex
	of   map[id.Player]int
	free chan struct{} // a token for each piece of work that may run
}

const (
	maxWorkEach = 3  // of one player, running or waiting
	maxWorkAll  = 16 // running
)

// begin reports whether the player may have more done; then end must follow.
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
