package sandbox

import (
	"encoding/json"
	"slices"
	"time"
)

// Message types and flags with Discord's numbers.
const (
	msgDefault       = 0
	msgPinned        = 6
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

// message is a message as the sandbox keeps it. Its slices are replaced, never changed in place, because answers
// that show them are written after the lock is gone.
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
	components []Component
	reactions  []reaction
	pinned     bool
	nonce      *Nonce
	reference  *Reference
	inter      *interaction // that it answers
	webhook    bool
	onlyFor    *user // of ephemeral messages
	position   int
}

type reaction struct {
	emoji string
	users []*user
}

// visible reports whether a message exists for somebody who sees its channel.
func (m *message) visible(u *user) bool { return m.onlyFor == nil || m.onlyFor == u || u.bot }

// readable reports whether the bot gets a message's content: by intent, or because the message is its own, mentions it
// or is a direct message.
func (m *message) readable(u *user, content bool) bool {
	return !u.bot || content || m.author == u || m.channel.isDM() || slices.Contains(m.mentions, u)
}

// messageWire is a message as one viewer gets it by REST. The caller holds mu.
func (s *Server) messageWire(m *message, viewer *user, content bool) Message {
	return s.messageDepth(m, viewer, content, true)
}

func (s *Server) messageDepth(m *message, viewer *user, content, quote bool) Message {
	w := Message{ID: m.id, ChannelID: m.channel.ID, Type: m.kind, Author: m.author.wire(), Content: m.content,
		Timestamp: Time{m.id.Time()}, TTS: m.tts, MentionEveryone: m.everyone, Mentions: []User{}, MentionRoles: []Snowflake{},
		Attachments: []Attachment{}, Embeds: m.embeds, Components: m.components, Pinned: m.pinned, Flags: m.flags,
		Nonce: m.nonce, MessageReference: m.reference}
	if m.edited != nil {
		w.EditedTimestamp = &Time{*m.edited}
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
		w.Components = []Component{}
	}
	for _, r := range m.reactions {
		w.Reactions = append(w.Reactions, Reaction{Emoji: Emoji{Name: r.emoji}, Count: len(r.users),
			CountDetails: map[string]int{"burst": 0, "normal": len(r.users)}, BurstColors: []string{}, Me: slices.Contains(r.users, viewer)})
	}
	if !m.readable(viewer, content) {
		w.Content, w.Attachments, w.Embeds, w.Components = "", []Attachment{}, []json.RawMessage{}, []Component{}
	}
	if m.inter != nil {
		w.Metadata = s.metadata(m.inter)
		if m.inter.kind == interCommand {
			w.Interaction = &OldInteraction{m.inter.id, interCommand, m.inter.name, m.inter.user.wire()}
		}
	}
	if m.webhook {
		w.ApplicationID, w.WebhookID = s.world.bot.ID, s.world.bot.ID
	}
	if m.flags&flagHasThread != 0 {
		if ch := s.world.channels[m.id]; ch != nil {
			t := s.channelWire(ch, viewer)
			w.Thread = &t
		}
	}
	if m.kind == msgReply && quote && m.reference != nil {
		w.ReferencedMessage = json.RawMessage("null")
		if of := s.messages[m.reference.MessageID]; of != nil {
			w.ReferencedMessage, _ = json.Marshal(s.messageDepth(of, viewer, content, false))
		}
	}
	if m.channel.thread != nil {
		p := m.position
		w.Position = &p
	}
	return w
}

// metadata says which interaction a message answers.
func (s *Server) metadata(i *interaction) *InteractionMetadata {
	m := &InteractionMetadata{ID: i.id, Type: i.kind, User: i.user.wire(), Owners: i.owners(s)}
	switch {
	case i.kind == interCommand:
		m.Name = i.name
	case i.kind == interModal && i.opener != nil:
		m.Triggering = s.metadata(i.opener)
	case i.message != nil:
		m.Interacted = i.message.id
	}
	return m
}

// messageEvent is a message as the gateway brings it to one session's user.
func (s *Server) messageEvent(m *message, viewer *user, content bool) Message {
	w := s.messageWire(m, viewer, content)
	if !m.channel.isDM() {
		member := s.member(m.author, false)
		w.GuildID, w.Member = s.world.guildID, &member
	}
	return w
}

// emitMessage tells everybody whom a message concerns; one who is named alone gets ephemeral ones. The caller holds mu.
func (s *Server) emitMessage(event string, m *message) {
	intent := intentGuildMessages
	if m.channel.isDM() {
		intent = intentDirectMessages
	}
	hears := s.audience(m.channel)
	if m.onlyFor != nil {
		hears = func(u *user) bool { return u == m.onlyFor }
	}
	s.emitContent(event, intent, hears, func(u *user, content bool) any { return s.messageEvent(m, u, content) })
}

// post puts a message into its channel and tells everybody. The caller holds mu.
func (s *Server) post(c *channel, m *message) *message {
	m.id, m.channel = s.mint(), c
	s.messages[m.id] = m
	if m.onlyFor != nil {
		// Private messages live in no channel; the newest hundred a person are kept so that their controls work.
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
	s.notePings(m)
	return m
}

// forget drops a message's files and the message itself from the index.
func (s *Server) forget(m *message) {
	s.dropFiles(m.files)
	delete(s.messages, m.id)
}

func (s *Server) dropFiles(files []*file) {
	for _, f := range files {
		if s.files[f.ID] == f {
			delete(s.files, f.ID)
			s.fileBytes -= len(f.data)
		}
	}
}

// touch marks a message as edited.
func (s *Server) touch(m *message) {
	now := s.Now()
	m.edited = &now
}

// remove deletes a message and tells everybody. The caller holds mu.
func (s *Server) remove(m *message) {
	c := m.channel
	s.forget(m)
	intent, hears := intentGuildMessages, s.audience(c)
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
	s.emit("MESSAGE_DELETE", intent, hears, func(*user) any {
		event := map[string]any{"id": m.id, "channel_id": c.ID}
		if !c.isDM() {
			event["guild_id"] = s.world.guildID
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
