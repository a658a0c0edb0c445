package wire

import (
	"cmp"
	"encoding/json"

	"yeye/bot/discord"
	"yeye/bot/id"
)

type user struct {
	ID         id.Player `json:"id"`
	Username   string    `json:"username"`
	GlobalName string    `json:"global_name"`
	Bot        bool      `json:"bot"`
}

func (u user) value() discord.User {
	return discord.User{ID: u.ID, Name: cmp.Or(u.GlobalName, u.Username), Bot: u.Bot}
}

// User reads a user.
func User(data []byte) (discord.User, error) {
	var u user
	err := Decode(data, &u)
	return u.value(), err
}

type attachment struct {
	Filename    string `json:"filename"`
	ContentType string `json:"content_type"`
	URL         string `json:"url"`
	Size        int64  `json:"size"`
}

func (a attachment) value() discord.Attachment {
	return discord.Attachment{Name: a.Filename, ContentType: a.ContentType, URL: a.URL, Size: a.Size}
}

// component is any control or a container of some: rows, sections with an accessory, labels with a component.
type component struct {
	CustomID   string      `json:"custom_id"`
	Components []component `json:"components"`
	Accessory  *component  `json:"accessory"`
	Component  *component  `json:"component"`
}

func (c *component) customIDs(list []string) []string {
	if c == nil {
		return list
	}
	if c.CustomID != "" {
		list = append(list, c.CustomID)
	}
	for i := range c.Components {
		list = c.Components[i].customIDs(list)
	}
	return c.Component.customIDs(c.Accessory.customIDs(list))
}

type message struct {
	ID          id.Message        `json:"id"`
	Channel     id.Channel        `json:"channel_id"`
	Guild       id.Guild          `json:"guild_id"`
	Type        int               `json:"type"`
	Flags       int64             `json:"flags"`
	Author      user              `json:"author"`
	WebhookID   string            `json:"webhook_id"`
	Content     string            `json:"content"`
	Components  []component       `json:"components"`
	Attachments []attachment      `json:"attachments"`
	Reactions   []json.RawMessage `json:"reactions"`
	Reference   struct {
		Message id.Message `json:"message_id"`
		Channel id.Channel `json:"channel_id"`
	} `json:"message_reference"`
	Referenced struct {
		Author struct {
			ID id.Player `json:"id"`
		} `json:"author"`
	} `json:"referenced_message"`
}

const (
	typeOpened  = 18 // Discord says that a thread was opened
	typeReply   = 19
	flagPrivate = 1 << 6
)

func (m *message) value() *discord.Received {
	r := &discord.Received{
		ID: m.ID, Channel: m.Channel, Guild: m.Guild, Author: m.Author.value(), Webhook: m.WebhookID != "",
		Content: m.Content, Ephemeral: m.Flags&flagPrivate != 0, Reactions: len(m.Reactions),
	}
	switch m.Type { // pins and forwards refer to messages as well
	case typeReply:
		r.RepliesTo, r.RepliedUser = m.Reference.Message, m.Referenced.Author.ID
	case typeOpened:
		r.OpenedThread = m.Reference.Channel
	}
	for i := range m.Components {
		r.CustomIDs = m.Components[i].customIDs(r.CustomIDs)
	}
	for _, a := range m.Attachments {
		r.Attachments = append(r.Attachments, a.value())
	}
	return r
}

// Message reads a message.
func Message(data []byte) (*discord.Received, error) {
	var m message
	if err := Decode(data, &m); err != nil {
		return nil, err
	}
	return m.value(), nil
}

// Messages reads a list of messages. It keeps every one, even if it understood little of it: the length of the list
// shows whether there are more.
func Messages(data []byte) ([]discord.Received, error) {
	var list []message
	if err := Decode(data, &list); err != nil {
		return nil, err
	}
	all := make([]discord.Received, len(list))
	for i := range list {
		all[i] = *list[i].value()
	}
	return all, nil
}
