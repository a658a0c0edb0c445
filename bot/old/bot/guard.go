package bot

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Pace is how much one person and one server may ask of the bot: a steady number
// of acts a second, and three seconds' worth at once. 0 is no limit. Words that
// are not for the bot do not count, nor what is offered while typing.
type Pace struct{ Player, Server float64 }

// guard counts what people and servers ask.
type guard struct {
	mu      sync.Mutex
	players map[string]*rate.Limiter
	servers map[string]*rate.Limiter
}

// mostGuarded bounds the memory; beyond it everybody begins anew.
const mostGuarded = 20_000

// allow reports whether a person on a server ("" in direct messages) may act now,
// and counts it.
func (g *guard) allow(p Pace, player, server string, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	one := count(&g.players, p.Player, player, now)
	return one && count(&g.servers, p.Server, server, now) // who is refused costs the others nothing
}

func count(m *map[string]*rate.Limiter, perSecond float64, key string, now time.Time) bool {
	if perSecond <= 0 || key == "" {
		return true
	}
	if *m == nil || len(*m) >= mostGuarded {
		*m = make(map[string]*rate.Limiter)
	}
	l := (*m)[key]
	if l == nil {
		l = rate.NewLimiter(rate.Limit(perSecond), max(1, int(3*perSecond)))
		(*m)[key] = l
	}
	return l.AllowN(now, 1)
}
