package backfill

import (
	"sync"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// index holds the id of the last message of each channel, as Discord reports it when a connection starts. Later
// messages arrive as events. So a bot with ten thousand open games need not read ten thousand channels to find no new
// message.
type index struct {
	mu       sync.Mutex
	awaited  map[id.Guild]bool // guilds that have not reported yet
	last     map[id.Channel]id.Message
	reported chan struct{} // closed when none is awaited
}

// newIndex awaits the guilds that READY names.
func newIndex(guilds []id.Guild) *index {
	n := &index{awaited: make(map[id.Guild]bool), last: make(map[id.Channel]id.Message), reported: make(chan struct{})}
	for _, g := range guilds {
		n.awaited[g] = true
	}
	if len(n.awaited) == 0 {
		close(n.reported)
	}
	return n
}

// record records the last messages of a guild's channels.
func (n *index) record(g discord.GuildAvailable) {
	if n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.last == nil {
		return // no longer in use
	}
	for c, m := range g.Last {
		if m != "" {
			n.last[c] = m
		}
	}
	if n.awaited[g.ID] {
		if delete(n.awaited, g.ID); len(n.awaited) == 0 {
			close(n.reported)
		}
	}
}

// nothingSince reports whether it is certain that nothing was posted in a channel after since. Discord does not report
// direct conversations, archived threads and channels in which nothing was ever said.
func (n *index) nothingSince(channel id.Channel, since id.Message) bool {
	if n == nil {
		return false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	last := n.last[channel]
	return last != "" && id.Later(since, last)
}

// forget frees the memory.
func (n *index) forget() {
	if n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.last = nil
}
