package sandbox

import (
	"cmp"
	"slices"
	"time"

	"yeye/bot/sandbox/wire"
)

// thread holds the additional fields of a channel that is a thread.
type thread struct {
	archived      bool
	locked        bool
	archivedAt    time.Time // when archived last changed
	autoArchive   int       // minutes without a message until it is archived
	lastActive    time.Time // last message or unarchiving
	members       map[Snowflake]time.Time
	messageCount  int // messages in it
	totalMessages int // messages ever sent in it
}

// publicThreadType returns the type of a channel's public threads, 0 if it can have none.
func (c *channel) publicThreadType() int {
	switch c.Type {
	case channelText:
		return channelPublicThread
	case channelNews:
		return channelNewsThread
	}
	return 0
}

// memberWire returns a thread member.
func (c *channel) memberWire(user Snowflake, joined time.Time) *wire.ThreadMember {
	return &wire.ThreadMember{ID: c.ID.String(), UserID: user.String(), JoinedAt: wire.At(joined)}
}

// threadEndpoints serve threads.
type threadEndpoints struct{ *state }

type threadRequest struct {
	Name        string                `json:"name"`
	AutoArchive optional[int]         `json:"auto_archive_duration"`
	Type        optional[int]         `json:"type"`
	Invitable   optional[bool]        `json:"invitable"`
	RateLimit   optional[int]         `json:"rate_limit_per_user"`
	Tags        optional[[]Snowflake] `json:"applied_tags"`
}

func (t *threadRequest) check() error {
	var f formErrors
	f.length("name", t.Name, 1, 100)
	if t.AutoArchive.Set && !t.AutoArchive.Null {
		f.choice("auto_archive_duration", validAutoArchive(t.AutoArchive.Value), "60, 1440, 4320, 10080")
	}
	return f.err()
}

// create creates a thread that is not started from a message.
func (s threadEndpoints) create(c *call, body threadRequest) (any, error) {
	if err := body.check(); err != nil {
		return nil, err
	}
	kind := channelPrivateThread // Discord's default, surprising as it is
	if body.Type.Set && !body.Type.Null {
		kind = body.Type.Value
	}
	need := permCreatePublicThreads
	if kind == channelPrivateThread {
		need = permCreatePrivThreads
	}
	if kind != channelPublicThread && kind != channelPrivateThread && kind != channelNewsThread {
		return nil, fieldErr("type", "BASE_TYPE_CHOICES", "Value must be one of {10, 11, 12}.")
	}
	parent, err := s.channelFromPath(c, need)
	if err != nil {
		return nil, err
	}
	if public := parent.publicThreadType(); public == 0 ||
		kind != public && (kind != channelPrivateThread || parent.Type != channelText) {
		return nil, errWrongChannelType
	}
	ch := s.createThread(c.user, parent, s.nextID(), kind, body)
	if kind != channelPrivateThread { // the parent shows that it was opened
		s.postMessage(parent, &message{author: c.user, kind: msgThreadCreated, content: ch.Name,
			reference: &wire.Reference{ChannelID: ch.ID.String(), GuildID: ch.guild.ID.String()}})
	}
	return created{ch.wire(c.user)}, nil
}

// createFromMessage creates a thread from a message; the thread has the message's id.
func (s threadEndpoints) createFromMessage(c *call, body threadRequest) (any, error) {
	if err := body.check(); err != nil {
		return nil, err
	}
	m, err := s.messageFromPath(c, permCreatePublicThreads)
	if err != nil {
		return nil, err
	}
	parent := m.channel
	kind := parent.publicThreadType()
	if kind == 0 {
		return nil, errWrongChannelType
	}
	if s.channels[m.id] != nil {
		return nil, errHasThread
	}
	ch := s.createThread(c.user, parent, m.id, kind, body)
	m.flags |= flagHasThread
	m.thread = ch
	s.emitMessage("MESSAGE_UPDATE", m)
	return created{ch.wire(c.user)}, nil
}

func (s *state) createThread(by *user, parent *channel, id Snowflake, kind int, body threadRequest) *channel {
	now := s.Now()
	ch := &channel{ID: id, Type: kind, Name: body.Name, guild: parent.guild, parent: parent, owner: by.ID,
		slowmode: body.RateLimit.Value, thread: &thread{
			autoArchive: cmp.Or(body.AutoArchive.Value, 4320), lastActive: now, archivedAt: now,
			members: map[Snowflake]time.Time{by.ID: now}}}
	s.channels[id] = ch
	s.hub.emit("THREAD_CREATE", intentGuilds, ch.guild, ch.visibleTo, func(u *user) any {
		w := ch.wire(u)
		w.NewlyCreated = true
		return w
	})
	return ch
}

