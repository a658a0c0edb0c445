package backfill

import (
	"sync"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// index is which message was the last of each channel, as Discord says when a connection begins. What comes afterwards comes as an
// event. A bot with ten thousand open games need not read ten thousand channels to learn that nothing was said there.
type index struct {
	mu      sync.Mutex
	awaited map[id.Guild]bool // guilds that are still to say
	last    map[id.Channel]id.Message
	told    chan struct{} // closed when none is awaited
}

// newIndex awaits the guilds that READY names.
func newIndex(guilds []id.Guild) *index {
	n := &index{awaited: make(map[id.Guild]bool), last: make(map[id.Channel]id.Message), told: make(chan struct{})}
	for _, g := range guilds {
		n.awaited[g] = true
	}
	if len(n.awaited) == 0 {
		close(n.told)
	}
	return n
}

// tell takes what a guild says.
func (n *index) tell(g discord.GuildAvailable) {
	if n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.last == nil {
		return // nobody asks any more
	}
	for c, m := range g.Last {
		if m != "" {
			n.last[c] = m
		}
	}
	if n.awaited[g.ID] {
		if delete(n.awaited, g.ID); len(n.awaited) == 0 {
			close(n.told)
		}
	}
}

// none reports whether it is known that nothing was posted in a channel since an id could be made. Of direct conversations, archived
// threads and channels in which nothing was ever said Discord does not tell.
func (n *index) none(channel id.Channel, since id.Message) bool {
	if n == nil {
		return false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	last := n.last[channel]
	return last != "" && id.Later(since, last)
}

// forget gives the memory back.
func (n *index) forget() {
	if n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.last = nil
}
