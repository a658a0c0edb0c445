package connection

import (
	"sync"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// inbox passes the events of a connection to their handler. It buffers them while another process handles the shard:
// the previous one before it hands over, or the next one after. The zero inbox buffers them.
type inbox struct {
	handle func(discord.Event) // must return at once
	// called, if set, when a connection is ready while its events are buffered; must return at once
	onReady func()

	mu               sync.Mutex
	open             bool
	waiting          []arrived
	passed           []arrived             // events passed on recently, in order
	handledElsewhere map[id.Event]struct{} // events that another process has handled, which may still arrive
	until            time.Time             // when none of them can arrive any more
}

// arrived is an event, and when it arrived or was passed on.
type arrived struct {
	discord.Event
	at time.Time
}

// rememberFor is how long passed-on events are remembered: longer than two processes stay connected to one shard after
// the successor is ready.
const rememberFor = 15 * time.Second

// answerable is how long after its arrival an interaction may be answered.
const answerable = 3 * time.Second

// take passes an event on, in order, or buffers it.
func (b *inbox) take(ev discord.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.open {
		b.pass(ev)
		return
	}
	b.waiting = append(b.waiting, arrived{ev, time.Now()})
	if _, ok := ev.Data.(discord.Ready); ok && b.onReady != nil {
		b.onReady()
	}
}

// pass passes an event on, unless another process has handled it. The caller holds mu.
func (b *inbox) pass(ev discord.Event) {
	if ev.ID != "" {
		now := time.Now()
		if _, ok := b.handledElsewhere[ev.ID]; ok {
			return
		}
		if b.handledElsewhere != nil && now.After(b.until) {
			b.handledElsewhere = nil
		}
		old := 0
		for old < len(b.passed) && now.Sub(b.passed[old].at) > rememberFor {
			old++
		}
		b.passed = append(b.passed[old:], arrived{discord.Event{ID: ev.ID}, now})
	}
	b.handle(ev)
}

// hold buffers events from now on, and returns the ids of those passed on recently.
func (b *inbox) hold() []id.Event {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.open = false
	all := make([]id.Event, len(b.passed))
	for i, h := range b.passed {
		all[i] = h.ID
	}
	return all
}

// release passes on the buffered and all later events, except those in but, which another process has handled. A
// nil but means that these are unknown; then interactions too old to be answered are dropped.
func (b *inbox) release(but []id.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.open, b.until = true, time.Now().Add(rememberFor)
	for _, ev := range but {
		if b.handledElsewhere == nil {
			b.handledElsewhere = make(map[id.Event]struct{}, len(but))
		}
		b.handledElsewhere[ev] = struct{}{}
	}
	waiting := b.waiting
	b.waiting = nil
	for _, ev := range waiting {
		if _, ok := ev.Data.(*discord.Interaction); ok && but == nil && time.Since(ev.at) > answerable {
			continue
		}
		b.pass(ev.Event)
	}
}
