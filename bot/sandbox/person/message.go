package person

import (
	"regexp"
	"slices"
	"strings"

	"yeye/bot/sandbox/client"
	"yeye/bot/sandbox/wire"
)

// Message is a message as a person sees it. Edited means that it was last seen in an update.
type Message struct {
	wire.Message
	Edited bool `json:"-"`
}

// The parts of messages.
type (
	Attachment   = wire.Attachment
	Component    = wire.Component
	SelectOption = wire.SelectOption
	Choice       = wire.Choice
)

// The types of a person's connection and options.
type (
	Line      = client.Conn
	Event     = client.Event
	HTTPError = client.HTTPError
	Option    = client.Option
)

// Opt returns an option with its value, see [client.Opt].
func Opt(name string, value any) Option { return client.Opt(name, value) }

// File returns an attachment option.
func File(name, filename string, data []byte) Option { return client.File(name, filename, data) }

// Ephemeral reports whether only this user sees the message.
func (m *Message) Ephemeral() bool { return m.Flags&64 != 0 }

// Loading reports whether the bot is still "thinking".
func (m *Message) Loading() bool { return m.Flags&128 != 0 }

// Controls returns all buttons, selects and inputs, in order.
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

// Condition is a condition on a message.
type Condition func(*Message) bool

func meetsAll(m *Message, all []Condition) bool {
	for _, c := range all {
		if !c(m) {
			return false
		}
	}
	return true
}

// In requires a message in a channel.
func In(channelID string) Condition { return func(m *Message) bool { return m.ChannelID == channelID } }

// Contains requires a text within the content.
func Contains(text string) Condition {
	return func(m *Message) bool { return strings.Contains(m.Content, text) }
}

// ShowsMove requires a card whose first line, the last moves, has this move, as in
//
//	Red `h2e2` · Black `h9g7`
//
// with or without the emoji of the piece, and with the move as the reader writes it. Further down a card may name the
// same move as an example of input, before anybody has made it.
func ShowsMove(move string) Condition {
	made := regexp.MustCompile(`^(.* · )?[\pL]+ (<:\w+:\d+> )?` + "`" + regexp.QuoteMeta(move) + "`( |$)")
	return func(m *Message) bool {
		first, _, _ := strings.Cut(m.Content, "\n")
		return len(m.Attachments) > 0 && made.MatchString(first)
	}
}

// FromBot requires a message by the bot, finished (not "thinking").
func FromBot() Condition { return func(m *Message) bool { return m.Author.Bot && !m.Loading() } }

// HasAttachment requires an attachment.
func HasAttachment() Condition { return func(m *Message) bool { return len(m.Attachments) > 0 } }

// HasControl requires a control, which [Message.Control] finds.
func HasControl(name string) Condition {
	return func(m *Message) bool {
		_, ok := m.Control(name)
		return ok
	}
}

// IsEphemeral requires a message that only this user sees.
func IsEphemeral() Condition { return func(m *Message) bool { return m.Ephemeral() } }

// Is requires the message with an id.
func Is(id string) Condition { return func(m *Message) bool { return m.ID == id } }
