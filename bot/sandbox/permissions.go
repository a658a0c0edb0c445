package sandbox

import "strconv"

// permission is a set of Discord's permission bits.
type permission uint64

// The permissions that the sandbox checks, with Discord's bits.
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
	permManageRoles         permission = 1 << 28
	permUseCommands         permission = 1 << 31
	permManageThreads       permission = 1 << 34
	permCreatePublicThreads permission = 1 << 35
	permCreatePrivThreads   permission = 1 << 36
	permSendInThreads       permission = 1 << 38
)

// permissionNames are the names that POST /sandbox/faults accepts.
var permissionNames = map[string]permission{
	"MANAGE_CHANNELS": permManageChannels, "ADD_REACTIONS": permAddReactions, "VIEW_CHANNEL": permViewChannel,
	"SEND_MESSAGES": permSendMessages, "MANAGE_MESSAGES": permManageMessages, "EMBED_LINKS": permEmbedLinks,
	"ATTACH_FILES": permAttachFiles, "READ_MESSAGE_HISTORY": permReadHistory, "MENTION_EVERYONE": permMentionEveryone,
	"MANAGE_THREADS": permManageThreads, "CREATE_PUBLIC_THREADS": permCreatePublicThreads,
	"CREATE_PRIVATE_THREADS": permCreatePrivThreads, "SEND_MESSAGES_IN_THREADS": permSendInThreads,
}

// memberPermissions are those of @everyone in the guild; botPermissions those of the bot's invite link, and
// MANAGE_ROLES, which the guild's owner grants in addition. The guild's owner may do everything.
const (
	memberPermissions = permAddReactions | permViewChannel | permSendMessages | permEmbedLinks | permAttachFiles |
		permReadHistory | permExternalEmojis | permUseCommands | permCreatePublicThreads | permCreatePrivThreads |
		permSendInThreads
	botPermissions   = memberPermissions&^permUseCommands | permManageRoles
	ownerPermissions = memberPermissions | permKickMembers | permManageChannels | permManageGuild |
		permManageMessages | permMentionEveryone | permManageThreads | permManageRoles
	dmPermissions = permAddReactions | permViewChannel | permSendMessages | permEmbedLinks | permAttachFiles |
		permReadHistory | permExternalEmojis | permUseCommands | permMentionEveryone
)

func (p permission) String() string          { return strconv.FormatUint(uint64(p), 10) }
func (p permission) has(all permission) bool { return p&all == all }
