package discord

import (
	"time"

	"yeye/bot/id"
)

// User is a user of Discord. Name is the name to address them by.
type User struct {
	ID   id.Player
	Name string
	Bot  bool
}

// Received is a message as Discord delivers it, with the fields that the bot reads.
type Received struct {
	ID           id.Message
	Channel      id.Channel
	Guild        id.Guild // "" in a direct conversation, and in messages that were fetched
	Author       User
	Webhook      bool
	Content      string
	CustomIDs    []string // of its controls, in their order
	Attachments  []Attachment
	RepliesTo    id.Message // "" for none
	RepliedUser  id.Player  // whose message it replies to
	OpenedThread id.Channel // the thread that this system message announces, "" for other messages
	Ephemeral    bool       // only one user sees it
	Reactions    int        // number of different emoji that users have reacted with
}

// Attachment is a file that a user sent.
type Attachment struct {
	Name, ContentType, URL string
	Size                   int64
}

// InteractionKind is the kind of an interaction.
type InteractionKind uint8

const (
	CommandInteraction InteractionKind = iota + 1
	ComponentInteraction
	AutocompleteInteraction // a user is typing into an option that offers choices
	ModalInteraction        // a user submitted a form
)

// Interaction is one use of a command or a control.
type Interaction struct {
	ID    id.Event
	App   id.App
	Token string // for responses; a secret for fifteen minutes
	Kind  InteractionKind

	Guild       id.Guild
	Channel     id.Channel
	Thread      bool          // the channel is a thread
	NoThreads   bool          // the channel cannot have threads: a thread, a voice channel, a direct conversation
	Slowmode    time.Duration // between two messages of one user in the channel
	User        User
	Permissions int64 // of the user here; 0 in a direct conversation
	Roles       []id.Role
	// when the user became a member of the server; zero in a direct conversation, or if Discord did not say
	Joined         time.Time
	Locale         string // of the user's client
	BotPermissions int64  // the bot's permissions here; -1 if Discord did not say

	Command     string // by the name it is registered under
	CommandKind CommandKind
	Options     map[string]string // values as text, by the English name of the option
	Focused     string            // the option that is being typed into
	Target      string            // of a context menu: a user or message

	Users       map[id.Player]User // users that options and target refer to
	Messages    map[id.Message]*Received
	Attachments map[string]Attachment

	CustomID string
	Values   []string  // selected, or typed into a form
	Message  *Received // the message with the control, or the one that opened the form
}

// At returns when the user acted, by Discord's time.
func (i *Interaction) At() time.Time { return id.CreatedAt(i.ID) }

// HasPermission reports whether the user has at least one of the given permissions here; administrators have all.
func (i *Interaction) HasPermission(permission int64) bool {
	return i != nil && i.Permissions&(permission|Administrator) != 0
}

// Event is an event from Discord. ID is that of a received message or interaction, "" for all other events. It is the
// same when the event is delivered again.
type Event struct {
	ID id.Event
	// *Interaction, *Received, Ready, GuildAvailable, GuildRemoved, ChannelUpdated, ChannelDeleted,
	// EveryonePermissions, BotRolesUpdated, Resumed, Reaction
	Data any
}

type (
	// Ready starts a session. Guilds are those that will follow as GuildAvailable one by one.
	Ready struct{ Guilds []id.Guild }
	// Resumed continues a session.
	Resumed struct{}
	// GuildAvailable describes a guild, at the beginning of a connection and when the bot joins it.
	GuildAvailable struct {
		ID                  id.Guild
		Last                map[id.Channel]id.Message // the last message of each channel and active thread
		Threads             []Thread
		EveryonePermissions int64 // permissions of @everyone, where no channel overrides them
		Channels            []GuildChannel
	}
	// ChannelUpdated is a channel or thread that was created or changed.
	ChannelUpdated struct {
		Guild   id.Guild
		Channel GuildChannel
	}
	// EveryonePermissions holds the permissions of @everyone in a guild from now on, where no channel overrides them.
	EveryonePermissions struct {
		Guild       id.Guild
		Permissions int64
	}
	// BotRolesUpdated means that the roles of a bot in a guild may have changed, or what its own role permits. Discord
	// sends it of other bots too, and from every guild when the bot's name or picture changes.
	BotRolesUpdated struct {
		Guild id.Guild
		Bot   id.Player
	}
	// GuildRemoved is a guild that the bot has left, or that cannot be reached for a while.
	GuildRemoved struct {
		ID          id.Guild
		Unavailable bool // by an outage of Discord's: it will be back
	}
	// ChannelDeleted is a channel or thread that was deleted.
	ChannelDeleted struct {
		ID     id.Channel
		Guild  id.Guild
		Parent id.Channel // of a thread, "" for a channel
		// NoManageOverwrites is set if the channel's overwrites are known and none allows or denies ManageChannels or
		// ManageRoles.
		NoManageOverwrites bool
	}
	// Reaction is an emoji that any user added to a message.
	Reaction struct {
		Channel id.Channel
		Message id.Message
		Author  id.Player // of the message, "" if Discord does not say
		By      id.Player
	}
)

// Thread is an active thread.
type Thread struct {
	ID       id.Channel
	Parent   id.Channel
	Name     string
	Owner    id.Player
	Messages int
}

// GuildChannel is a channel or thread of a guild with the data that decides whether everyone may view it.
type GuildChannel struct {
	ID          id.Channel
	Parent      id.Channel // of a thread, "" for a channel
	Private     bool       // a thread for those who were added to it
	Locked      bool       // a thread in which only moderators may write
	Allow, Deny int64      // what a channel allows and denies @everyone
}

// Channel is Discord's description of a channel or thread.
type Channel struct {
	ID       id.Channel
	Name     string
	Guild    id.Guild
	Parent   id.Channel // of a thread
	Thread   bool
	Owner    id.Player // who opened a thread
	Text     bool      // a text or announcement channel, which can have threads
	Archived bool
	Locked   bool          // only moderators may write in the thread, or reopen it
	Last     id.Message    // the last one posted, "" for none
	Slowmode time.Duration // between two messages of one user
}
