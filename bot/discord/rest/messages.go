package rest

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"yeye/bot/discord"
	"yeye/bot/discord/internal/wire"
	"yeye/bot/id"
)

func createRoute(channel id.Channel) route {
	return route{method: http.MethodPost, path: messagesPath(channel), key: "create " + string(channel)}
}

func editRoute(channel id.Channel, message id.Message) route {
	return route{method: http.MethodPatch, path: messagesPath(channel) + "/" + string(message),
		key: "edit " + string(channel), idempotent: true}
}

func messagesPath(channel id.Channel) string { return "/channels/" + string(channel) + "/messages" }

// Create posts a message and returns its id. With a nonce it may be retried after a fault; without one it is sent once.
func (c *Client) Create(ctx context.Context, channel id.Channel, m discord.Message) (message id.Message, err error) {
	r := createRoute(channel)
	r.idempotent = m.Nonce != ""
	err = c.callWith(ctx, r, wire.Post(&m), m.Files, readID(&message))
	return message, err
}

// errNoID is a response without the id of the object that was created.
var errNoID = errors.New("the response contains no id")

// readID reads the id alone, which is all that callers need.
func readID[T ~string](out *T) reader {
	return func(data []byte) error {
		var created struct {
			ID T `json:"id"`
		}
		if err := wire.Decode(data, &created); err != nil {
			return err
		}
		if created.ID == "" {
			return errNoID
		}
		*out = created.ID
		return nil
	}
}

// EditAt replaces a message's content, controls and attachments. It returns when, by Discord's time, zero if Discord
// did not say.
func (c *Client) EditAt(ctx context.Context, channel id.Channel, message id.Message,
	m discord.Message) (at time.Time, err error) {
	err = c.callWith(ctx, editRoute(channel, message), wire.Edit(&m), m.Files, func(data []byte) error {
		var edited struct {
			At string `json:"edited_timestamp"`
		}
		_ = wire.Decode(data, &edited) // the edit is done, whatever the response looks like
		at = wire.Time(edited.At)
		return nil
	})
	return at, err
}

// Delete deletes a message.
func (c *Client) Delete(ctx context.Context, channel id.Channel, message id.Message) error {
	return c.call(ctx, route{
		method: http.MethodDelete, path: messagesPath(channel) + "/" + string(message),
		key: "delete " + string(channel), idempotent: true,
	}, nil, nil)
}

// Recent returns up to limit of a channel's messages, at most 100, newest first: the last ones, or the first ones after
// a given message. Parts of a message that it does not understand are left out.
func (c *Client) Recent(ctx context.Context, channel id.Channel, limit int,
	after id.Message) (list []discord.Received, err error) {
	q := url.Values{"limit": {strconv.Itoa(limit)}}
	if after != "" {
		q.Set("after", string(after))
	}
	err = c.call(ctx, route{
		method: http.MethodGet, path: messagesPath(channel) + "?" + q.Encode(), key: "read " + string(channel),
	}, nil, func(data []byte) (err error) {
		list, err = wire.Messages(data)
		return err
	})
	return list, err
}

// Typing shows for some seconds that the bot is busy.
func (c *Client) Typing(ctx context.Context, channel id.Channel) error {
	return c.call(ctx, route{
		method: http.MethodPost, path: "/channels/" + string(channel) + "/typing", key: "typing " + string(channel),
		idempotent: true,
	}, nil, nil)
}
