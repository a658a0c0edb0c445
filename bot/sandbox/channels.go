package sandbox

import (
	"cmp"
	"slices"
	"time"

	"yeye/bot/sandbox/wire"
)

// maxSlowmode is the longest wait between two messages, in seconds.
const maxSlowmode = 21600

// channelEndpoints serve channels and direct conversations.
type channelEndpoints struct{ *state }

func (s channelEndpoints) get(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, err := s.place(c, 0)
	if err != nil {
		return nil, err
	}
	return ch.wire(c.who), nil
}

// channelEdit changes a channel or a thread.
type channelEdit struct {
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

// edit changes a channel's name and topic, or a thread's state.
func (s channelEndpoints) edit(c *call) (any, error) {
	var body channelEdit
	if err := c.into(&body); err != nil {
		return nil, err
	}
	var f form
	if body.Name.Set {
		f.length("name", body.Name.Value, 1, 100)
	}
	f.length("topic", body.Topic.Value, 0, 1024)
	f.number("rate_limit_per_user", body.RateLimit.Value, 0, maxSlowmode)
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
		if err := s.editThread(c.who, ch, body); err != nil {
			return nil, err
		}
		return ch.wire(c.who), nil
	}
	if !ch.permissions(c.who).has(permManageChannels) {
		return nil, errMissingPerms
	}
	if body.Name.Set {
		ch.Name = body.Name.Value
	}
	if body.Topic.Set {
		ch.Topic = body.Topic.Value
	}
	if body.RateLimit.Set {
		ch.slowmode = body.RateLimit.Value
	}
	s.hub.emit("CHANNEL_UPDATE", intentGuilds, ch.guild, ch.seenBy, func(u *user) any { return ch.wire(u) })
	return ch.wire(c.who), nil
}

// create makes a channel; only the guild's owner may, so a test that needs many channels acts as the owner.
func (s channelEndpoints) create(c *call) (any, error) {
	var body struct {
		Name      string      `json:"name"`
		Type      int         `json:"type"`
		Topic     opt[string] `json:"topic"`
		RateLimit opt[int]    `json:"rate_limit_per_user"`
	}
	if err := c.into(&body); err != nil {
		return nil, err
	}
	var f form
	f.length("name", body.Name, 1, 100)
	f.length("topic", body.Topic.Value, 0, 1024)
	f.number("rate_limit_per_user", body.RateLimit.Value, 0, maxSlowmode)
	f.choice("type", body.Type == typeText || body.Type == typeNews, "0, 5, as far as the sandbox goes")
	if err := f.err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.reachGuild(c)
	if err != nil {
		return nil, err
	}
	if !g.permissions(c.who).has(permManageChannels) {
		return nil, errMissingPerms
	}
	if len(g.channels) >= 500 {
		return nil, &Error{Status: 400, Code: 30013, Message: "Maximum number of guild channels reached (500)"}
	}
	ch := &channel{ID: s.mint(), Type: body.Type, Name: body.Name, Topic: body.Topic.Value,
		slowmode: body.RateLimit.Value, position: len(g.channels), guild: g}
	s.channels[ch.ID] = ch
	g.channels = append(g.channels, ch)
	s.hub.emit("CHANNEL_CREATE", intentGuilds, g, ch.seenBy, func(u *user) any { return ch.wire(u) })
	return created{ch.wire(c.who)}, nil
}

func (s channelEndpoints) remove(c *call) (any, error) {
	id, err := c.id("channel")
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	need := permManageChannels
	if ch := s.channels[id]; ch != nil && ch.thread != nil {
		need = permManageThreads
	}
	ch, err := s.reach(c.who, id, need)
	if err != nil {
		return nil, err
	}
	if ch.isDM() {
		return ch.wire(c.who), nil
	}
	wire := ch.wire(c.who)
	s.dropChannel(ch)
	return wire, nil
}

// dropChannel deletes a channel or thread with everything in it. Like Discord it sends no event for a channel's
// threads. The caller holds mu.
func (s *state) dropChannel(c *channel) {
	event, hears := "CHANNEL_DELETE", c.seenBy
	if c.thread != nil {
		event = "THREAD_DELETE"
	}
	for _, t := range s.channels {
		if t.parent == c {
			s.empty(t)
		}
	}
	s.hub.emit(event, intentGuilds, c.guild, hears, func(u *user) any {
		if c.thread != nil {
			return map[string]any{"id": c.ID, "guild_id": c.guild.ID, "parent_id": c.parent.ID, "type": c.Type}
		}
		return c.wire(u)
	})
	s.empty(c)
	c.guild.channels = slices.DeleteFunc(c.guild.channels, func(r *channel) bool { return r == c })
}

// empty forgets a channel with its messages. The caller holds mu.
func (s *state) empty(c *channel) {
	for _, m := range c.messages {
		s.forget(m)
	}
	c.messages, c.gone = nil, true
	delete(s.channels, c.ID)
}

// openDM opens the conversation between two users, which is always the same one.
func (s channelEndpoints) openDM(c *call) (any, error) {
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
	other := s.users[body.Recipient]
	if other == nil {
		var f form
		f.add("recipient_id", "USER_NOT_FOUND", "Unknown user")
		return nil, f.err()
	}
	if other == c.who || other.bot && c.who.bot {
		return nil, errCannotDM
	}
	return s.conversation(c.who, other).wire(c.who), nil
}

// conversation finds or opens the direct channel of two users. The caller holds mu.
func (s *state) conversation(a, b *user) *channel {
	for _, ch := range s.channels {
		if ch.isDM() && ch.with(a) && ch.with(b) {
			return ch
		}
	}
	ch := &channel{ID: s.mint(), Type: typeDM, people: []*user{a, b}}
	s.channels[ch.ID] = ch
	// Bots get no event for conversations since API v8.
	s.hub.emit("CHANNEL_CREATE", 0, nil, func(u *user) bool { return ch.with(u) && !u.bot },
		func(u *user) any { return ch.wire(u) })
	return ch
}

func (s channelEndpoints) listDMs(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conversations(c.who), nil
}

func (s *state) conversations(u *user) []wire.Channel {
	list := []wire.Channel{}
	for _, ch := range s.channels {
		if ch.isDM() && ch.with(u) {
			list = append(list, ch.wire(u))
		}
	}
	slices.SortFunc(list, func(a, b wire.Channel) int {
		return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID))
	})
	return list
}

func (s channelEndpoints) typing(c *call) (any, error) {
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
	s.hub.emit("TYPING_START", intent, ch.guild, ch.seenBy, func(u *user) any {
		event := map[string]any{"channel_id": ch.ID, "user_id": c.who.ID, "timestamp": s.Now().Unix()}
		if !ch.isDM() {
			event["guild_id"], event["member"] = ch.guild.ID, ch.guild.member(c.who, true)
		}
		return event
	})
	return nil, nil
}

func validAutoArchive(minutes int) bool {
	return slices.Contains([]int{60, 1440, 4320, 10080}, minutes)
}

func minutes(n int) time.Duration { return time.Duration(n) * time.Minute }
