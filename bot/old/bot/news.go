package bot

import (
	"sync"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/board"
)

// news is what Discord tells of each channel when a connection begins: which message
// was the last. What comes afterwards comes as an event. A bot with ten thousand open
// games need not read ten thousand channels to learn that nothing was said there.
type news struct {
	mu      sync.Mutex
	awaited map[string]bool   // servers that are still to tell
	last    map[string]string // message by channel
	told    chan struct{}     // closed when none is awaited
}

// newNews awaits the servers that READY names.
func newNews(servers []*discordgo.Guild) *news {
	n := &news{awaited: make(map[string]bool), last: make(map[string]string), told: make(chan struct{})}
	for _, g := range servers {
		n.awaited[g.ID] = true
	}
	if len(n.awaited) == 0 {
		close(n.told)
	}
	return n
}

// tell takes what a server tells.
func (n *news) tell(g *discordgo.Guild) {
	if n == nil || g == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.last == nil {
		return // nobody asks any more
	}
	for _, list := range [][]*discordgo.Channel{g.Channels, g.Threads} {
		for _, c := range list {
			if c.LastMessageID != "" {
				n.last[c.ID] = c.LastMessageID
			}
		}
	}
	if n.awaited[g.ID] {
		if delete(n.awaited, g.ID); len(n.awaited) == 0 {
			close(n.told)
		}
	}
}

// none reports whether it is known that nothing was posted in a channel since an id
// could be made. Of conversations, archived threads and channels in which nothing was
// ever said Discord does not tell.
func (n *news) none(channel, since string) bool {
	if n == nil {
		return false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	last := n.last[channel]
	return last != "" && board.Later(since, last)
}

// forget gives the memory back.
func (n *news) forget() {
	if n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.last = nil
}
