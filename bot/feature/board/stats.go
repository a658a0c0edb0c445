package board

import (
	"time"

	"yeye/bot/feature"
)

// observer receives metrics of connections.
type observer struct {
	pushed           func(time.Duration)
	refused, dropped func()
}

// stats returns the current numbers of connections.
func (b *boards) stats() feature.SiteStats {
	h := b.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	return feature.SiteStats{Playing: h.identified - h.watching, Watching: h.watching, Polling: h.polling,
		Unnamed: h.open - h.identified, Most: maxAll, Boards: len(h.tables)}
}

// refused counts a connection beyond a limit.
func (b *boards) refused() {
	if o := b.observer.Load(); o != nil {
		o.refused()
	}
}

// dropped counts a connection that read too slowly.
func (b *boards) dropped() {
	if o := b.observer.Load(); o != nil {
		o.dropped()
	}
}

// pushed reports the time from reading a change to sending it to a connection.
func (b *boards) pushed(took time.Duration) {
	if o := b.observer.Load(); o != nil {
		o.pushed(took)
	}
}
