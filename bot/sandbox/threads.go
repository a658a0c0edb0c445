package sandbox

import (
	"cmp"
	"slices"
	"time"

	"yeye/bot/sandbox/wire"
)

// thread holds the additional fields of a channel that is a thread.
type thread struct {
	archived    bool
	locked      bool
	archivedAt  time.Time // when archived last changed
	autoArchive int       // minutes without a message until it is archived
	active      time.Time // last message or unarchiving
	members     map[Snowflake]time.Time
	count       int // messages in it
	total       int // messages ever sent in it
}

// publicThreads returns the type of a channel's public threads, 0 if it can have none.
func (c *channel) publicThreads() int {
	switch c.Type {
	case typeText:
		return typePublicThread
	case typeNews:
		return typeNewsThread
	}
	return 0
}

// memberWire returns a user's membership of a thread.
func (c *channel) memberWire(user Snowflake, joined time.Time) *wire.ThreadMember {
	return &wire.ThreadMember{ID: c.ID.String(), UserID: user.String(), JoinedAt: wire.At(joined)}
}

// threadEndpoints serve threads.
type threadEndpoints struct{ *state }

type threadRequest struct {
	Name        string           `json:"name"`
	AutoArchive opt[int]         `json:"auto_archive_duration"`
	Type        opt[int]         `json:"type"`
	Invitable   opt[bool]        `json:"invitable"`
	RateLimit   opt[int]         `json:"rate_limit_per_user"`
	Tags        opt[[]Snowflake] `json:"applied_tags"`
}

func (t *threadRequest) check() error {
	var f form
	f.length("name", t.Name, 1, 100)
	if t.AutoArchive.Set && !t.AutoArchive.Null {
		f.choice("auto_archive_duration", validAutoArchive(t.AutoArchive.Value), "60, 1440, 4320, 10080")
	}
	return f.err()
}

