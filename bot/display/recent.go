package display

import (
	"slices"
	"sync"

	"yeye/bot/id"
)

// recent remembers the last few messages of channels, to decide whether a card is still in sight.
type recent struct {
	mu   sync.Mutex
	last map[id.Channel][inSight]id.Message // the oldest first, "" for unknown ones
}

const (
	inSight = 3 // a card among the last three messages is edited where it is
	// channels remembered; in a forgotten one a card out of sight is edited until three more messages arrive
	maxRecent = 4096
)

func (r *recent) saw(channel id.Channel, m id.Message) {
	if m == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last == nil {
		r.last = make(map[id.Channel][inSight]id.Message)
	}
	all, known := r.last[channel]
	if slices.Contains(all[:], m) {
		return
	}
	if !known && len(r.last) >= maxRecent {
		for c := range r.last {
			delete(r.last, c)
			break
		}
	}
	copy(all[:], all[1:])
	all[inSight-1] = m
	r.last[channel] = all
}

// buried reports whether at least three later messages are known.
func (r *recent) buried(channel id.Channel, m id.Message) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.last[channel]
	return all[0] != "" && !slices.Contains(all[:], m)
}

// Saw is called with every message in a channel.
func (d *Display) Saw(channel id.Channel, m id.Message) { d.recent.saw(channel, m) }
