package board

import (
	"time"

	"yeye/bot/feature"
)

// stats counts the connections of now, and those so far that were refused or dropped.
func (b *boards) stats() feature.SiteStats {
	h := b.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	return feature.SiteStats{Playing: h.named - h.watching, Watching: h.watching, Polling: h.polling,
		Unnamed: h.open - h.named, Most: maxAll, Boards: len(h.tables), Refused: h.refused, Dropped: h.dropped}
}

// pushed says how long a change took from where it was read until it was handed to a connection.
func (b *boards) pushed(took time.Duration) {
	if f := b.observe.Load(); f != nil {
		(*f)(took)
	}
}
