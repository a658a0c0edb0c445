package bot

import (
	"slices"
	"sync"
)

// traffic remembers the last few messages of channels, to know whether a card is
// still in sight.
type traffic struct {
	mu     sync.Mutex
	recent map[string][]string // channel → message ids, oldest first
}

const (
	inSight     = 3    // a card among the last three messages is edited in place
	mostTraffic = 4096 // channels remembered; in one forgotten a card out of sight is edited, until three more messages come
)

func (t *traffic) saw(channel, message string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.recent == nil {
		t.recent = make(map[string][]string)
	}
	ids, known := t.recent[channel]
	if slices.Contains(ids, message) {
		return
	}
	if !known && len(t.recent) >= mostTraffic {
		for c := range t.recent {
			delete(t.recent, c)
			break
		}
	}
	ids = append(ids, message)
	if len(ids) > inSight {
		ids = slices.Clone(ids[len(ids)-inSight:])
	}
	t.recent[channel] = ids
}

// buried reports whether at least three messages are known to have come after
// this one.
func (t *traffic) buried(channel, message string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	ids := t.recent[channel]
	return len(ids) >= inSight && !slices.Contains(ids, message)
}
