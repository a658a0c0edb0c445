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
	dispatching      bool
	waiting          []timedEvent
	dispatched       []timedEvent          // events passed on recently, in order
	handledElsewhere map[id.Event]struct{} // events that another process has handled, which may still arrive
	until            time.Time             // when none of them can arrive any more
}

// timedEvent is an event with the time at which it arrived or was dispatched.
type timedEvent struct {
	discord.Event
	at time.Time
}

// rememberFor is how long passed-on events are remembered: longer than two processes stay connected to one shard after
// the successor is ready.
const rememberFor = 15 * time.Second

// interactionLifetime is how long after its arrival an interaction may be answered.
const interactionLifetime = 3 * time.Second

// receive dispatches an event, in order, or buffers it.
func (b *inbox) receive(ev discord.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.dispatching {
		b.dispatch(ev)
		return
	}
	b.waiting = append(b.waiting, timedEvent{ev, time.Now()})
	if _, ok := ev.Data.(discord.Ready); ok && b.onReady != nil {
		b.onReady()
	}
}

// dispatch dispatches an event, unless another process has handled it. The caller holds mu.
func (b *inbox) dispatch(ev discord.Event) {
	if ev.ID != "" {
		now := time.Now()
		if _, ok := b.handledElsewhere[ev.ID]; ok {
			return
		}
		if b.handledElsewhere != nil && now.After(b.until) {
			b.handledElsewhere = nil
		}
		old := 0
		for old < len(b.dispatched) && now.Sub(b.dispatched[old].at) > rememberFor {
			old++
		}
		b.dispatched = append(b.dispatched[old:], timedEvent{discord.Event{ID: ev.ID}, now})
	}
	b.handle(ev)
}

// pause buffers events from now on, and returns the ids of those dispatched recently.
func (b *inbox) pause() []id.Event {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.dispatching = false
	all := make([]id.Event, len(b.dispatched))
	for i, h := range b.dispatched {
		all[i] = h.ID
	}
	return all
}

// resume dispatches the buffered and all later events, except those in handled, which another process has handled. If
// handled is nil these are unknown; then interactions too old to be answered are dropped.
func (b *inbox) resume(handled []id.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.dispatching, b.until = true, time.Now().Add(rememberFor)
	for _, ev := range handled {
		if b.handledElsewhere == nil {
			b.handledElsewhere = make(map[id.Event]struct{}, len(handled))
		}
		b.handledElsewhere[ev] = struct{}{}
	}
	waiting := b.waiting
	b.waiting = nil
	for _, ev := range waiting {
		if _, ok := ev.Data.(*discord.Interaction); ok && handled == nil && time.Since(ev.at) > interactionLifetime {
			continue
		}
		b.dispatch(ev.Event)
	}
}
