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

// message is a message as the sandbox stores it. Its slices are replaced, never changed in place, because responses
// that show them are written after the lock is released.
type message struct {
	id         Snowflake
	channel    *channel
	author     *user
	kind       int
	content    string
	flags      int
	edited     *time.Time
	tts        bool
	mentions   []*user
	everyone   bool
	files      []*file
	embeds     []json.RawMessage
	components []wire.Component
	reactions  []reaction
	pinned     bool
	nonce      *Nonce
	reference  *wire.Reference
	replied    *message     // the message it replies to
	inter      *interaction // the interaction that it answers
	webhook    bool
	onlyFor    *user    // of ephemeral messages
	opened     *channel // the thread that begins with it
	gone       bool     // deleted
	position   int
}

type reaction struct {
	emoji string
	users []*user
}

// visible reports whether a message is visible to a user who sees its channel.
func (m *message) visible(u *user) bool { return m.onlyFor == nil || m.onlyFor == u || u.bot }

// readable reports whether the bot gets a message's content: by intent, or because the message is its own, mentions it
// or is a direct message.
func (m *message) readable(u *user, content bool) bool {
	return !u.bot || content || m.author == u || m.channel.isDM() || slices.Contains(m.mentions, u)
}

// wire returns a message for one viewer by REST; content reports whether the viewer may read what others write.
func (m *message) wire(viewer *user, content bool) wire.Message {
	w := m.wireBare(viewer, content)
	if m.kind == msgReply && m.reference != nil {
		w.Referenced = json.RawMessage("null")
		if m.replied != nil && !m.replied.gone {
			w.Referenced, _ = json.Marshal(m.replied.wireBare(viewer, content))
		}
	}
	return w
}

// wireBare returns a message without the one it replies to.
func (m *message) wireBare(viewer *user, content bool) wire.Message {
	w := wire.Message{ID: m.id.String(), ChannelID: m.channel.ID.String(), Type: m.kind, Author: m.author.wire(),
		Content:   m.content,
		Timestamp: wire.At(m.id.Time()), TTS: m.tts, MentionEveryone: m.everyone, Mentions: []wire.User{},
		MentionRoles: []string{},
		Attachments:  []wire.Attachment{}, Embeds: m.embeds, Components: m.components, Pinned: m.pinned, Flags: m.flags,
		Reference: m.reference}
	if m.nonce != nil {
		w.Nonce = m.nonce
	}
	if m.edited != nil {
		at := wire.At(*m.edited)
		w.EditedTimestamp = &at
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
	if !m.readable(viewer, content) {
		w.Content, w.Attachments, w.Embeds, w.Components = "", []wire.Attachment{}, []json.RawMessage{},
			[]wire.Component{}
	}
	if m.inter != nil {
		w.Metadata = m.inter.metadata()
		if m.inter.kind == interCommand {
			w.Interaction = &wire.OldInteraction{ID: m.inter.id.String(), Type: interCommand, Name: m.inter.name,
				User: m.inter.user.wire()}
		}
	}
	if m.webhook {
		w.ApplicationID, w.WebhookID = m.author.ID.String(), m.author.ID.String()
	}
	if m.opened != nil && m.flags&flagHasThread != 0 && !m.opened.gone {
		t := m.opened.wire(viewer)
		w.Thread = &t
	}
	if m.channel.thread != nil {
		p := m.position
		w.Position = &p
	}
	return w
}

// refer returns a reference to a message.
func (m *message) refer() *wire.Reference {
	r := &wire.Reference{MessageID: m.id.String(), ChannelID: m.channel.ID.String()}
	if m.channel.guild != nil {
		r.GuildID = m.channel.guild.ID.String()
	}
	return r
}

// event returns a message as the gateway sends it to one session's user.
func (m *message) event(viewer *user, content bool) wire.Message {
	w := m.wire(viewer, content)
	if g := m.channel.guild; g != nil {
		member := g.member(m.author, false)
		w.GuildID, w.Member = g.ID.String(), &member
	}
	return w
}

// emitMessage sends a message's event to all who can see the message. The caller holds mu.
func (s *state) emitMessage(event string, m *message) {
	intent := intentGuildMessages
	if m.channel.isDM() {
		intent = intentDirectMessages
	}
	hears := m.channel.seenBy
	if m.onlyFor != nil {
		hears = func(u *user) bool { return u == m.onlyFor }
	}
	s.hub.emitContent(event, intent, m.channel.guild, hears,
		func(u *user, content bool) any { return m.event(u, content) })
}

// post puts a message into its channel and sends its event. The caller holds mu.
func (s *state) post(c *channel, m *message) *message {
	m.id, m.channel = s.mint(), c
	s.messages[m.id] = m
	if m.onlyFor != nil {
		// Private messages are not stored in a channel; the newest hundred of a person are kept so that their controls
		// work.
		list := append(s.private[m.onlyFor.ID], m)
		if len(list) > 100 {
			s.forget(list[0])
			list = list[1:]
		}
		s.private[m.onlyFor.ID] = list
		s.emitMessage("MESSAGE_CREATE", m)
		return m
	}
	if t := c.thread; t != nil {
		if t.archived && !t.locked {
			s.setArchived(c, false)
			s.emitThread(c)
		}
		t.active = s.Now()
		s.join(c, m.author)
		for _, u := range m.mentions {
			s.join(c, u)
		}
		m.position = t.total
		t.count++
		t.total++
	}
	c.last = m.id
	c.messages = append(c.messages, m)
	if len(c.messages) > s.opt.History {
		s.forget(c.messages[0])
		c.messages = slices.Clone(c.messages[1:])
	}
	s.emitMessage("MESSAGE_CREATE", m)
	s.recordPings(m)
	return m
}

// forget removes a message and its files from the index.
func (s *state) forget(m *message) {
	s.files.drop(m.files...)
	m.gone = true
	delete(s.messages, m.id)
}

// deleteMessage deletes a message and sends its event. The caller holds mu.
func (s *state) deleteMessage(m *message) {
	c := m.channel
	s.forget(m)
	intent, hears := intentGuildMessages, c.seenBy
	if m.onlyFor != nil {
		hears = func(u *user) bool { return u == m.onlyFor }
		s.private[m.onlyFor.ID] = without(s.private[m.onlyFor.ID], m)
	} else {
		c.messages = without(c.messages, m)
		if c.thread != nil {
			c.thread.count--
		}
	}
	if c.isDM() {
		intent = intentDirectMessages
	}
	s.hub.emit("MESSAGE_DELETE", intent, c.guild, hears, func(*user) any {
		event := map[string]any{"id": m.id, "channel_id": c.ID}
		if !c.isDM() {
			event["guild_id"] = c.guild.ID
		}
		return event
	})
}

func without(list []*message, m *message) []*message {
	i := slices.Index(list, m)
	if i < 0 {
		return list
	}
	return append(slices.Clone(list[:i]), list[i+1:]...)
}
