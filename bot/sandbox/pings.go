package sandbox

import (
	"slices"
	"strings"

	"yeye/bot/sandbox/wire"
)

// Ping is a push notification. Only new messages notify: no edits, no follow-ups of deferred responses, no ephemeral
// messages.
type Ping struct {
	UserID    Snowflake `json:"user_id"`
	Username  string    `json:"username"`
	MessageID Snowflake `json:"message_id"`
	ChannelID Snowflake `json:"channel_id"`
	AuthorID  Snowflake `json:"author_id"`
	Kind      string    `json:"kind"`    // mention, reply, everyone or dm
	Title     string    `json:"title"`   // author, and channel if not a DM
	Preview   string    `json:"preview"` // the text shown, at most 150 characters
	At        wire.Time `json:"at"`
}

const maxPings = 2000

// recordPings records whom a new message notifies. The caller holds mu.
func (s *state) recordPings(m *message) {
	if m.flags&(flagLoading|flagSilent) != 0 || m.kind == msgThreadCreated {
		return
	}
	for _, u := range s.people {
		if u == m.author || !m.channel.visibleTo(u) {
			continue
		}
		kind := ""
		switch mentioned := slices.Contains(m.mentions, u); {
		case m.channel.isDM():
			kind = "dm"
		case mentioned && !strings.Contains(m.content, "<@"+u.ID.String()+">") &&
			!strings.Contains(m.content, "<@!"+u.ID.String()+">"):
			kind = "reply"
		case mentioned:
			kind = "mention"
		case m.mentionsEveryone:
			kind = "everyone"
		default:
			continue
		}
		title := m.author.Name
		if !m.channel.isDM() {
			title += " (#" + m.channel.Name + ", " + m.channel.guild.name + ")"
		}
		s.pings = append(s.pings, Ping{u.ID, u.Username, m.id, m.channel.ID, m.author.ID, kind, title, s.preview(m),
			wire.At(s.Now())})
	}
	if len(s.pings) > maxPings {
		s.pings = slices.Clone(s.pings[len(s.pings)-maxPings:])
	}
}

// preview returns the text of a notification, as Discord does "" for a message with Components V2.
func (s *state) preview(m *message) string {
	text := s.notificationText(m.content)
	switch {
	case text != "" || m.flags&flagV2 != 0:
	case len(m.files) > 0:
		text = "Sent a file: " + m.files[0].Filename
	case len(m.embeds) > 0:
		text = "Sent an embed"
	}
	if r := []rune(text); len(r) > 150 {
		text = string(r[:149]) + "…"
	}
	return text
}
