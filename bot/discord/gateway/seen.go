package gateway

import "yeye/bot/id"

// seen remembers the last ids given to it. Discord sometimes delivers an event twice; it must be handled once. (This
// holds in memory only; what must hold for longer is stored with the change that the event made.)
type seen struct {
	known map[id.Event]struct{}
	order []id.Event
	next  int
}

// maxSeen covers some minutes in a bot of many servers: about 300 KB.
const maxSeen = 4096

// before reports whether the id was given before, and remembers it.
func (s *seen) before(e id.Event) bool {
	if _, ok := s.known[e]; ok {
		return true
	}
	if s.known == nil {
		s.known = make(map[id.Event]struct{}, maxSeen)
	}
	if len(s.order) < maxSeen {
		s.order = append(s.order, e)
	} else {
		delete(s.known, s.order[s.next])
		s.order[s.next] = e
		s.next = (s.next + 1) % maxSeen
	}
	s.known[e] = struct{}{}
	return false
}
