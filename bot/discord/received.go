package discord

import (
	"time"

	"yeye/bot/id"
)

// User is somebody on Discord. Name is the one to call them by.
type User struct {
	ID   id.Player
	Name string
	Bot  bool
}

// Received is a message as Discord delivers it. Fields that the bot does not read are left out, so that a part of a message
// that it does not understand costs nothing.
type Received struct {
	ID          id.Message
	Channel     id.Channel
	Guild       id.Guild // "" in a direct conversation, and in messages that were asked for
	Author      User
	Webhook     bool
	Content     string
	CustomIDs   []string // of its controls, in their order
	Attachments []Attachment
	RepliesTo   id.Message // "" for none
	RepliedUser id.Player  // whose message it replies to
	Private     bool       // only one user sees it
	Reactions   int        // kinds of emoji that users have put under it
}

// Attachment is a file that somebody sent.
type Attachment struct {
	Name, ContentType, URL string
	Size                   int64
}

// InteractionKind is what somebody did.
type InteractionKind uint8

const (
	UsesCommand InteractionKind = iota + 1
	UsesComponent
	Completes // types into an option that offers choices
	Submits   // sends a form
)

// Interaction is somebody who used a command or a control.
type Interaction struct {
	ID    id.Event
	App   id.App
	Token string // for the answers; a secret for fifteen minutes
	Kind  InteractionKind

	Guild       id.Guild
	Channel     id.Channel
	Thread      bool          // the channel is a thread
	Slowmode    time.Duration // between two messages of one user in the channel
	User        User
	Permissions int64 // of the user here; 0 in a direct conversation
	Roles       []id.Role
	Locale      string // of the user's client
	May         int64  // what the bot may do here; -1 where Discord did not say

	Command     string // by the name it is registered under
	CommandKind CommandKind
	Options     map[string]string // values as text, by the English name of the option
	Focused     string            // the option that is being typed into
	Target      string            // of a context menu: a user or message

	Users       map[id.Player]User // whom options and target stand for
	Messages    map[id.Message]*Received
	Attachments map[string]Attachment

	CustomID string
	Values   []string  // what was selected, or typed into a form
	On       *Received // the message that the control stands on, or the one that opened the form
}

// At is when the user acted, by Discord's time.
func (i *Interaction) At() time.Time { return id.MadeAt(i.ID) }

// Holds reports whether the user has a permission here; administrators have all.
func (i *Interaction) Holds(permission int64) bool {
	return i != nil && i.Permissions&(permission|Administrator) != 0
}

// Event is something that happened on Discord. ID is that of the message or interaction it is about, "" for what is about
// neither, and the same when the event is delivered again.
type Event struct {
	ID   id.Event
	Data any // *Interaction, *Received, Ready, GuildAvailable, GuildGone, ChannelSeen, ChannelGone, EverybodyMay, Resumed, Reaction
}

type (
	// Ready begins a connection. Guilds are those that will be made known one by one.
	Ready struct{ Guilds []id.Guild }
	// Resumed continues one.
	Resumed struct{}
	// GuildAvailable makes a guild known, at the beginning of a connection and when the bot joins it.
	GuildAvailable struct {
		ID      id.Guild
		Last    map[id.Channel]id.Message // the last message of each channel and active thread
		Threads []Thread
		May     int64 // what everybody may do where no channel says otherwise
		Rooms   []Room
	}
	// ChannelSeen is a channel or thread that was made or changed.
	ChannelSeen struct {
		Guild id.Guild
		Room  Room
	}
	// EverybodyMay is what everybody in a guild may do from now on, where no channel says otherwise.
	EverybodyMay struct {
		Guild id.Guild
		May   int64
	}
	// GuildGone is a guild that the bot has left, or that cannot be reached for a while.
	GuildGone struct {
		ID          id.Guild
		Unavailable bool // by an outage of Discord's: it will come back
	}
	// ChannelGone is a channel or thread that was deleted.
	ChannelGone struct {
		ID    id.Channel
		Guild id.Guild
	}
	// Reaction is an emoji put under a message, of anybody's.
	Reaction struct {
		Channel id.Channel
		Message id.Message
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

// Room is a channel or thread of a guild with what decides whether everybody may view it.
type Room struct {
	ID          id.Channel
	Parent      id.Channel // of a thread, "" for a channel
	Private     bool       // a thread for those who were added to it
	Allow, Deny int64      // what a channel gives and takes everybody
}

// Channel is what Discord says of a channel or thread.
type Channel struct {
	ID       id.Channel
	Guild    id.Guild
	Parent   id.Channel // of a thread
	Thread   bool
	Owner    id.Player // who opened a thread
	Text     bool      // an ordinary text channel, which can have threads
	Archived bool
	Last     id.Message    // the last one posted, "" for none
	Slowmode time.Duration // between two messages of one user
}
