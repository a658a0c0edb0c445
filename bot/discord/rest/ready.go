package rest

import (
	"context"
	"time"

	"yeye/bot/id"
)

// ReadyToCreate waits until the rate limits would let a message be posted to a channel, but takes nothing from them: a caller with
// few slots for requests waits before it occupies one, and sends with [NoWait]. If that would be after ctx ends, the error is that
// of the request, which is [discord.ErrNotSent].
func (c *Client) ReadyToCreate(ctx context.Context, channel id.Channel) error {
	return c.ready(ctx, createRoute(channel))
}

// ReadyToEdit waits like ReadyToCreate, for an edit of a channel's messages.
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
