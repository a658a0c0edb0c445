package rest

import (
	"context"
	"time"

	"yeye/bot/id"
)

// ReadyToCreate waits until the rate limits would let a message be posted to a channel, and takes nothing of them: a caller that
// sends few requests at a time waits before it occupies one of them, and sends with [NoWait]. If that would be after ctx ends, its
// error is as that of the request, which is [discord.ErrNotSent].
func (c *Client) ReadyToCreate(ctx context.Context, channel id.Channel) error {
	return c.ready(ctx, createRoute(channel))
}

// ReadyToEdit is ReadyToCreate for an edit of a channel's messages.
func (c *Client) ReadyToEdit(ctx context.Context, channel id.Channel) error {
	return c.ready(ctx, editRoute(channel, ""))
}

func (c *Client) ready(ctx context.Context, r route) error {
	for {
		pause, limit := c.limits.ready(r, time.Now())
		if pause <= 0 {
			return nil
		}
		if err := c.limits.hold(ctx, r, limit, pause); err != nil {
			return marked(err, false, false)
		}
	}
}
