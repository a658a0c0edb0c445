package sandbox

import (
	"slices"
	"unicode/utf8"

	"yeye/bot/sandbox/wire"
)

// reactionEndpoints serve reactions.
type reactionEndpoints struct{ *state }

// emojiOf reads the emoji of a path; only Unicode ones are supported here.
func emojiOf(c *call) (string, error) {
	e := c.r.PathValue("emoji")
	if e == "" || len(e) > 64 || !utf8.ValidString(e) || e[0] < 0x80 && !(len(e) > 1 && e[len(e)-1] >= 0x80) {
		return "", errUnknownEmoji
	}
	return e, nil
}

func (s reactionEndpoints) emit(event string, m *message, who *user, emoji string) {
	intent := m.channel.intent(intentGuildReactions, intentDirectReactions)
	s.hub.emit(event, intent, m.channel.guild, m.channel.visibleTo, func(*user) any {
		e := map[string]any{"user_id": who.ID, "message_id": m.id, "channel_id": m.channel.ID,
			"message_author_id": m.author.ID, "emoji": wire.Emoji{Name: emoji}, "burst": false, "type": 0}
		if !m.channel.isDM() {
			e["guild_id"] = m.channel.guild.ID
			if event == "MESSAGE_REACTION_ADD" {
				e["member"] = m.channel.guild.member(who, true)
			}
		}
		return e
	})
}

// namedReaction is the reaction that a path names: of a user to a message, with an emoji.
type namedReaction struct {
	*message
	emoji string
	who   *user
}

// reactionFromPath finds the reaction that a path names, wherever the user has a permission. The caller holds mu.
func (s reactionEndpoints) reactionFromPath(need permission) func(*call) (namedReaction, error) {
	return func(c *call) (a namedReaction, err error) {
		if a.emoji, err = emojiOf(c); err != nil {
			return a, err
		}
		if a.message, err = s.messageFromPath(c, need); err != nil {
			return a, err
		}
		if t := a.channel.thread; t != nil && t.archived {
			return a, errArchived
		}
		a.who, err = s.userFromPath(c)
		return a, err
	}
}

func (s reactionEndpoints) add(c *call, a namedReaction) (any, error) {
	m, emoji, who := a.message, a.emoji, a.who
	if who != c.user {
		return nil, errMissingPerms
	}
	i := slices.IndexFunc(m.reactions, func(r reaction) bool { return r.emoji == emoji })
	if i < 0 && !m.channel.permissions(who).has(permAddReactions) {
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
	s.emit("MESSAGE_REACTION_ADD", m, who, emoji)
	return nil, nil
}

func (s reactionEndpoints) remove(c *call, a namedReaction) (any, error) {
	m, emoji, who := a.message, a.emoji, a.who
	if who != c.user && !m.channel.permissions(c.user).has(permManageMessages) {
		return nil, errMissingPerms
	}
	i := slices.IndexFunc(m.reactions, func(r reaction) bool {
		return r.emoji == emoji && slices.Contains(r.users, who)
	})
	if i < 0 {
		return nil, errUnknownEmoji
	}
	list := slices.Clone(m.reactions)
	list[i].users = without(list[i].users, who)
	m.reactions = slices.DeleteFunc(list, func(r reaction) bool { return len(r.users) == 0 })
	s.emit("MESSAGE_REACTION_REMOVE", m, who, emoji)
	return nil, nil
}

func (s reactionEndpoints) list(_ *call, a namedReaction) (any, error) {
	list := []wire.User{}
	for _, r := range a.reactions {
		for _, u := range r.users {
			if r.emoji == a.emoji {
				list = append(list, u.wire())
			}
		}
	}
	return list, nil
}

func (s reactionEndpoints) clearAll(c *call, m *message) (any, error) {
	return s.clear(c, m, "MESSAGE_REACTION_REMOVE_ALL")
}
func (s reactionEndpoints) clearEmoji(c *call, m *message) (any, error) {
	return s.clear(c, m, "MESSAGE_REACTION_REMOVE_EMOJI")
}

func (s reactionEndpoints) clear(c *call, m *message, event string) (any, error) {
	if !m.channel.permissions(c.user).has(permManageMessages) {
		return nil, errMissingPerms
	}
	emoji := c.r.PathValue("emoji")
	m.reactions = slices.DeleteFunc(slices.Clone(m.reactions),
		func(r reaction) bool { return emoji == "" || r.emoji == emoji })
	s.emit(event, m, c.user, emoji)
	return nil, nil
}
