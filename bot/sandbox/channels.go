package sandbox

import (
	"slices"
	"time"
)

// Discord's channel types that exist here.
const (
	typeText          = 0
	typeDM            = 1
	typePublicThread  = 11
	typePrivateThread = 12
)

// channel is a place for messages: a room of the guild, a thread, or a conversation of two.
type channel struct {
	ID       Snowflake
	Type     int
	Name     string
	Topic    string
	position int
	parent   *channel   // of threads
	owner    Snowflake  // of threads
	people   []*user    // of direct conversations
	messages []*message // by rising id; the oldest are dropped beyond Options.History
	last     Snowflake
	thread   *thread
	denied   permission // taken from the bot by an ordered fault
}

func (c *channel) isDM() bool        { return c.Type == typeDM }
func (c *channel) with(u *user) bool { return slices.Contains(c.people, u) }

// channelWire is a channel as one viewer sees it. The caller holds mu.
func (s *Server) channelWire(c *channel, viewer *user) Channel {
	w := Channel{ID: c.ID, Type: c.Type, Name: c.Name}
	if c.last != 0 {
		last := c.last
		w.LastMessageID = &last
	}
	if c.isDM() {
		for _, u := range c.people {
			if u != viewer {
				w.Recipients = append(w.Recipients, u.wire())
			}
		}
		return w
	}
	zero, position, open := 0, c.position, false
	w.GuildID, w.RateLimitPerUser = s.world.guildID, &zero
	if c.thread == nil {
		topic := c.Topic
		w.Topic, w.Position, w.NSFW, w.PermissionOverwrites = &topic, &position, &open, &[]Overwrite{}
		if c.denied != 0 {
			w.PermissionOverwrites = &[]Overwrite{{ID: s.world.bot.ID, Type: 1, Allow: "0", Deny: c.denied.String()}}
		}
		return w
	}
	t := c.thread
	count, total, members := t.count, t.total, len(t.members)
	w.ParentID, w.OwnerID = &c.parent.ID, c.owner
	w.MessageCount, w.TotalMessageSent, w.MemberCount = &count, &total, &members
	w.ThreadMetadata = &ThreadMetadata{Archived: t.archived, ArchivedAt: Time{t.archivedAt}, AutoArchive: t.autoArchive,
		Locked: t.locked, CreatedAt: Time{c.ID.Time()}}
	if viewer != nil {
		if m, ok := t.members[viewer.ID]; ok {
			w.Member = &ThreadMember{ID: c.ID, UserID: viewer.ID, JoinedAt: Time{m}}
		}
	}
	return w
}

// audience are those a channel's events go to.
func (s *Server) audience(c *channel) func(*user) bool {
	return func(u *user) bool { return s.sees(u, c) }
}

func (s *Server) getChannel(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, err := s.place(c, 0)
	if err != nil {
		return nil, err
	}
	return s.channelWire(ch, c.who), nil
}

