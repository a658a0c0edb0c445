package gateway

import "yeye/bot/id"

// seen remembers the last ids given to it. Discord delivers an event again now and then; what it is about must happen once. (That
// holds in memory only; what must hold for longer is kept with what the event changed.)
type seen struct {
	known map[id.Event]struct{}
	order []id.Event
	next  int
}

// maxSeen is some minutes' worth in a bot of many servers: about 300 KB.
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
