package person

import (
	"regexp"
	"slices"
	"strings"

	"yeye/bot/sandbox/client"
	"yeye/bot/sandbox/wire"
)

// Message is what a person sees of a message. Edited says that it was last seen in an update.
type Message struct {
	wire.Message
	Edited bool `json:"-"`
}

// What messages are made of.
type (
	Attachment = wire.Attachment
	Component  = wire.Component
	Option     = wire.SelectOption
	Choice     = wire.Choice
)

// A person has a line, and gives options to commands.
type (
	Line    = client.Line
	Event   = client.Event
	Refused = client.Refused
	Value   = client.Value
)

// Opt is an option's value, as [client.Opt] says.
func Opt(name string, value any) Value { return client.Opt(name, value) }

// File is an attachment option.
func File(name, filename string, data []byte) Value { return client.File(name, filename, data) }

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
// with or without the emoji of the piece. Further down a card may name the same move as an example of what to type, before
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
