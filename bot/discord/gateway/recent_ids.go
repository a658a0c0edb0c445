package gateway

import "yeye/bot/id"

// recentIDs remembers the last maxSeen event ids, because Discord sometimes delivers an event twice. It is in memory
// only; changes also store the event that caused them.
type recentIDs struct {
	known map[id.Event]struct{}
	order []id.Event
	next  int
}

// maxSeen covers some minutes in a bot of many servers: about 300 KB.
const maxSeen = 4096

// addIfNew reports whether the id is known, and adds it.
func (s *recentIDs) addIfNew(e id.Event) bool {
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