// editChannel changes a room's name and topic, or a thread's state.
func (s *Server) editChannel(c *call) (any, error) {
	var body struct {
		Name          opt[string] `json:"name"`
		Topic         opt[string] `json:"topic"`
		Position      opt[int]    `json:"position"`
		NSFW          opt[bool]   `json:"nsfw"`
		Flags         opt[int]    `json:"flags"`
		RateLimit     opt[int]    `json:"rate_limit_per_user"`
		Archived      opt[bool]   `json:"archived"`
		AutoArchive   opt[int]    `json:"auto_archive_duration"`
		Locked        opt[bool]   `json:"locked"`
		Invitable     opt[bool]   `json:"invitable"`
		DefaultThread opt[int]    `json:"default_thread_rate_limit_per_user"`
	}
	if err := c.into(&body); err != nil {
		return nil, err
	}
	var f form
	if body.Name.Set {
		f.length("name", body.Name.Value, 1, 100)
	}
	f.length("topic", body.Topic.Value, 0, 1024)
	if body.AutoArchive.Set {
		f.choice("auto_archive_duration", validAutoArchive(body.AutoArchive.Value), "60, 1440, 4320, 10080")
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, err := s.place(c, 0)
	if err != nil {
		return nil, err
	}
	if ch.isDM() {
		return nil, errNotInDM
	}
	if ch.thread != nil {
		if err := s.editThread(c.who, ch, body.Name, body.Archived, body.Locked, body.AutoArchive); err != nil {
			return nil, err
		}
		return s.channelWire(ch, c.who), nil
	}
	if !s.permissions(c.who, ch).has(permManageChannels) {
		return nil, errMissingPerms
	}
	if body.Name.Set {
		ch.Name = body.Name.Value
	}
	if body.Topic.Set {
		ch.Topic = body.Topic.Value
	}
	s.emit("CHANNEL_UPDATE", intentGuilds, s.audience(ch), func(u *user) any { return s.channelWire(ch, u) })
	return s.channelWire(ch, c.who), nil
}

// createChannel makes a room; the guild's owner may, and a test that wants many rooms asks as the owner.
func (s *Server) createChannel(c *call) (any, error) {
	if err := s.inGuild(c); err != nil {
		return nil, err
	}
	var body struct {
		Name  string      `json:"name"`
		Type  int         `json:"type"`
		Topic opt[string] `json:"topic"`
	}
	if err := c.into(&body); err != nil {
		return nil, err
	}
	var f form
	f.length("name", body.Name, 1, 100)
	f.length("topic", body.Topic.Value, 0, 1024)
	f.choice("type", body.Type == typeText, "0, as far as the sandbox goes")
	if err := f.err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.guildPermissions(c.who).has(permManageChannels) {
		return nil, errMissingPerms
	}
	if len(s.world.rooms) >= 500 {
		return nil, &Error{Status: 400, Code: 30013, Message: "Maximum number of guild channels reached (500)"}
	}
	ch := &channel{ID: s.mint(), Type: typeText, Name: body.Name, Topic: body.Topic.Value, position: len(s.world.rooms)}
	s.world.channels[ch.ID] = ch
	s.world.rooms = append(slices.Clone(s.world.rooms), ch)
	s.emit("CHANNEL_CREATE", intentGuilds, s.audience(ch), func(u *user) any { return s.channelWire(ch, u) })
	return created{s.channelWire(ch, c.who)}, nil
}

func (s *Server) deleteChannel(c *call) (any, error) {
	id, err := c.id("channel")
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	need := permManageChannels
	if ch := s.world.channels[id]; ch != nil && ch.thread != nil {
		need = permManageThreads
	}
	ch, err := s.reach(c.who, id, need)
	if err != nil {
		return nil, err
	}
	if ch.isDM() {
		return s.channelWire(ch, c.who), nil
	}
	wire := s.channelWire(ch, c.who)
	s.dropChannel(ch)
	return wire, nil
}

// dropChannel removes a room or thread with all in it. The caller holds mu.
func (s *Server) dropChannel(c *channel) {
	event, hears := "CHANNEL_DELETE", s.audience(c)
	if c.thread != nil {
		event = "THREAD_DELETE"
	}
	for _, t := range s.world.channels {
		if t.parent == c {
			s.dropChannel(t)
		}
	}
	s.emit(event, intentGuilds, hears, func(u *user) any {
		if c.thread != nil {
			return map[string]any{"id": c.ID, "guild_id": s.world.guildID, "parent_id": c.parent.ID, "type": c.Type}
		}
		return s.channelWire(c, u)
	})
	for _, m := range c.messages {
		s.forget(m)
	}
	c.messages = nil
	delete(s.world.channels, c.ID)
	s.world.rooms = slices.DeleteFunc(slices.Clone(s.world.rooms), func(r *channel) bool { return r == c })
}

// createDM opens the conversation between two, which is always the same one.
func (s *Server) createDM(c *call) (any, error) {
	var body struct {
		Recipient  Snowflake   `json:"recipient_id"`
		Recipients []Snowflake `json:"recipients"`
	}
	if err := c.into(&body); err != nil {
		return nil, err
	}
	if body.Recipient == 0 && len(body.Recipients) == 1 {
		body.Recipient = body.Recipients[0]
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	other := s.world.users[body.Recipient]
	if other == nil {
		var f form
		f.add("recipient_id", "USER_NOT_FOUND", "Unknown user")
		return nil, f.err()
	}
	if other == c.who || other.bot && c.who.bot {
		return nil, errCannotDM
	}
	return s.channelWire(s.conversation(c.who, other), c.who), nil
}

// conversation finds or opens the direct channel of two. The caller holds mu.
func (s *Server) conversation(a, b *user) *channel {
	for _, ch := range s.world.channels {
		if ch.isDM() && ch.with(a) && ch.with(b) {
			return ch
		}
	}
	ch := &channel{ID: s.mint(), Type: typeDM, people: []*user{a, b}}
	s.world.channels[ch.ID] = ch
	// Bots are not told of conversations, since API v8.
	s.emit("CHANNEL_CREATE", 0, func(u *user) bool { return ch.with(u) && !u.bot }, func(u *user) any { return s.channelWire(ch, u) })
	return ch
}

func (s *Server) getDMs(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conversations(c.who), nil
}

func (s *Server) conversations(u *user) []Channel {
	list := []Channel{}
	for _, ch := range s.world.channels {
		if ch.isDM() && ch.with(u) {
			list = append(list, s.channelWire(ch, u))
		}
	}
	slices.SortFunc(list, func(a, b Channel) int { return int(int64(a.ID) - int64(b.ID)) })
	return list
}

func (s *Server) typing(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, err := s.place(c, permSendMessages)
	if err != nil {
		return nil, err
	}
	intent := intentGuildTyping
	if ch.isDM() {
		intent = intentDirectTyping
	}
	s.emit("TYPING_START", intent, s.audience(ch), func(u *user) any {
		event := map[string]any{"channel_id": ch.ID, "user_id": c.who.ID, "timestamp": s.Now().Unix()}
		if !ch.isDM() {
			event["guild_id"], event["member"] = s.world.guildID, s.member(c.who, true)
		}
		return event
	})
	return nil, nil
}

func validAutoArchive(minutes int) bool {
	return slices.Contains([]int{60, 1440, 4320, 10080}, minutes)
}

func minutes(n int) time.Duration { return time.Duration(n) * time.Minute }
