package interaction

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"yeye/bot/id"
)

// Rates limits the requests of one player and of one guild: requests a second, with a burst of three seconds' worth. 0
// means no limit. Text that is not for the bot does not count, and autocompletion has its own limit.
type Rates struct{ Player, Guild float64 }

// rateLimiter counts the requests of players and guilds.
type rateLimiter struct {
	mu      sync.Mutex
	players Allowances[id.Player]
	guilds  Allowances[id.Guild]
}

// allow reports whether a player in a guild ("" in direct conversations) may make a request now, and counts it.
func (l *rateLimiter) allow(r Rates, p id.Player, g id.Guild, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	one := count(&l.players, r.Player, p, now)
	return one && count(&l.guilds, r.Guild, g, now) // a refused request does not count for the guild
}

func count[K ~string](a *Allowances[K], perSecond float64, key K, now time.Time) bool {
	return perSecond <= 0 || key == "" || a.Take(key, rate.Limit(perSecond), max(1, int(3*perSecond)), now)
}

// Allowances are rate limits by key.
type Allowances[K comparable] map[K]*rate.Limiter

// maxRateKeys bounds the number of keys; beyond it all are dropped and start with a full allowance again.
const maxRateKeys = 20_000

// Take reports whether an action is allowed for a key now, and counts it: perSecond steadily, and bursts of atOnce.
func (a *Allowances[K]) Take(key K, perSecond rate.Limit, atOnce int, now time.Time) bool {
	if *a == nil || len(*a) >= maxRateKeys {
		*a = make(Allowances[K])
	}
	if (*a)[key] == nil {
		(*a)[key] = rate.NewLimiter(perSecond, atOnce)
	}
	return (*a)[key].AllowN(now, 1)
}

// workLimiter counts the Work in progress of each player, and bounds how much runs at the same time: drawing a long
// game as a GIF takes as much memory as a hundred boards.
type workLimiter struct {
	mu      sync.Mutex
	running map[id.Player]int
	free    chan struct{} // a token for each Work that may run
}

const (
	maxWorkEach = 3  // per player, running or waiting
	maxWorkAll  = 16 // running, in all; Responses with Waits do not count
)

// begin reports whether the player may start more work; if so, the caller must call end.
func (w *workLimiter) begin(p id.Player) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.running == nil {
		w.running = make(map[id.Player]int)
	}
	if w.running[p] >= maxWorkEach {
		return false
	}
	w.running[p]++
	return true
}

func (w *workLimiter) end(p id.Player) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.running[p]--; w.running[p] <= 0 {
		delete(w.running, p)
	}
}
