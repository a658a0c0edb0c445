package person

import (
	"regexp"
	"slices"
	"strings"
	"time"
)

// Message is what a person sees of a message. Edited says that it was last seen in an update.
type Message struct {
	ID        string `json:"id"`
	ChannelID string `json:"channel_id"`
	GuildID   string `json:"guild_id"`
	Type      int    `json:"type"`
	Content   string `json:"content"`
	Flags     int    `json:"flags"`
	Author    struct {
		ID       string `json:"id"`
		Username string `json:"username"`
		Bot      bool   `json:"bot"`
	} `json:"author"`
	Mentions []struct {
		ID string `json:"id"`
	} `json:"mentions"`
	Attachments []Attachment `json:"attachments"`
	Components  []Component  `json:"components"`
	Reactions   []struct {
		Emoji struct {
			Name string `json:"name"`
		} `json:"emoji"`
		Count int `json:"count"`
	} `json:"reactions"`
	Timestamp       time.Time  `json:"timestamp"`
	EditedTimestamp *time.Time `json:"edited_timestamp"`
	Reference       *struct {
		MessageID string `json:"message_id"`
	} `json:"message_reference"`
	Thread *struct {
		ID string `json:"id"`
	} `json:"thread"`
	Metadata *struct { // of the interaction that the message answers
		ID string `json:"id"`
	} `json:"interaction_metadata"`
	Edited bool `json:"-"`
}

// Attachment is a file; Description is its alt text.
type Attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description"`
	URL         string `json:"url"`
	Width       int    `json:"width"`
	Height      int    `json:"height"`
}

// Component is a row, button, select or input.
type Component struct {
	Type        int         `json:"type"`
	CustomID    string      `json:"custom_id"`
	Label       string      `json:"label"`
	Style       int         `json:"style"`
	Disabled    bool        `json:"disabled"`
	Placeholder string      `json:"placeholder"`
	Value       string      `json:"value"`
	URL         string      `json:"url"`
	Options     []Option    `json:"options"`
	Components  []Component `json:"components"`
	Component   *Component  `json:"component"`
}

// Option is one choice of a select.
type Option struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description"`
	Emoji       *Emoji `json:"emoji"`
}

// Emoji is a picture on a choice. ID is "" for one written in Unicode.
type Emoji struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Private reports whether only this person sees the message.
func (m *Message) Private() bool { return m.Flags&64 != 0 }

// Loading reports whether the bot is still "thinking".
func (m *Message) Loading() bool { return m.Flags&128 != 0 }

// Controls gives all buttons, selects and inputs, in order.
func (m *Message) Controls() []Component { return controls(m.Components) }

func controls(list []Component) []Component {
	var out []Component
	for _, c := range list {
		if c.CustomID != "" || c.URL != "" {
			out = append(out, c)
		}
		if c.Component != nil {
			out = append(out, controls([]Component{*c.Component})...)
		}
		out = append(out, controls(c.Components)...)
	}
	return out
}

// Control finds a control by custom id, label or placeholder; then by the start of its custom id.
func (m *Message) Control(name string) (Component, bool) {
	list := m.Controls()
	for _, fits := range []func(Component) bool{
		func(c Component) bool { return c.CustomID == name || c.Label == name || c.Placeholder == name },
		func(c Component) bool { return strings.HasPrefix(c.CustomID, name) },
	} {
		if i := slices.IndexFunc(list, fits); i >= 0 {
			return list[i], true
		}
	}
	return Component{}, false
}

// Condition is something a message may meet.
type Condition func(*Message) bool

func meets(m *Message, all []Condition) bool {
	for _, c := range all {
		if !c(m) {
			return false
		}
	}
	return true
}

// In wants a message of a channel.
func In(channelID string) Condition { return func(m *Message) bool { return m.ChannelID == channelID } }

// Contains wants a text within the content.
func Contains(text string) Condition {
	return func(m *Message) bool { return strings.Contains(m.Content, text) }
}

// Moved wants a card that says that a move was made: among the last ones, which are its first line, as in
//
//	Red `h2e2` C2=5 · Black `h9g7` H8+7
//
// with or without the emoji of the man. Further down a card may name the same move as an example of what to type, before
// anybody has made it.
func Moved(move string) Condition {
	made := regexp.MustCompile(`^(.* · )?[\pL]+ (<:\w+:\d+> )?` + "`" + regexp.QuoteMeta(move) + "` ")
	return func(m *Message) bool {
		first, _, _ := strings.Cut(m.Content, "\n")
		return len(m.Attachments) > 0 && made.MatchString(first)
	}
}

// FromBot wants a message the bot wrote, finished (not "thinking").
func FromBot() Condition { return func(m *Message) bool { return m.Author.Bot && !m.Loading() } }

// WithPicture wants an attachment.
func WithPicture() Condition { return func(m *Message) bool { return len(m.Attachments) > 0 } }

// IsPrivate wants a message only this person sees.
func IsPrivate() Condition { return func(m *Message) bool { return m.Private() } }

// Is wants a certain message.
func Is(id string) Condition { return func(m *Message) bool { return m.ID == id } }
