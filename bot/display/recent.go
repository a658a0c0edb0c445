package display

import (
	"slices"
	"sync"

	"yeye/bot/id"
)

// recentMessages remembers the last recentCount messages of channels, to decide whether a card is buried.
type recentMessages struct {
	mu           sync.Mutex
	lastMessages map[id.Channel][recentCount]id.Message // the oldest first, "" for unknown ones
}

const (
	recentCount = 3 // a card among the last three messages is edited where it is
	// number of channels; elsewhere a card counts as not buried until three more messages arrive
	maxRecent = 4096
)

func (r *recentMessages) add(channel id.Channel, m id.Message) {
	if m == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lastMessages == nil {
		r.lastMessages = make(map[id.Channel][recentCount]id.Message)
	}
	all, known := r.lastMessages[channel]
	if slices.Contains(all[:], m) {
		return
	}
	if !known && len(r.lastMessages) >= maxRecent {
		for c := range r.lastMessages {
			delete(r.lastMessages, c)
			break
		}
	}
	copy(all[:], all[1:])
	all[recentCount-1] = m
	r.lastMessages[channel] = all
}

// buried reports whether recentCount later messages are known.
func (r *recentMessages) buried(channel id.Channel, m id.Message) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.lastMessages[channel]
	return all[0] != "" && !slices.Contains(all[:], m)
}

// MessageSeen must be called with every message in a channel.
func (d *Display) MessageSeen(channel id.Channel, m id.Message) { d.recent.add(channel, m) }
