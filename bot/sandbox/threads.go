package sandbox

import (
	"slices"
	"time"
)

// thread is what a channel has more when it is a thread.
type thread struct {
	archived    bool
	locked      bool
	archivedAt  time.Time // when archived last changed
	autoArchive int       // minutes without a message until it falls asleep
	active      time.Time // last message or waking
	members     map[Snowflake]time.Time
	count       int // messages in it
	total       int // messages ever sent in it
}

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

// startThread opens a thread that no message begins.
func (s *Server) startThread(c *call) (any, error) {
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
	if kind != typePublicThread && kind != typePrivateThread {
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
	if parent.Type != typeText {
		return nil, errWrongChannelType
	}
	ch := s.openThread(c.who, parent, s.mint(), kind, body)
	if kind == typePublicThread { // its beginning is told in the parent
		s.post(parent, &message{author: c.who, kind: msgThreadCreated, content: ch.Name,
			reference: &Reference{ChannelID: ch.ID, GuildID: s.world.guildID}})
	}
	return created{s.channelWire(ch, c.who)}, nil
}

// startThreadFrom opens a thread from a message, whose id it takes.
func (s *Server) startThreadFrom(c *call) (any, error) {
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
	if parent.Type != typeText {
		return nil, errWrongChannelType
	}
	if s.world.channels[m.id] != nil {
		return nil, errHasThread
	}
	ch := s.openThread(c.who, parent, m.id, typePublicThread, body)
	m.flags |= flagHasThread
	s.emitMessage("MESSAGE_UPDATE", m)
	return created{s.channelWire(ch, c.who)}, nil
}

func (s *Server) openThread(by *user, parent *channel, id Snowflake, kind int, body threadRequest) *channel {
	minutes := 4320
	if body.AutoArchive.Value != 0 {
		minutes = body.AutoArchive.Value
	}
	now := s.Now()
	ch := &channel{ID: id, Type: kind, Name: body.Name, parent: parent, owner: by.ID, thread: &thread{
		autoArchive: minutes, active: now, archivedAt: now, members: map[Snowflake]time.Time{by.ID: now}}}
	s.world.channels[id] = ch
	s.emit("THREAD_CREATE", intentGuilds, s.audience(ch), func(u *user) any {
		w := s.channelWire(ch, u)
		w.NewlyCreated = true
		return w
	})
	return ch
}

// editThread archives, wakes, locks or renames. In an archived thread nothing but waking is possible.
func (s *Server) editThread(by *user, ch *channel, name opt[string], archived, locked opt[bool], auto opt[int]) error {
	t, mod := ch.thread, s.permissions(by, ch).has(permManageThreads)
	waking := archived.Set && !archived.Value
	if t.archived && !waking {
		return errArchived
	}
	if !mod && by.ID != ch.owner && !(waking && !name.Set && !locked.Set && !auto.Set) {
		return errMissingPerms
	}
	if !mod && (t.locked || locked.Set && locked.Value) {
		return errMissingPerms
	}
	if name.Set {
		ch.Name = name.Value
	}
	if auto.Set {
		t.autoArchive = auto.Value
	}
	if locked.Set {
		t.locked = locked.Value
	}
	if archived.Set {
		s.setArchived(ch, archived.Value)
	}
	s.emitThread(ch)
	return nil
}

func (s *Server) setArchived(ch *channel, archived bool) {
	now := s.Now()
	ch.thread.archived, ch.thread.archivedAt = archived, now
	if !archived {
		ch.thread.active = now
	}
}

func (s *Server) emitThread(ch *channel) {
	s.emit("THREAD_UPDATE", intentGuilds, s.audience(ch), func(u *user) any { return s.channelWire(ch, u) })
}

// archiveIdle puts threads to sleep whose time has come. The caller holds mu.
func (s *Server) archiveIdle() {
	now := s.Now()
	for _, ch := range s.world.channels {
		if t := ch.thread; t != nil && !t.archived && now.Sub(t.active) >= minutes(t.autoArchive) {
			s.setArchived(ch, true)
			s.emitThread(ch)
		}
	}
}

// join makes somebody a member of a thread, as writing in it or being mentioned there does. The caller holds mu.
func (s *Server) join(ch *channel, u *user) {
	if _, in := ch.thread.members[u.ID]; in {
		return
	}
	now := s.Now()
	ch.thread.members[u.ID] = now
	s.emit("THREAD_MEMBERS_UPDATE", intentGuilds, func(v *user) bool { return s.sees(v, ch) && (!v.bot || v == u) }, func(v *user) any {
		return map[string]any{"id": ch.ID, "guild_id": s.world.guildID, "member_count": len(ch.thread.members),
			"added_members": []any{ThreadMember{ID: ch.ID, UserID: u.ID, JoinedAt: Time{now}}}}
	})
}

func (s *Server) activeThreads(viewer *user) []*channel {
	var list []*channel
	for _, ch := range s.world.channels {
		if ch.thread != nil && !ch.thread.archived && s.sees(viewer, ch) {
			list = append(list, ch)
		}
	}
	slices.SortFunc(list, func(a, b *channel) int { return int(int64(b.ID) - int64(a.ID)) })
	return list
}

func (s *Server) getActiveThreads(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.threadList(s.activeThreads(c.who), c.who), nil
}

func (s *Server) threadList(list []*channel, viewer *user) map[string]any {
	threads, members := []Channel{}, []ThreadMember{}
	for _, ch := range list {
		w := s.channelWire(ch, viewer)
		threads = append(threads, w)
		if w.Member != nil {
			members = append(members, *w.Member)
		}
	}
	return map[string]any{"threads": threads, "members": members, "has_more": false}
}

func (s *Server) getArchivedThreads(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	parent, err := s.place(c, permReadHistory)
	if err != nil {
		return nil, err
	}
	var list []*channel
	for _, ch := range s.world.channels {
		if ch.parent == parent && ch.Type == typePublicThread && ch.thread.archived {
			list = append(list, ch)
		}
	}
	slices.SortFunc(list, func(a, b *channel) int { return b.thread.archivedAt.Compare(a.thread.archivedAt) })
	return s.threadList(list, c.who), nil
}

func (s *Server) getThreadMembers(c *call) (any, error) {
	ch, _, err := s.threadAndUser(c)
	if err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	list := []ThreadMember{}
	for id, at := range ch.thread.members {
		list = append(list, ThreadMember{ID: ch.ID, UserID: id, JoinedAt: Time{at}})
	}
	return list, nil
}

// threadAndUser finds the thread and the person of a membership request; on success mu is held.
func (s *Server) threadAndUser(c *call) (*channel, *user, error) {
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
		if who = s.world.users[uid]; who == nil {
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

func (s *Server) addThreadMember(c *call) (any, error) {
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

func (s *Server) removeThreadMember(c *call) (any, error) {
	ch, who, err := s.threadAndUser(c)
	if err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	if who != c.who && !s.permissions(c.who, ch).has(permManageThreads) {
		return nil, errMissingPerms
	}
	delete(ch.thread.members, who.ID)
	return nil, nil
}