// editThread archives, unarchives, locks or renames. An archived thread can only be unarchived.
func (s *state) editThread(by *user, ch *channel, e channelEdit) error {
	t, mod := ch.thread, ch.permissions(by).has(permManageThreads)
	unarchiving := e.Archived.Set && !e.Archived.Value
	if t.archived && !unarchiving {
		return errArchived
	}
	if !mod && by.ID != ch.owner && !(unarchiving && !e.Name.Set && !e.Locked.Set && !e.AutoArchive.Set &&
		!e.RateLimit.Set) {
		return errMissingPerms
	}
	if !mod && (t.locked || e.Locked.Set && e.Locked.Value) {
		return errMissingPerms
	}
	e.Name.applyTo(&ch.Name)
	e.AutoArchive.applyTo(&t.autoArchive)
	e.RateLimit.applyTo(&ch.slowmode)
	e.Locked.applyTo(&t.locked)
	if e.Archived.Set {
		s.setArchived(ch, e.Archived.Value)
	}
	s.emitThread(ch)
	return nil
}

func (s *state) setArchived(ch *channel, archived bool) {
	now := s.Now()
	ch.thread.archived, ch.thread.archivedAt = archived, now
	if !archived {
		ch.thread.lastActive = now
	}
}

func (s *state) emitThread(ch *channel) {
	s.hub.emit("THREAD_UPDATE", intentGuilds, ch.guild, ch.visibleTo, func(u *user) any { return ch.wire(u) })
}

// archiveIdle archives threads without a message for their auto-archive duration. The caller holds mu.
func (s *state) archiveIdle() {
	now := s.Now()
	for _, ch := range s.channels {
		if t := ch.thread; t != nil && !t.archived && now.Sub(t.lastActive) >= minutes(t.autoArchive) {
			s.setArchived(ch, true)
			s.emitThread(ch)
		}
	}
}

// addThreadMember makes a user a member of a thread, as when they write or are mentioned in it. The caller holds mu.
func (s *state) addThreadMember(ch *channel, u *user) {
	if _, in := ch.thread.members[u.ID]; in {
		return
	}
	now := s.Now()
	ch.thread.members[u.ID] = now
	s.hub.emit("THREAD_MEMBERS_UPDATE", intentGuilds, ch.guild,
		func(v *user) bool { return ch.visibleTo(v) && (!v.bot || v == u) }, func(v *user) any {
			return map[string]any{"id": ch.ID, "guild_id": ch.guild.ID, "member_count": len(ch.thread.members),
				"added_members": []any{ch.memberWire(u.ID, now)}}
		})
}

// activeThreads returns the active threads of a guild that a user sees, newest first. The caller holds mu.
func (s *state) activeThreads(g *guild, viewer *user) []*channel {
	var list []*channel
	for _, ch := range s.channels {
		if ch.guild == g && ch.thread != nil && !ch.thread.archived && ch.visibleTo(viewer) {
			list = append(list, ch)
		}
	}
	slices.SortFunc(list, func(a, b *channel) int { return cmp.Compare(b.ID, a.ID) })
	return list
}

func (s threadEndpoints) listActive(c *call, g *guild) (any, error) {
	return s.response(s.activeThreads(g, c.user), c.user), nil
}

func (s threadEndpoints) response(response []*channel, viewer *user) map[string]any {
	threads, members := []wire.Channel{}, []wire.ThreadMember{}
	for _, ch := range response {
		w := ch.wire(viewer)
		threads = append(threads, w)
		if w.Member != nil {
			members = append(members, *w.Member)
		}
	}
	return map[string]any{"threads": threads, "members": members, "has_more": false}
}

func (s threadEndpoints) listArchived(c *call, parent *channel) (any, error) {
	var list []*channel
	for _, ch := range s.channels {
		if ch.parent == parent && ch.Type == parent.publicThreadType() && ch.thread.archived {
			list = append(list, ch)
		}
	}
	slices.SortFunc(list, func(a, b *channel) int { return b.thread.archivedAt.Compare(a.thread.archivedAt) })
	return s.response(list, c.user), nil
}

// membership is a thread and the user whose membership a path names.
type membership struct {
	ch  *channel
	who *user
}

// membershipFromPath finds the membership that a path names. The caller holds mu.
func (s threadEndpoints) membershipFromPath(c *call) (membership, error) {
	who, err := s.userFromPath(c)
	if err != nil {
		return membership{}, err
	}
	ch, err := s.channelFromPath(c, 0)
	if err == nil && ch.thread == nil {
		err = errWrongChannelType
	}
	return membership{ch, who}, err
}

func (s threadEndpoints) members(_ *call, m membership) (any, error) {
	list := []*wire.ThreadMember{}
	for id, at := range m.ch.thread.members {
		list = append(list, m.ch.memberWire(id, at))
	}
	return list, nil
}

func (s threadEndpoints) addMember(_ *call, m membership) (any, error) {
	if m.ch.thread.archived {
		return nil, errArchived
	}
	s.addThreadMember(m.ch, m.who)
	return nil, nil
}

func (s threadEndpoints) removeMember(c *call, m membership) (any, error) {
	if m.who != c.user && !m.ch.permissions(c.user).has(permManageThreads) {
		return nil, errMissingPerms
	}
	delete(m.ch.thread.members, m.who.ID)
	return nil, nil
}