// start opens a thread without a message to begin it.
func (s threadEndpoints) start(c *call) (any, error) {
	id, err := c.id("channel")
	if err != nil {
		return nil, err
	}
	var body threadRequest
	if err := c.into(&body); err != nil {
		return nil, err
	}
	if err := body.check(); err != nil {
		return nil, err
	}
	kind := typePrivateThread // Discord's default, surprising as it is
	if body.Type.Set && !body.Type.Null {
		kind = body.Type.Value
	}
	need := permCreatePublicThreads
	if kind == typePrivateThread {
		need = permCreatePrivThreads
	}
	if kind != typePublicThread && kind != typePrivateThread && kind != typeNewsThread {
		var f form
		f.choice("type", false, "10, 11, 12")
		return nil, f.err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	parent, err := s.reach(c.who, id, need)
	if err != nil {
		return nil, err
	}
	if public := parent.publicThreads(); public == 0 ||
		kind != public && (kind != typePrivateThread || parent.Type != typeText) {
		return nil, errWrongChannelType
	}
	ch := s.openThread(c.who, parent, s.mint(), kind, body)
	if kind != typePrivateThread { // the parent shows that it was opened
		s.post(parent, &message{author: c.who, kind: msgThreadCreated, content: ch.Name,
			reference: &wire.Reference{ChannelID: ch.ID.String(), GuildID: ch.guild.ID.String()}})
	}
	return created{ch.wire(c.who)}, nil
}

// startFrom opens a thread from a message, whose id it takes.
func (s threadEndpoints) startFrom(c *call) (any, error) {
	var body threadRequest
	if err := c.into(&body); err != nil {
		return nil, err
	}
	if err := body.check(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	parent, m, err := s.reachMessage(c, permCreatePublicThreads)
	if err != nil {
		return nil, err
	}
	kind := parent.publicThreads()
	if kind == 0 {
		return nil, errWrongChannelType
	}
	if s.channels[m.id] != nil {
		return nil, errHasThread
	}
	ch := s.openThread(c.who, parent, m.id, kind, body)
	m.flags |= flagHasThread
	m.opened = ch
	s.emitMessage("MESSAGE_UPDATE", m)
	return created{ch.wire(c.who)}, nil
}

func (s *state) openThread(by *user, parent *channel, id Snowflake, kind int, body threadRequest) *channel {
	minutes := 4320
	if body.AutoArchive.Value != 0 {
		minutes = body.AutoArchive.Value
	}
	now := s.Now()
	ch := &channel{ID: id, Type: kind, Name: body.Name, guild: parent.guild, parent: parent, owner: by.ID,
		slowmode: body.RateLimit.Value, thread: &thread{
			autoArchive: minutes, active: now, archivedAt: now, members: map[Snowflake]time.Time{by.ID: now}}}
	s.channels[id] = ch
	s.hub.emit("THREAD_CREATE", intentGuilds, ch.guild, ch.seenBy, func(u *user) any {
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
	if e.Name.Set {
		ch.Name = e.Name.Value
	}
	if e.AutoArchive.Set {
		t.autoArchive = e.AutoArchive.Value
	}
	if e.RateLimit.Set {
		ch.slowmode = e.RateLimit.Value
	}
	if e.Locked.Set {
		t.locked = e.Locked.Value
	}
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
		ch.thread.active = now
	}
}

func (s *state) emitThread(ch *channel) {
	s.hub.emit("THREAD_UPDATE", intentGuilds, ch.guild, ch.seenBy, func(u *user) any { return ch.wire(u) })
}

// archiveIdle archives threads that have had no message for their time. The caller holds mu.
func (s *state) archiveIdle() {
	now := s.Now()
	for _, ch := range s.channels {
		if t := ch.thread; t != nil && !t.archived && now.Sub(t.active) >= minutes(t.autoArchive) {
			s.setArchived(ch, true)
			s.emitThread(ch)
		}
	}
}

// join makes a user a member of a thread, as writing in it or being mentioned there does. The caller holds mu.
func (s *state) join(ch *channel, u *user) {
	if _, in := ch.thread.members[u.ID]; in {
		return
	}
	now := s.Now()
	ch.thread.members[u.ID] = now
	s.hub.emit("THREAD_MEMBERS_UPDATE", intentGuilds, ch.guild,
		func(v *user) bool { return ch.seenBy(v) && (!v.bot || v == u) }, func(v *user) any {
			return map[string]any{"id": ch.ID, "guild_id": ch.guild.ID, "member_count": len(ch.thread.members),
				"added_members": []any{ch.memberWire(u.ID, now)}}
		})
}

// activeThreads returns the active threads of a guild that a user sees, newest first. The caller holds mu.
func (s *state) activeThreads(g *guild, viewer *user) []*channel {
	var list []*channel
	for _, ch := range s.channels {
		if ch.guild == g && ch.thread != nil && !ch.thread.archived && ch.seenBy(viewer) {
			list = append(list, ch)
		}
	}
	slices.SortFunc(list, func(a, b *channel) int { return cmp.Compare(b.ID, a.ID) })
	return list
}

func (s threadEndpoints) active(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.reachGuild(c)
	if err != nil {
		return nil, err
	}
	return s.list(s.activeThreads(g, c.who), c.who), nil
}

func (s threadEndpoints) list(list []*channel, viewer *user) map[string]any {
	threads, members := []wire.Channel{}, []wire.ThreadMember{}
	for _, ch := range list {
		w := ch.wire(viewer)
		threads = append(threads, w)
		if w.Member != nil {
			members = append(members, *w.Member)
		}
	}
	return map[string]any{"threads": threads, "members": members, "has_more": false}
}

func (s threadEndpoints) archived(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	parent, err := s.place(c, permReadHistory)
	if err != nil {
		return nil, err
	}
	var list []*channel
	for _, ch := range s.channels {
		if ch.parent == parent && ch.Type == parent.publicThreads() && ch.thread.archived {
			list = append(list, ch)
		}
	}
	slices.SortFunc(list, func(a, b *channel) int { return b.thread.archivedAt.Compare(a.thread.archivedAt) })
	return s.list(list, c.who), nil
}

func (s threadEndpoints) members(c *call) (any, error) {
	ch, _, err := s.threadAndUser(c)
	if err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	list := []*wire.ThreadMember{}
	for id, at := range ch.thread.members {
		list = append(list, ch.memberWire(id, at))
	}
	return list, nil
}

// threadAndUser finds the thread and the person of a membership request; on success mu is held.
func (s threadEndpoints) threadAndUser(c *call) (*channel, *user, error) {
	id, err := c.id("channel")
	if err != nil {
		return nil, nil, err
	}
	who := c.who
	if c.r.PathValue("user") != "" {
		uid, err := c.id("user")
		if err != nil {
			return nil, nil, err
		}
		if who = s.users[uid]; who == nil {
			return nil, nil, errUnknownUser
		}
	}
	s.mu.Lock()
	ch, err := s.reach(c.who, id, 0)
	if err == nil && ch.thread == nil {
		err = errWrongChannelType
	}
	if err != nil {
		s.mu.Unlock()
		return nil, nil, err
	}
	return ch, who, nil
}

func (s threadEndpoints) addMember(c *call) (any, error) {
	ch, who, err := s.threadAndUser(c)
	if err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	if ch.thread.archived {
		return nil, errArchived
	}
	s.join(ch, who)
	return nil, nil
}

func (s threadEndpoints) removeMember(c *call) (any, error) {
	ch, who, err := s.threadAndUser(c)
	if err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	if who != c.who && !ch.permissions(c.who).has(permManageThreads) {
		return nil, errMissingPerms
	}
	delete(ch.thread.members, who.ID)
	return nil, nil
}
