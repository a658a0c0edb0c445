package sandbox

import (
	"encoding/json"
	"slices"
	"time"

	"yeye/bot/sandbox/wire"
)

// Message types and flags with Discord's numbers.
const (
	msgDefault       = 0
	msgThreadCreated = 18
	msgReply         = 19
	msgCommand       = 20
	msgContextMenu   = 23

	flagSuppressEmbeds = 1 << 2
	flagHasThread      = 1 << 5
	flagEphemeral      = 1 << 6
	flagLoading        = 1 << 7
	flagSilent         = 1 << 12
	flagV2             = 1 << 15
)

// message is a stored message. Its slices are replaced, never changed in place, because responses that show them are
// written after the lock is released.
type message struct {
	id               Snowflake
	channel          *channel
	author           *user
	kind             int
	content          string
	flags            int
	edited           *time.Time
	tts              bool
	mentions         []*user
	mentionsEveryone bool
	files            []*file
	embeds           []json.RawMessage
	components       []wire.Component
	reactions        []reaction
	pinned           bool
	nonce            *Nonce
	reference        *wire.Reference
	repliedTo        *message     // the message it replies to
	interaction      *interaction // the interaction that it answers
	webhook          bool
	ephemeralFor     *user    // nil if the message is not ephemeral
	thread           *channel // the thread started from it
	deleted          bool     // deleted
	position         int
}

type reaction struct {
	emoji string
	users []*user
}

// visibleTo reports whether a message is visible to a user who sees its channel.
func (m *message) visibleTo(u *user) bool {
	return m.ephemeralFor == nil || m.ephemeralFor == u || u.bot
}

// receivedBy reports whether a user gets a message's events: all who see its channel or, if it is ephemeral, one.
func (m *message) receivedBy(u *user) bool {
	if m.ephemeralFor != nil {
		return u == m.ephemeralFor
	}
	return m.channel.visibleTo(u)
}

// contentVisibleTo reports whether the bot gets a message's content: by intent, or because the message is its own,
// mentions it or is a direct message.
func (m *message) contentVisibleTo(u *user, content bool) bool {
	return !u.bot || content || m.author == u || m.channel.isDM() || slices.Contains(m.mentions, u)
}

// wire returns a message for one viewer in REST's form; content reports whether the viewer may read what others write.
func (m *message) wire(viewer *user, content bool) wire.Message {
	w := m.wireWithoutReply(viewer, content)
	if m.kind == msgReply && m.reference != nil {
		w.Referenced = json.RawMessage("null")
		if m.repliedTo != nil && !m.repliedTo.deleted {
			w.Referenced, _ = json.Marshal(m.repliedTo.wireWithoutReply(viewer, content))
		}
	}
	return w
}

// wireWithoutReply returns a message without the one it replies to.
func (m *message) wireWithoutReply(viewer *user, content bool) wire.Message {
	w := wire.Message{ID: m.id.String(), ChannelID: m.channel.ID.String(), Type: m.kind, Author: m.author.wire(),
		Content:   m.content,
		Timestamp: wire.At(m.id.Time()), TTS: m.tts, MentionEveryone: m.mentionsEveryone, Mentions: []wire.User{},
		MentionRoles: []string{},
		Attachments:  []wire.Attachment{}, Embeds: m.embeds, Components: m.components, Pinned: m.pinned, Flags: m.flags,
		Reference: m.reference}
	if m.nonce != nil {
		w.Nonce = m.nonce
	}
	if m.edited != nil {
		w.EditedTimestamp = new(wire.At(*m.edited))
	}
	for _, u := range m.mentions {
		w.Mentions = append(w.Mentions, u.wire())
	}
	for _, f := range m.files {
		w.Attachments = append(w.Attachments, f.Attachment)
	}
	if w.Embeds == nil {
		w.Embeds = []json.RawMessage{}
	}
	if w.Components == nil {
		w.Components = []wire.Component{}
	}
	for _, r := range m.reactions {
		w.Reactions = append(w.Reactions, wire.Reaction{Emoji: wire.Emoji{Name: r.emoji}, Count: len(r.users),
			CountDetails: map[string]int{"burst": 0, "normal": len(r.users)}, BurstColors: []string{},
			Me: slices.Contains(r.users, viewer)})
	}
	if !m.contentVisibleTo(viewer, content) {
		w.Content, w.Attachments, w.Embeds, w.Components = "", []wire.Attachment{}, []json.RawMessage{},
			[]wire.Component{}
	}
	if m.interaction != nil {
		w.Metadata = m.interaction.metadata()
		if m.interaction.kind == interCommand {
			w.Interaction = &wire.OldInteraction{ID: m.interaction.id.String(), Type: interCommand,
				Name: m.interaction.name,
				User: m.interaction.user.wire()}
		}
	}
	if m.webhook {
		w.ApplicationID, w.WebhookID = m.author.ID.String(), m.author.ID.String()
	}
	if m.thread != nil && m.flags&flagHasThread != 0 && !m.thread.deleted {
		w.Thread = new(m.thread.wire(viewer))
	}
	if m.channel.thread != nil {
		w.Position = new(m.position)
	}
	return w
}

