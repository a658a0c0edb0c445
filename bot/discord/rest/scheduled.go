package rest

import (
	"context"
	"net/http"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// Discord's numbers for events that take place outside its channels, and for those that only members of the server see.
const (
	externalEvent = 3
	membersOnly   = 2
)

// CreateEvent schedules an event of a guild and returns its id.
func (c *Client) CreateEvent(ctx context.Context, g id.Guild, e discord.ScheduledEvent) (event string, err error) {
	payload := map[string]any{"name": e.Name, "description": e.About, "privacy_level": membersOnly,
		"entity_type":          externalEvent,
		"entity_metadata":      map[string]any{"location": e.Location},
		"scheduled_start_time": e.Start.UTC().Format(time.RFC3339),
		"scheduled_end_time":   e.End.UTC().Format(time.RFC3339)}
	err = c.callWith(ctx, route{method: http.MethodPost, path: "/guilds/" + string(g) + "/scheduled-events",
		key: "events " + string(g)}, payload, nil, readID(&event))
	return event, err
}

// DeleteEvent deletes a scheduled event of a guild.
func (c *Client) DeleteEvent(ctx context.Context, g id.Guild, event string) error {
	return c.callWith(ctx, route{method: http.MethodDelete, path: "/guilds/" + string(g) + "/scheduled-events/" + event,
		key: "events " + string(g)}, nil, nil, nil)
}
