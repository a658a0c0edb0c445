package bot

import (
	"slices"
	"sync"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// inbox is the events of a connection on their way to who handles them. They are held back while it is another process that does: one
// that comes before it hands over, or one that is to come. The zero inbox holds them back.
type inbox struct {
	begun func() // told, if set, that a connection is ready whose events are held back; must return at once

	mu      sync.Mutex
	open    bool
	waiting []arrived
	lately  []arrived // what was let through, in order
}

// arrived is an event, and when it came or was let through.
type arrived struct {
	discord.Event
	at time.Time
}

// lately is for how long it is remembered what was let through: longer than two processes are connected to one shard once the heir is
// ready.
const lately = 15 * time.Second

// answerable is how long after it came an interaction may be answered.
const answerable = 3 * time.Second

// take lets an event through to f, in order, or holds it back.
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

// hold holds back what comes from now on, and returns the events that were let through lately.
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

// release lets through to f what was held back but for what another process has handled, and what comes from now on. Where nobody
// says what that one has handled, nil, interactions are left out that cannot be answered any more.
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