// newReference returns a reference to a message.
func (m *message) newReference() *wire.Reference {
	r := &wire.Reference{MessageID: m.id.String(), ChannelID: m.channel.ID.String()}
	if m.channel.guild != nil {
		r.GuildID = m.channel.guild.ID.String()
	}
	return r
}

// event returns the payload of a message's gateway event for one user.
func (m *message) event(viewer *user, content bool) wire.Message {
	w := m.wire(viewer, content)
	if g := m.channel.guild; g != nil {
		w.GuildID, w.Member = g.ID.String(), new(g.member(m.author, false))
	}
	return w
}

// emitMessage sends a message's event to all who can see the message. The caller holds mu.
func (s *state) emitMessage(event string, m *message) {
	intent := m.channel.intent(intentGuildMessages, intentDirectMessages)
	s.hub.emitContent(event, intent, m.channel.guild, m.receivedBy,
		func(u *user, content bool) any { return m.event(u, content) })
}

// postMessage puts a message into its channel and sends its event. The caller holds mu.
func (s *state) postMessage(c *channel, m *message) *message {
	m.id, m.channel = s.nextID(), c
	s.messages[m.id] = m
	if m.ephemeralFor != nil {
		// Ephemeral messages are not stored in a channel. The newest hundred of a user are kept, so that their
		// components work.
		list := append(s.ephemeral[m.ephemeralFor.ID], m)
		if len(list) > 100 {
			s.forgetMessage(list[0])
			list = list[1:]
		}
		s.ephemeral[m.ephemeralFor.ID] = list
		s.emitMessage("MESSAGE_CREATE", m)
		return m
	}
	if t := c.thread; t != nil {
		if t.archived && !t.locked {
			s.setArchived(c, false)
			s.emitThread(c)
		}
		t.lastActive = s.Now()
		s.addThreadMember(c, m.author)
		for _, u := range m.mentions {
			s.addThreadMember(c, u)
		}
		m.position = t.totalMessages
		t.messageCount++
		t.totalMessages++
	}
	c.lastMessageID = m.id
	c.messages = append(c.messages, m)
	if len(c.messages) > s.opt.History {
		s.forgetMessage(c.messages[0])
		c.messages = slices.Clone(c.messages[1:])
	}
	s.emitMessage("MESSAGE_CREATE", m)
	s.recordPings(m)
	return m
}

// forgetMessage removes a message and its files from the index.
func (s *state) forgetMessage(m *message) {
	s.files.drop(m.files...)
	m.deleted = true
	delete(s.messages, m.id)
}

// deleteMessage deletes a message and sends its event. The caller holds mu.
func (s *state) deleteMessage(m *message) {
	c := m.channel
	s.forgetMessage(m)
	if m.ephemeralFor != nil {
		s.ephemeral[m.ephemeralFor.ID] = without(s.ephemeral[m.ephemeralFor.ID], m)
	} else {
		c.messages = without(c.messages, m)
		if c.thread != nil {
			c.thread.messageCount--
		}
	}
	intent := c.intent(intentGuildMessages, intentDirectMessages)
	s.hub.emit("MESSAGE_DELETE", intent, c.guild, m.receivedBy, func(*user) any {
		event := map[string]any{"id": m.id, "channel_id": c.ID}
		if !c.isDM() {
			event["guild_id"] = c.guild.ID
		}
		return event
	})
}
