package gateway

// seen remembers the last ids given to it. Discord delivers an event again now
// and then; what it is about must happen once. (That holds in memory only; what
// must hold for longer is kept with what the event changed.)
type seen struct {
	known map[string]struct{}
	order []string
	next  int
}

// mostSeen is some minutes' worth in a bot of many servers: about 300 KB.
const mostSeen = 4096

// before reports whether the id was given before, and remembers it.
func (s *seen) before(id string) bool {
	if _, ok := s.known[id]; ok {
		return true
	}
	if s.known == nil {
		s.known = make(map[string]struct{}, mostSeen)
	}
	if len(s.order) < mostSeen {
		s.order = append(s.order, id)
	} else {
		delete(s.known, s.order[s.next])
		s.order[s.next] = id
		s.next = (s.next + 1) % mostSeen
	}
	s.known[id] = struct{}{}
	return false
}
