package connection

import (
	"slices"
	"sync"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// inbox passes the events of a connection to their handler. It holds them back while another process handles the shard: the
// previous one before it hands over, or the next one after. The zero inbox holds them back.
type inbox struct {
	begun func() // called, if set, when a connection is ready whose events are held back; must return at once

	mu      sync.Mutex
	open    bool
	waiting []arrived
	lately  []arrived // events that were passed on, in order
}

// arrived is an event, and when it arrived or was passed on.
type arrived struct {
	discord.Event
	at time.Time
}

// lately is how long events that were passed on are remembered: longer than two processes are connected to one shard once the heir
// is ready.
const lately = 15 * time.Second

// answerable is how long after its arrival an interaction may be answered.
const answerable = 3 * time.Second

// take passes an event to f, in order, or holds it back.
func (b *inbox) take(ev discord.Event, f func(discord.Event)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.open {
		b.let(ev, f)
		return
	}
	b.waiting = append(b.waiting, arrived{ev, time.Now()})
	if _, ok := ev.Data.(discord.Ready); ok && b.begun != nil {
		b.begun()
	}
}

func (b *inbox) let(ev discord.Event, f func(discord.Event)) {
	if ev.ID != "" {
		now := time.Now()
		old := 0
		for old < len(b.lately) && now.Sub(b.lately[old].at) > lately {
			old++
		}
		b.lately = append(b.lately[old:], arrived{discord.Event{ID: ev.ID}, now})
	}
	f(ev)
}

// hold holds back events from now on, and returns the ids of those that were passed on lately.
func (b *inbox) hold() []id.Event {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.open = false
	all := make([]id.Event, len(b.lately))
	for i, h := range b.lately {
		all[i] = h.ID
	}
	return all
}

// release passes to f the events that were held back, except those in but, which another process has handled, and all later events.
// A nil but means that this is not known; then interactions too old to be answered are dropped.
func (b *inbox) release(but []id.Event, f func(discord.Event)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.open = true
	waiting := b.waiting
	b.waiting = nil
	for _, ev := range waiting {
		if _, ok := ev.Data.(*discord.Interaction); ok && but == nil && time.Since(ev.at) > answerable {
			continue
		}
		if ev.ID == "" || !slices.Contains(but, ev.ID) {
			b.let(ev.Event, f)
		}
	}
}
