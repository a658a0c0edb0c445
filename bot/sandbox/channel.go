package sandbox

import (
	"slices"
	"time"

	"yeye/bot/sandbox/wire"
)

// Discord's channel types that the sandbox has.
const (
	typeText          = 0
	typeDM            = 1
	typeNews          = 5
	typeNewsThread    = 10
	typePublicThread  = 11
	typePrivateThread = 12
)

// channel is a place for messages: a text channel of a guild, a thread, or a conversation of two.
type channel struct {
	ID        Snowflake
	Type      int
	Name      string
	Topic     string
	guild     *guild // nil for direct conversations
	position  int
	slowmode  int        // seconds a user must wait between two messages
	parent    *channel   // of threads
	owner     Snowflake  // of threads
	people    []*user    // of direct conversations
	messages  []*message // by rising id; the oldest are dropped beyond Options.History
	last      Snowflake
	thread    *thread
	denied    permission              // denied to the bot by an ordered fault
	closed    permission              // denied to @everyone likewise
	gone      bool                    // deleted
	lastWrote map[Snowflake]time.Time // when each user last wrote, if there is a slowmode
}

func (c *channel) isDM() bool        { return c.Type == typeDM }
func (c *channel) with(u *user) bool { return slices.Contains(c.people, u) }

// permissions returns what a user may do in a channel. Threads have their parent's.
func (c *channel) permissions(u *user) permission {
	if c.isDM() {
		return dmPermissions
	}
	if c.parent != nil {
		return c.parent.permissions(u)
	}
	p := c.guild.permissions(u)
	switch {
	case u.bot:
		p &^= c.denied
	case u != c.guild.owner:
		p &^= c.closed
	}
	return p
}

// seenBy reports whether a user can see a channel.
func (c *channel) seenBy(u *user) bool {
	if c.isDM() {
		return c.with(u)
	}
	if c.Type == typePrivateThread && !c.permissions(u).has(permManageThreads) {
		if _, in := c.thread.members[u.ID]; !in {
			return false
		}
	}
	return c.permissions(u).has(permViewChannel)
}

// wire returns a channel for one viewer.
func (c *channel) wire(viewer *user) wire.Channel {
	w := wire.Channel{ID: c.ID.String(), Type: c.Type, Name: c.Name, LastMessageID: c.last.OrNil()}
	if c.isDM() {
		for _, u := range c.people {
			if u != viewer {
				w.Recipients = append(w.Recipients, u.wire())
			}
		}
		return w
	}
	slowmode, position, open := c.slowmode, c.position, false
	w.GuildID, w.RateLimitPerUser = c.guild.ID.String(), &slowmode
	if c.thread == nil {
		topic := c.Topic
		overwrites := []wire.Overwrite{}
		if c.denied != 0 {
			overwrites = append(overwrites, wire.Overwrite{ID: c.guild.bot.ID.String(), Type: 1, Allow: "0",
				Deny: c.denied.String()})
		}
		if c.closed != 0 {
			overwrites = append(overwrites, wire.Overwrite{ID: c.guild.ID.String(), Type: 0, Allow: "0",
				Deny: c.closed.String()})
		}
		w.Topic, w.Position, w.NSFW, w.PermissionOverwrites = &topic, &position, &open, &overwrites
		return w
	}
	t := c.thread
	count, total, members := t.count, t.total, len(t.members)
	w.ParentID, w.OwnerID = c.parent.ID.OrNil(), c.owner.String()
	w.MessageCount, w.TotalMessageSent, w.MemberCount = &count, &total, &members
	w.ThreadMetadata = &wire.ThreadMetadata{Archived: t.archived, ArchivedAt: wire.At(t.archivedAt),
		AutoArchive: t.autoArchive, Locked: t.locked, CreatedAt: wire.At(c.ID.Time())}
	if viewer != nil {
		if joined, ok := t.members[viewer.ID]; ok {
			w.Member = c.memberWire(viewer.ID, joined)
		}
	}
	return w
}

// slow returns how long a user must still wait before they may write; if they may, it returns 0 and records that they
// wrote.
func (c *channel) slow(u *user, now time.Time) time.Duration {
	if c.slowmode == 0 || u.bot || c.permissions(u).has(permManageMessages) ||
		c.permissions(u).has(permManageChannels) {
		return 0
	}
	if wait := c.lastWrote[u.ID].Add(time.Duration(c.slowmode) * time.Second).Sub(now); wait > 0 {
		return wait
	}
	if c.lastWrote == nil {
		c.lastWrote = map[Snowflake]time.Time{}
	}
	c.lastWrote[u.ID] = now
	return 0
}
