package sandbox

import "strconv"

// permission is a set of Discord's permission bits.
type permission uint64

// The permissions that something here depends on, with Discord's bits.
const (
	permKickMembers         permission = 1 << 1
	permManageChannels      permission = 1 << 4
	permManageGuild         permission = 1 << 5
	permAddReactions        permission = 1 << 6
	permViewChannel         permission = 1 << 10
	permSendMessages        permission = 1 << 11
	permManageMessages      permission = 1 << 13
	permEmbedLinks          permission = 1 << 14
	permAttachFiles         permission = 1 << 15
	permReadHistory         permission = 1 << 16
	permMentionEveryone     permission = 1 << 17
	permExternalEmojis      permission = 1 << 18
	permUseCommands         permission = 1 << 31
	permManageThreads       permission = 1 << 34
	permCreatePublicThreads permission = 1 << 35
	permCreatePrivThreads   permission = 1 << 36
	permSendInThreads       permission = 1 << 38
)

// permissionNames are the names the faults' door takes.
var permissionNames = map[string]permission{
	"MANAGE_CHANNELS": permManageChannels, "ADD_REACTIONS": permAddReactions, "VIEW_CHANNEL": permViewChannel,
	"SEND_MESSAGES": permSendMessages, "MANAGE_MESSAGES": permManageMessages, "EMBED_LINKS": permEmbedLinks,
	"ATTACH_FILES": permAttachFiles, "READ_MESSAGE_HISTORY": permReadHistory, "MENTION_EVERYONE": permMentionEveryone,
	"MANAGE_THREADS": permManageThreads, "CREATE_PUBLIC_THREADS": permCreatePublicThreads,
	"CREATE_PRIVATE_THREADS": permCreatePrivThreads, "SEND_MESSAGES_IN_THREADS": permSendInThreads,
}

// memberPermissions is what anybody in the guild may do; botPermissions what an invitation with the permissions this
// bot asks for gives; the guild's owner may do everything.
const (
	memberPermissions = permAddReactions | permViewChannel | permSendMessages | permEmbedLinks | permAttachFiles |
		permReadHistory | permExternalEmojis | permUseCommands | permCreatePublicThreads | permCreatePrivThreads | permSendInThreads
	botPermissions   = memberPermissions &^ permUseCommands
	ownerPermissions = memberPermissions | permKickMembers | permManageChannels | permManageGuild | permManageMessages | permMentionEveryone | permManageThreads
	dmPermissions    = permAddReactions | permViewChannel | permSendMessages | permEmbedLinks | permAttachFiles |
		permReadHistory | permExternalEmojis | permUseCommands | permMentionEveryone
)

func (p permission) String() string          { return strconv.FormatUint(uint64(p), 10) }
func (p permission) has(all permission) bool { return p&all == all }

// permissions are what somebody may do in a channel. Threads have their parent's.
func (s *Server) permissions(u *user, c *channel) permission {
	if c.isDM() {
		return dmPermissions
	}
	if c.parent != nil {
		return s.permissions(u, c.parent)
	}
	p := s.guildPermissions(u)
	if u.bot {
		p &^= c.denied
	}
	return p
}

// guildPermissions are what somebody may do wherever no channel says otherwise.
func (s *Server) guildPermissions(u *user) permission {
	switch {
	case u.bot:
		return botPermissions
	case u == s.world.people[0]:
		return ownerPermissions
	}
	return memberPermissions
}

// sees reports whether a channel exists for somebody.
func (s *Server) sees(u *user, c *channel) bool {
	if c.isDM() {
		return c.with(u)
	}
	if c.Type == typePrivateThread && !s.permissions(u, c).has(permManageThreads) {
		if _, in := c.thread.members[u.ID]; !in {
			return false
		}
	}
	return s.permissions(u, c).has(permViewChannel)
}

// place is the channel of a request's path, as reach finds it. The caller holds mu.
func (s *Server) place(c *call, need permission) (*channel, error) {
	id, err := c.id("channel")
	if err != nil {
		return nil, err
	}
	return s.reach(c.who, id, need)
}

// reach finds a channel somebody names and asks for permissions in it. Who cannot see a channel gets 50001, who lacks
// another permission 50013.
func (s *Server) reach(u *user, id Snowflake, need permission) (*channel, error) {
	c := s.world.channels[id]
	if c == nil || c.isDM() && !c.with(u) {
		return nil, errUnknownChannel
	}
	if !s.sees(u, c) {
		return nil, errMissingAccess
	}
	if need&permSendMessages != 0 && c.thread != nil {
		need = need&^permSendMessages | permSendInThreads
	}
	if !s.permissions(u, c).has(need) {
		return nil, errMissingPerms
	}
	return c, nil
}
