package sandbox

import (
	"regexp"
	"slices"
	"strings"
)

// allowedMentions is Discord's allowed_mentions: which mentions in a text ping.
type allowedMentions struct {
	Parse       []string    `json:"parse"`
	Users       []Snowflake `json:"users"`
	Roles       []Snowflake `json:"roles"`
	RepliedUser bool        `json:"replied_user"`
}

func (a *allowedMentions) check(f *formErrors) {
	for i, p := range a.Parse {
		f.choice(joinPath("allowed_mentions.parse", i), slices.Contains([]string{"users", "roles", "everyone"}, p),
			"'users', 'roles', 'everyone'")
	}
	if slices.Contains(a.Parse, "users") && len(a.Users) > 0 {
		f.add("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
			`parse:["users"] and users: [ids...] are mutually exclusive.`)
	}
	f.count("allowed_mentions.users", len(a.Users), 0, 100)
}

var (
	mentionPattern  = regexp.MustCompile(`<@!?(\d{1,20})>`)
	everyonePattern = regexp.MustCompile(`@(everyone|here)\b`)
	channelPattern  = regexp.MustCompile(`<#(\d{1,20})>`)
)

// resolveMentions sets the mentions of a message. If allowed is nil, every mention pings, and a reply pings the author
// of the message it replies to; otherwise only the mentions that allowed lists do. The caller holds mu.
func (s *state) resolveMentions(m *message, allowed *allowedMentions, replied *message) {
	m.mentions, m.mentionsEveryone = nil, false
	all := allowed == nil
	add := func(u *user) {
		if u != nil && !slices.Contains(m.mentions, u) && (!m.channel.isDM() || m.channel.hasRecipient(u)) {
			m.mentions = append(m.mentions, u)
		}
	}
	for _, match := range mentionPattern.FindAllStringSubmatch(m.content, -1) {
		id, err := ParseSnowflake(match[1])
		if err == nil && (all || slices.Contains(allowed.Parse, "users") || slices.Contains(allowed.Users, id)) {
			add(s.users[id])
		}
	}
	// A reply to an interaction's response mentions nobody: discord/discord-api-docs#5395.
	if replied != nil && !replied.webhook && (all || allowed.RepliedUser) {
		add(replied.author)
	}
	if everyonePattern.MatchString(m.content) && (all || slices.Contains(allowed.Parse, "everyone")) {
		m.mentionsEveryone = m.channel.permissions(m.author).has(permMentionEveryone)
	}
}

// notificationText returns a text with names in place of the ids of mentions.
func (s *state) notificationText(text string) string {
	text = mentionPattern.ReplaceAllStringFunc(text, func(tag string) string {
		id, _ := ParseSnowflake(strings.Trim(tag, "<@!>"))
		if u := s.users[id]; u != nil {
			return "@" + u.Name
		}
		return "@unknown-user"
	})
	return channelPattern.ReplaceAllStringFunc(text, func(tag string) string {
		id, _ := ParseSnowflake(strings.Trim(tag, "<#>"))
		if c := s.channels[id]; c != nil {
			return "#" + c.Name
		}
		return "#unknown"
	})
}
