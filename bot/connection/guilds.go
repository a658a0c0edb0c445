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
	all map[id.Guild]struct{}
}

// begin replaces all guilds of a part by those of a new session.
func (s *guildSet) begin(p shards.Part, all []id.Guild) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.all, func(g id.Guild, _ struct{}) bool { return p.Has(g) })
	if s.all == nil {
		s.all = make(map[id.Guild]struct{}, len(all))
	}
	for _, g := range all {
		s.all[g] = struct{}{}
	}
}

func (s *guildSet) joined(g id.Guild) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = make(map[id.Guild]struct{})
	}
	s.all[g] = struct{}{}
}

func (s *guildSet) left(g id.Guild) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.all, g)
}

func (s *guildSet) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.all)
}
