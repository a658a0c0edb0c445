package gateway

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Create posts a message and returns its id. With a nonce it may be repeated
// after a fault; without one it is sent once.
func (s *Sender) Create(ctx context.Context, channel string, m Message) (string, error) {
	b, err := encode(m.json(), m.Files)
	if err != nil {
		return "", err
	}
	var made discordgo.Message
	err = s.call(ctx, route{
		method: http.MethodPost, path: "/channels/" + channel + "/messages", key: "create " + channel, again: m.Nonce != "",
	}, b, &made)
	return made.ID, err
}

// Edit replaces a message's content, controls and attachments.
func (s *Sender) Edit(ctx context.Context, channel, message string, m Message) error {
	_, err := s.EditAt(ctx, channel, message, m)
	return err
}

// EditAt is Edit and returns when it happened by Discord's time, zero if Discord
// did not say.
func (s *Sender) EditAt(ctx context.Context, channel, message string, m Message) (time.Time, error) {
	b, err := encode(m.json(), m.Files)
	if err != nil {
		return time.Time{}, err
	}
	var edited struct {
		At time.Time `json:"edited_timestamp"`
	}
	err = s.call(ctx, route{
		method: http.MethodPatch, path: "/channels/" + channel + "/messages/" + message, key: "edit " + channel, again: true,
	}, b, &edited)
	return edited.At, err
}

// Delete removes a message.
func (s *Sender) Delete(ctx context.Context, channel, message string) error {
	return s.call(ctx, route{
		method: http.MethodDelete, path: "/channels/" + channel + "/messages/" + message, key: "delete " + channel, again: true,
	}, nil, nil)
}

// Recent is up to limit of a channel's messages, newest first: the last ones, or
// the first ones after a given message.
func (s *Sender) Recent(ctx context.Context, channel string, limit int, after string) ([]*discordgo.Message, error) {
	q := url.Values{"limit": {strconv.Itoa(limit)}}
	if after != "" {
		q.Set("after", after)
	}
	var list []*discordgo.Message
	err := s.call(ctx, route{
		method: http.MethodGet, path: "/channels/" + channel + "/messages?" + q.Encode(), key: "read " + channel,
	}, nil, &list)
	return list, err
}

// Channel is what Discord says of a channel or thread.
func (s *Sender) Channel(ctx context.Context, id string) (*discordgo.Channel, error) {
	c := &discordgo.Channel{}
	err := s.call(ctx, route{method: http.MethodGet, path: "/channels/" + id, key: "channel " + id}, nil, c)
	return c, err
}

// StartThread opens a public thread that archives itself after a day.
func (s *Sender) StartThread(ctx context.Context, channel, name string) (*discordgo.Channel, error) {
	b, err := encode(map[string]any{"name": name, "type": discordgo.ChannelTypeGuildPublicThread, "auto_archive_duration": 1440}, nil)
	if err != nil {
		return nil, err
	}
	c := &discordgo.Channel{}
	err = s.call(ctx, route{method: http.MethodPost, path: "/channels/" + channel + "/threads", key: "thread " + channel}, b, c)
	return c, err
}

// Unarchive opens an archived thread again.
func (s *Sender) Unarchive(ctx context.Context, thread string) error {
	return s.setArchived(ctx, thread, false)
}

// Archive puts a thread of the bot's own away.
func (s *Sender) Archive(ctx context.Context, thread string) error {
	return s.setArchived(ctx, thread, true)
}

func (s *Sender) setArchived(ctx context.Context, thread string, archived bool) error {
	b, err := encode(map[string]any{"archived": archived}, nil)
	if err != nil {
		return err
	}
	return s.call(ctx, route{method: http.MethodPatch, path: "/channels/" + thread, key: "channel " + thread, again: true}, b, nil)
}

// OpenDM is the channel of the conversation with a user.
func (s *Sender) OpenDM(ctx context.Context, user string) (string, error) {
	b, err := encode(map[string]any{"recipient_id": user}, nil)
	if err != nil {
		return "", err
	}
	var c discordgo.Channel
	err = s.call(ctx, route{method: http.MethodPost, path: "/users/@me/channels", key: "dm", again: true}, b, &c)
	return c.ID, err
}

// Typing shows for some seconds that the bot is at work.
func (s *Sender) Typing(ctx context.Context, channel string) error {
	return s.call(ctx, route{method: http.MethodPost, path: "/channels/" + channel + "/typing", key: "typing " + channel, again: true}, nil, nil)
}
