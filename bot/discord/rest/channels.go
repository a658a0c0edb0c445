package rest

import (
	"context"
	"errors"
	"net/http"

	"yeye/bot/discord"
	"yeye/bot/discord/internal/wire"
	"yeye/bot/id"
)

// Channel fetches a channel or thread.
func (c *Client) Channel(ctx context.Context, channel id.Channel) (v discord.Channel, err error) {
	err = c.call(ctx, route{method: http.MethodGet, path: "/channels/" + string(channel),
		key: "channel " + string(channel)}, nil, func(data []byte) (err error) {
		v, err = wire.Channel(data)
		return err
	})
	return v, err
}

const (
	newsThread   = 10   // Discord's number
	publicThread = 11   // likewise
	archiveAfter = 1440 // minutes without a message
)

// StartThread opens a public thread that archives itself after a day. Announcement channels have another kind of
// threads, and refuse the ordinary one: which kind of channel it is need not be asked first.
func (c *Client) StartThread(ctx context.Context, channel id.Channel, name string) (id.Channel, error) {
	thread, err := c.startThread(ctx, channel, name, publicThread)
	if api := discord.AsAPIError(err); api == nil || api.Status != http.StatusBadRequest {
		return thread, err
	}
	if thread, other := c.startThread(ctx, channel, name, newsThread); other == nil ||
		errors.Is(other, discord.ErrUncertain) {
		return thread, other
	}
	return "", err
}

func (c *Client) startThread(ctx context.Context, channel id.Channel, name string,
	kind int) (thread id.Channel, err error) {
	err = c.callWith(ctx, route{method: http.MethodPost, path: "/channels/" + string(channel) + "/threads",
		key: "thread " + string(channel)},
		map[string]any{"name": name, "type": kind, "auto_archive_duration": archiveAfter}, nil, readID(&thread))
	return thread, err
}

// Threads lists the active threads of a guild.
func (c *Client) Threads(ctx context.Context, g id.Guild) (all []discord.Thread, err error) {
	err = c.call(ctx, route{method: http.MethodGet, path: "/guilds/" + string(g) + "/threads/active",
		key: "threads " + string(g)}, nil, func(data []byte) (err error) {
		all, err = wire.Threads(data)
		return err
	})
	return all, err
}

// Archive archives a thread that the bot created.
func (c *Client) Archive(ctx context.Context, thread id.Channel) error {
	return c.change(ctx, thread, map[string]any{"archived": true})
}

// Unarchive reopens an archived thread.
func (c *Client) Unarchive(ctx context.Context, thread id.Channel) error {
	return c.change(ctx, thread, map[string]any{"archived": false})
}

// RenameThread renames a thread that the bot created, and reopens it if it is archived: Discord renames no other. A
// name has at most 100 characters. Discord allows it twice in ten minutes.
func (c *Client) RenameThread(ctx context.Context, thread id.Channel, name string) error {
	return c.change(ctx, thread, map[string]any{"name": name, "archived": false})
}

func (c *Client) change(ctx context.Context, thread id.Channel, to map[string]any) error {
	return c.callWith(ctx, route{method: http.MethodPatch, path: "/channels/" + string(thread),
		key: "channel " + string(thread), idempotent: true}, to, nil, nil)
}

// OpenDM returns the channel of the direct conversation with a user.
func (c *Client) OpenDM(ctx context.Context, user id.Player) (channel id.Channel, err error) {
	err = c.callWith(ctx, route{method: http.MethodPost, path: "/users/@me/channels", key: "dm", idempotent: true},
		map[string]any{"recipient_id": user}, nil, readID(&channel))
	return channel, err
}
