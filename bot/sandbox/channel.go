package sandbox

import (
	"slices"
	"time"

	"yeye/bot/sandbox/wire"
)

// Discord's channel types that the sandbox has.
const (
	channelText          = 0
	channelDM            = 1
	channelNews          = 5
	channelNewsThread    = 10
	channelPublicThread  = 11
	channelPrivateThread = 12
)

// channel is a text channel of a guild, a thread, or a direct message channel.
type channel struct {
	ID               Snowflake
	Type             int
	Name             string
	Topic            string
	guild            *guild // nil for DMs
	position         int
	slowmode         int        // seconds a user must wait between two messages
	parent           *channel   // of threads
	owner            Snowflake  // of threads
	recipients       []*user    // of a DM
	messages         []*message // by ascending id; the oldest are dropped beyond Options.History
	lastMessageID    Snowflake
	thread           *thread
	deniedToBot      permission              // by an injected fault
	deniedToEveryone permission              // likewise
	deleted          bool                    // deleted
	lastWrote        map[Snowflake]time.Time // when each user last wrote, if there is a slowmode
}

func (c *channel) isDM() bool                { return c.Type == channelDM }
func (c *channel) hasRecipient(u *user) bool { return slices.Contains(c.recipients, u) }

// intent returns the intent of an event in a channel, of which guilds and DMs have one each.
func (c *channel) intent(inGuild, inDM int) int {
	if c.isDM() {
		return inDM
	}
	return inGuild
}

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
		p &^= c.deniedToBot
	case u != c.guild.owner:
		p &^= c.deniedToEveryone
	}
	return p
}

// visibleTo reports whether a user can see a channel.
func (c *channel) visibleTo(u *user) bool {
	if c.isDM() {
		return c.hasRecipient(u)
	}
	if c.Type == channelPrivateThread && !c.permissions(u).has(permManageThreads) {
		if _, in := c.thread.members[u.ID]; !in {
			return false
		}
	}
	return c.permissions(u).has(permViewChannel)
}

// wire returns a channel for one viewer.
func (c *channel) wire(viewer *user) wire.Channel {
	w := wire.Channel{ID: c.ID.String(), Type: c.Type, Name: c.Name, LastMessageID: c.lastMessageID.OrNil()}
	if c.isDM() {
		for _, u := range c.recipients {
			if u != viewer {
				w.Recipients = append(w.Recipients, u.wire())
			}
		}
		return w
	}
	w.GuildID, w.RateLimitPerUser = c.guild.ID.String(), new(c.slowmode)
	if c.thread == nil {
		overwrites := []wire.Overwrite{}
		if c.deniedToBot != 0 {
			overwrites = append(overwrites, wire.Overwrite{ID: c.guild.bot.ID.String(), Type: 1, Allow: "0",
				Deny: c.deniedToBot.String()})
		}
		if c.deniedToEveryone != 0 {
			overwrites = append(overwrites, wire.Overwrite{ID: c.guild.ID.String(), Type: 0, Allow: "0",
				Deny: c.deniedToEveryone.String()})
		}
		w.Topic, w.Position, w.NSFW, w.PermissionOverwrites = new(c.Topic), new(c.position), new(false), &overwrites
		return w
	}
	t := c.thread
	w.ParentID, w.OwnerID = c.parent.ID.OrNil(), c.owner.String()
	w.MessageCount, w.TotalMessageSent, w.MemberCount = new(t.messageCount), new(t.totalMessages), new(len(t.members))
	w.ThreadMetadata = &wire.ThreadMetadata{Archived: t.archived, ArchivedAt: wire.At(t.archivedAt),
		AutoArchive: t.autoArchive, Locked: t.locked, CreatedAt: wire.At(c.ID.Time())}
	if viewer != nil {
		if joined, ok := t.members[viewer.ID]; ok {
			w.Member = c.memberWire(viewer.ID, joined)
		}
	}
	return w
}

// slowmodeWait returns how long a user must still wait before they may write; if they may, it returns 0 and records
// that they wrote.
func (c *channel) slowmodeWait(u *user, now time.Time) time.Duration {
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
