// Package audience tracks which channels of a server everyone there may view, from Discord's events while the bot is
// connected. None of it is stored, and an unknown channel counts as not public.
//
// Out of scope: what the bot itself, or one member, may do; games.
package audience

import (
	"maps"
	"sync"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// Directory holds what Discord has described of servers. The zero Directory knows none; its methods are safe for
// concurrent use.
type Directory struct {
	mu     sync.RWMutex
	guilds map[id.Guild]*guildInfo
}

// guildInfo is a server as Discord has described it.
type guildInfo struct {
	everyone int64 // permissions of @everyone, where no channel overrides them
	channels map[id.Channel]discord.GuildChannel
}

// Reset forgets the servers of one connection, for which of is true: a new connection receives all of them again.
func (d *Directory) Reset(of func(id.Guild) bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	maps.DeleteFunc(d.guilds, func(g id.Guild, _ *guildInfo) bool { return of(g) })
}

// Guild records a server's description.
func (d *Directory) Guild(g discord.GuildAvailable) {
	k := &guildInfo{
		everyone: g.EveryonePermissions,
		channels: make(map[id.Channel]discord.GuildChannel, len(g.Channels)),
	}
	for _, ch := range g.Channels {
		k.channels[ch.ID] = ch
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.guilds == nil {
		d.guilds = make(map[id.Guild]*guildInfo)
	}
	d.guilds[g.ID] = k
}

// Gone forgets a server.
func (d *Directory) Gone(g id.Guild) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.guilds, g)
}

// Channel records a channel or thread that was created or changed.
func (d *Directory) Channel(c discord.ChannelUpdated) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if k := d.guilds[c.Guild]; k != nil {
		k.channels[c.Channel.ID] = c.Channel
	}
}

// Deleted removes a channel or thread that was deleted, and returns it with its known threads: Discord sends no event
// for those.
func (d *Directory) Deleted(c discord.ChannelDeleted) []id.Channel {
	gone := []id.Channel{c.ID}
	d.mu.Lock()
	defer d.mu.Unlock()
	k := d.guilds[c.Guild]
	if k == nil {
		return gone
	}
	for thread, ch := range k.channels {
		if ch.Parent == c.ID {
			gone = append(gone, thread)
		}
	}
	for _, one := range gone {
		delete(k.channels, one)
	}
	return gone
}

// Everybody records the permissions of @everyone on a server from now on.
func (d *Directory) Everybody(e discord.EveryonePermissions) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if k := d.guilds[e.Guild]; k != nil {
		k.everyone = e.Permissions
	}
}

// Public reports whether everyone on a server may view a channel or thread; false if unknown.
func (d *Directory) Public(g id.Guild, c id.Channel) bool {
	d.mu.RLock()
	defer d.mu.RUnlock()
	k := d.guilds[g]
	if k == nil {
		return false
	}
	ch, ok := k.channels[c]
	if ok && ch.Parent != "" && !ch.Private {
		ch, ok = k.channels[ch.Parent]
	}
	if !ok || ch.Private || ch.Parent != "" {
		return false
	}
	may := k.everyone
	if may&discord.Administrator != 0 {
		return true
	}
	return (may&^ch.Deny|ch.Allow)&discord.ViewChannel != 0
}

// Locked reports whether only moderators may write in a thread, as far as that is known.
func (d *Directory) Locked(g id.Guild, c id.Channel) bool {
	d.mu.RLock()
	defer d.mu.RUnlock()
	k := d.guilds[g]
	return k != nil && k.channels[c].Locked
}

// Home returns the channel whose permissions decide who may view c: c itself, or the parent of a public thread; "" for
// a private thread. ok is false if c is not known.
func (d *Directory) Home(g id.Guild, c id.Channel) (home id.Channel, ok bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	k := d.guilds[g]
	if k == nil {
		return "", false
	}
	ch, ok := k.channels[c]
	switch {
	case !ok, ch.Private:
		return "", ok
	case ch.Parent != "":
		return ch.Parent, true
	}
	return c, true
}
