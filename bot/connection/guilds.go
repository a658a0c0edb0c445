package connection

import (
	"maps"
	"sync"

	"yeye/bot/id"
	"yeye/bot/store/shards"
)

// guildSet is the set of guilds that connections have reported.
type guildSet struct {
	mu  sync.Mutex
	all map[id.Guild]bool
}

// begin replaces all guilds of a part with those of a new session.
func (s *guildSet) begin(p shards.Part, all []id.Guild) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.all, func(g id.Guild, _ bool) bool { return p.Has(g) })
	for _, g := range all {
		s.all[g] = true
	}
}

// set records whether the bot is on a guild. It returns whether that has changed.
func (s *guildSet) set(g id.Guild, on bool) (changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	changed = s.all[g] != on
	if on {
		s.all[g] = true
	} else {
		delete(s.all, g)
	}
	return changed
}

func (s *guildSet) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.all)
}
