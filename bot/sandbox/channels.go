package sandbox

import (
	"cmp"
	"slices"
	"time"

	"yeye/bot/sandbox/wire"
)

// maxSlowmode is the longest wait between two messages, in seconds.
const maxSlowmode = 21600

// channelEndpoints serve channels and direct messages.
type channelEndpoints struct{ *state }

func (s channelEndpoints) get(c *call, ch *channel) (any, error) {
	return ch.wire(c.user), nil
}

// channelEdit changes a channel or a thread.
type channelEdit struct {
	Name          optional[string] `json:"name"`
	Topic         optional[string] `json:"topic"`
	Position      optional[int]    `json:"position"`
	NSFW          optional[bool]   `json:"nsfw"`
	Flags         optional[int]    `json:"flags"`
	RateLimit     optional[int]    `json:"rate_limit_per_user"`
	Archived      optional[bool]   `json:"archived"`
	AutoArchive   optional[int]    `json:"auto_archive_duration"`
	Locked        optional[bool]   `json:"locked"`
	Invitable     optional[bool]   `json:"invitable"`
	DefaultThread optional[int]    `json:"default_thread_rate_limit_per_user"`
}

// edit changes a channel's name and topic, or a thread's state.
func (s channelEndpoints) edit(c *call, body channelEdit) (any, error) {
	var f formErrors
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
	ch, err := s.channelFromPath(c, 0)
	if err != nil {
		return nil, err
	}
	if ch.isDM() {
		return nil, errNotInDM
	}
	if ch.thread != nil {
		if err := s.editThread(c.user, ch, body); err != nil {
			return nil, err
		}
		return ch.wire(c.user), nil
	}
	if !ch.permissions(c.user).has(permManageChannels) {
		return nil, errMissingPerms
	}
	body.Name.applyTo(&ch.Name)
	body.Topic.applyTo(&ch.Topic)
	body.RateLimit.applyTo(&ch.slowmode)
	s.hub.emit("CHANNEL_UPDATE", intentGuilds, ch.guild, ch.visibleTo, func(u *user) any { return ch.wire(u) })
	return ch.wire(c.user), nil
}

// channelCreation creates a channel.
type channelCreation struct {
	Name      string           `json:"name"`
	Type      int              `json:"type"`
	Topic     optional[string] `json:"topic"`
	RateLimit optional[int]    `json:"rate_limit_per_user"`
}

// create creates a channel. Only the guild's owner has the permission.
func (s channelEndpoints) create(c *call, body channelCreation) (any, error) {
	var f formErrors
	f.length("name", body.Name, 1, 100)
	f.length("topic", body.Topic.Value, 0, 1024)
	f.number("rate_limit_per_user", body.RateLimit.Value, 0, maxSlowmode)
	f.choice("type", body.Type == channelText || body.Type == channelNews, "0, 5, as far as the sandbox goes")
	if err := f.err(); err != nil {
		return nil, err
	}
	g, err := s.guildFromPath(c)
	if err != nil {
		return nil, err
	}
	if !g.permissions(c.user).has(permManageChannels) {
		return nil, errMissingPerms
	}
	if len(g.channels) >= 500 {
		return nil, &Error{Status: 400, Code: 30013, Message: "Maximum number of guild channels reached (500)"}
	}
	ch := &channel{ID: s.nextID(), Type: body.Type, Name: body.Name, Topic: body.Topic.Value,
		slowmode: body.RateLimit.Value, position: len(g.channels), guild: g}
	s.channels[ch.ID] = ch
	g.channels = append(g.channels, ch)
	s.hub.emit("CHANNEL_CREATE", intentGuilds, g, ch.visibleTo, func(u *user) any { return ch.wire(u) })
	return created{ch.wire(c.user)}, nil
}

func (s channelEndpoints) remove(c *call, ch *channel) (any, error) {
	need := permManageChannels
	if ch.thread != nil {
		need = permManageThreads
	}
	if !ch.permissions(c.user).has(need) {
		return nil, errMissingPerms
	}
	if ch.isDM() {
		return ch.wire(c.user), nil
	}
	wire := ch.wire(c.user)
	s.deleteChannel(ch)
	return wire, nil
}

