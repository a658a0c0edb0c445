package sandbox

import (
	"slices"
	"unicode/utf8"
)

// emojiOf reads the emoji of a path; only Unicode ones exist here.
func emojiOf(c *call) (string, error) {
	e := c.r.PathValue("emoji")
	if e == "" || len(e) > 64 || !utf8.ValidString(e) || e[0] < 0x80 && !(len(e) > 1 && e[len(e)-1] >= 0x80) {
		return "", errUnknownEmoji
	}
	return e, nil
}

func (s *Server) emitReaction(event string, m *message, who *user, emoji string) {
	intent := intentGuildReactions
	if m.channel.isDM() {
		intent = intentDirectReactions
	}
	s.emit(event, intent, s.audience(m.channel), func(*user) any {
		e := map[string]any{"user_id": who.ID, "message_id": m.id, "channel_id": m.channel.ID, "message_author_id": m.author.ID,
			"emoji": Emoji{Name: emoji}, "burst": false, "type": 0}
		if !m.channel.isDM() {
			e["guild_id"] = s.world.guildID
			if event == "MESSAGE_REACTION_ADD" {
				e["member"] = s.member(who, true)
			}
		}
		return e
	})
}

// reactionTarget finds message, emoji and person of a reaction request. The caller holds mu.
func (s *Server) reactionTarget(c *call, need permission) (*message, string, *user, error) {
	emoji, err := emojiOf(c)
	if err != nil {
		return nil, "", nil, err
	}
	ch, m, err := s.reachMessage(c, need)
	if err != nil {
		return nil, "", nil, err
	}
	if ch.thread != nil && ch.thread.archived {
		return nil, "", nil, errArchived
	}
	who := c.who
	if c.r.PathValue("user") != "" {
		id, err := c.id("user")
		if err != nil {
			return nil, "", nil, err
		}
		if who = s.world.users[id]; who == nil {
			return nil, "", nil, errUnknownUser
		}
	}
	return m, emoji, who, nil
}

func (s *Server) addReaction(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, emoji, who, err := s.reactionTarget(c, permReadHistory)
	if err != nil {
		return nil, err
	}
	if who != c.who {
		return nil, errMissingPerms
	}
	i := slices.IndexFunc(m.reactions, func(r reaction) bool { return r.emoji == emoji })
	if i < 0 && !s.permissions(who, m.channel).has(permAddReactions) {
		return nil, errMissingPerms
	}
	list := slices.Clone(m.reactions)
	if i < 0 {
		list = append(list, reaction{emoji: emoji})
		i = len(list) - 1
	}
	if slices.Contains(list[i].users, who) {
		return nil, nil
	}
	list[i].users = append(slices.Clone(list[i].users), who)
	m.reactions = list
	s.emitReaction("MESSAGE_REACTION_ADD", m, who, emoji)
	return nil, nil
}

func (s *Server) removeReaction(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, emoji, who, err := s.reactionTarget(c, 0)
	if err != nil {
		return nil, err
	}
	if who != c.who && !s.permissions(c.who, m.channel).has(permManageMessages) {
		return nil, errMissingPerms
	}
	i := slices.IndexFunc(m.reactions, func(r reaction) bool { return r.emoji == emoji && slices.Contains(r.users, who) })
	if i < 0 {
		return nil, errUnknownEmoji
	}
	list := slices.Clone(m.reactions)
	list[i].users = slices.DeleteFunc(slices.Clone(list[i].users), func(u *user) bool { return u == who })
	m.reactions = slices.DeleteFunc(list, func(r reaction) bool { return len(r.users) == 0 })
	s.emitReaction("MESSAGE_REACTION_REMOVE", m, who, emoji)
	return nil, nil
}

func (s *Server) getReactions(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, emoji, _, err := s.reactionTarget(c, permReadHistory)
	if err != nil {
		return nil, err
	}
	list := []User{}
	for _, r := range m.reactions {
		for _, u := range r.users {
			if r.emoji == emoji {
				list = append(list, u.wire())
			}
		}
	}
	return list, nil
}

func (s *Server) clearReactions(c *call) (any, error) {
	return s.clear(c, "MESSAGE_REACTION_REMOVE_ALL")
}
func (s *Server) clearEmoji(c *call) (any, error) { return s.clear(c, "MESSAGE_REACTION_REMOVE_EMOJI") }

func (s *Server) clear(c *call, event string) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, m, err := s.reachMessage(c, 0)
	if err != nil {
		return nil, err
	}
	if !s.permissions(c.who, ch).has(permManageMessages) {
		return nil, errMissingPerms
	}
	emoji := c.r.PathValue("emoji")
	m.reactions = slices.DeleteFunc(slices.Clone(m.reactions), func(r reaction) bool { return emoji == "" || r.emoji == emoji })
	s.emitReaction(event, m, c.who, emoji)
	return nil, nil
}
