package rest

import (
	"context"
	"encoding/base64"
	"net/http"

	"yeye/bot/discord"
	"yeye/bot/discord/internal/wire"
	"yeye/bot/id"
)

func commandsRoute(method string, app id.App) route {
	return route{method: method, path: "/applications/" + string(app) + "/commands", key: "commands " + method,
		idempotent: true}
}

// Commands returns the application's registered commands, without the entry point of an Activity, which Discord has
// made.
func (c *Client) Commands(ctx context.Context, app id.App) (list []discord.Registered, err error) {
	err = c.call(ctx, commandsRoute(http.MethodGet, app), nil, func(data []byte) (err error) {
		list, err = wire.Registered(data)
		return err
	})
	return list, err
}

// OverwriteCommands replaces all registered commands by these and returns them as registered. The entry point of an
// Activity stays as it is: Discord refuses an overwrite without it, with code 50240.
func (c *Client) OverwriteCommands(ctx context.Context, app id.App,
	commands []discord.Command) (list []discord.Registered, err error) {
	var all []any
	there := commandsRoute(http.MethodGet, app)
	there.path += "?with_localizations=true"
	err = c.call(ctx, there, nil, func(data []byte) error {
		kept, err := wire.EntryPoints(data)
		for _, k := range kept {
			all = append(all, k)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, w := range wire.Commands(commands) {
		all = append(all, w)
	}
	err = c.callWith(ctx, commandsRoute(http.MethodPut, app), all, nil, func(data []byte) (err error) {
		list, err = wire.Registered(data)
		return err
	})
	return list, err
}

func emojiRoute(method string, app id.App, rest string) route {
	return route{
		method: method, path: "/applications/" + string(app) + "/emojis" + rest, key: "emojis " + method,
		idempotent: method == http.MethodDelete,
	}
}

type wireEmoji struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Emojis returns the application's own emoji.
func (c *Client) Emojis(ctx context.Context, app id.App) (all []discord.Emoji, err error) {
	err = c.call(ctx, emojiRoute(http.MethodGet, app, ""), nil, func(data []byte) error {
		var list struct {
			Items []wireEmoji `json:"items"`
		}
		err := wire.Decode(data, &list)
		for _, e := range list.Items {
			all = append(all, discord.Emoji(e))
		}
		return err
	})
	return all, err
}

// CreateEmoji uploads a PNG of at most 256 KiB under a name of 2–32 letters, digits and underscores that none of the
// application's emoji has yet.
func (c *Client) CreateEmoji(ctx context.Context, app id.App, name string, png []byte) (discord.Emoji, error) {
	var created string
	payload := map[string]string{"name": name, "image": "data:image/png;base64," +
		base64.StdEncoding.EncodeToString(png)}
	if err := c.callWith(ctx, emojiRoute(http.MethodPost, app, ""), payload, nil, readID(&created)); err != nil {
		return discord.Emoji{}, err
	}
	return discord.Emoji{ID: created, Name: name}, nil
}

// DeleteEmoji deletes one of the application's emoji.
func (c *Client) DeleteEmoji(ctx context.Context, app id.App, emoji string) error {
	return c.call(ctx, emojiRoute(http.MethodDelete, app, "/"+emoji), nil, nil)
}