// deleteChannel deletes a channel or thread with everything in it. Like Discord it sends no event for a channel's
// threads. The caller holds mu.
func (s *state) deleteChannel(c *channel) {
	event := "CHANNEL_DELETE"
	if c.thread != nil {
		event = "THREAD_DELETE"
	}
	for _, t := range s.channels {
		if t.parent == c {
			s.forgetChannel(t)
		}
	}
	s.hub.emit(event, intentGuilds, c.guild, c.visibleTo, func(u *user) any {
		if c.thread != nil {
			return map[string]any{"id": c.ID, "guild_id": c.guild.ID, "parent_id": c.parent.ID, "type": c.Type}
		}
		return c.wire(u)
	})
	s.forgetChannel(c)
	c.guild.channels = without(c.guild.channels, c)
}

// forgetChannel removes a channel and its messages from the indexes, without an event. The caller holds mu.
func (s *state) forgetChannel(c *channel) {
	for _, m := range c.messages {
		s.forgetMessage(m)
	}
	c.messages, c.deleted = nil, true
	delete(s.channels, c.ID)
}

// dmCreation opens a DM channel.
type dmCreation struct {
	Recipient  Snowflake   `json:"recipient_id"`
	Recipients []Snowflake `json:"recipients"`
}

// openDM returns the DM channel of two users; a second call returns the same one.
func (s channelEndpoints) openDM(c *call, body dmCreation) (any, error) {
	if body.Recipient == 0 && len(body.Recipients) == 1 {
		body.Recipient = body.Recipients[0]
	}
	other := s.users[body.Recipient]
	if other == nil {
		return nil, fieldErr("recipient_id", "USER_NOT_FOUND", "Unknown user")
	}
	if other == c.user || other.bot && c.user.bot {
		return nil, errCannotDM
	}
	return s.dmChannel(c.user, other).wire(c.user), nil
}

// dmChannel returns the DM channel of two users, and creates it if there is none. The caller holds mu.
func (s *state) dmChannel(a, b *user) *channel {
	for _, ch := range s.channels {
		if ch.isDM() && ch.hasRecipient(a) && ch.hasRecipient(b) {
			return ch
		}
	}
	ch := &channel{ID: s.nextID(), Type: channelDM, recipients: []*user{a, b}}
	s.channels[ch.ID] = ch
	// Since API v8 bots get no event for DM channels.
	s.hub.emit("CHANNEL_CREATE", 0, nil, func(u *user) bool { return ch.hasRecipient(u) && !u.bot },
		func(u *user) any { return ch.wire(u) })
	return ch
}

func (s channelEndpoints) listDMs(c *call) (any, error) {
	return s.dmChannels(c.user), nil
}

func (s *state) dmChannels(u *user) []wire.Channel {
	list := []wire.Channel{}
	for _, ch := range s.channels {
		if ch.isDM() && ch.hasRecipient(u) {
			list = append(list, ch.wire(u))
		}
	}
	slices.SortFunc(list, func(a, b wire.Channel) int {
		return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID))
	})
	return list
}

func (s channelEndpoints) typing(c *call, ch *channel) (any, error) {
	intent := ch.intent(intentGuildTyping, intentDirectTyping)
	s.hub.emit("TYPING_START", intent, ch.guild, ch.visibleTo, func(u *user) any {
		event := map[string]any{"channel_id": ch.ID, "user_id": c.user.ID, "timestamp": s.Now().Unix()}
		if !ch.isDM() {
			event["guild_id"], event["member"] = ch.guild.ID, ch.guild.member(c.user, true)
		}
		return event
	})
	return nil, nil
}

func validAutoArchive(minutes int) bool {
	return slices.Contains([]int{60, 1440, 4320, 10080}, minutes)
}

func minutes(n int) time.Duration { return time.Duration(n) * time.Minute }
