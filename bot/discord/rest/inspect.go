package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"yeye/bot/discord"
	"yeye/bot/discord/internal/wire"
	"yeye/bot/id"
)

// The following functions only ask. None of them spends a new session, of which there are a thousand a day.

var errNoAddress = errors.New("the response contains no address")

// Address returns the gateway's address, which needs no token.
func (c *Client) Address(ctx context.Context) (address string, err error) {
	err = c.call(ctx, route{method: http.MethodGet, path: "/gateway", key: "gateway", exempt: true}, nil,
		func(data []byte) error {
			var answer struct {
				URL string `json:"url"`
			}
			if err := wire.Decode(data, &answer); err != nil {
				return err
			}
			address = answer.URL
			return nil
		})
	if err == nil && address == "" {
		err = errNoAddress
	}
	return address, err
}

// SessionStarts returns how many new sessions Discord still allows, where they begin, and how many shards it advises.
func (c *Client) SessionStarts(ctx context.Context) (s discord.SessionStarts, err error) {
	err = c.call(ctx, route{method: http.MethodGet, path: "/gateway/bot", key: "gateway"}, nil,
		func(data []byte) error {
			var answer struct {
				URL    string `json:"url"`
				Shards int    `json:"shards"`
				Limit  struct {
					Total          int   `json:"total"`
					Remaining      int   `json:"remaining"`
					ResetAfter     int64 `json:"reset_after"` // in milliseconds
					MaxConcurrency int   `json:"max_concurrency"`
				} `json:"session_start_limit"`
			}
			if err := wire.Decode(data, &answer); err != nil {
				return err
			}
			l := answer.Limit
			s = discord.SessionStarts{
				URL: answer.URL, Shards: answer.Shards, Total: l.Total, Remaining: l.Remaining,
				ResetAfter: time.Duration(l.ResetAfter) * time.Millisecond, MaxConcurrency: max(1, l.MaxConcurrency),
			}
			return nil
		})
	return s, err
}

// CheckHello opens the gateway at an address and waits for its HELLO, up to 15 s.
func (c *Client) CheckHello(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	address, err := wire.DialAddress(address)
	if err != nil {
		return err
	}
	conn, _, err := websocket.DefaultDialer.DialContext(ctx, address, nil)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetReadLimit(64 << 10)
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	_, data, err := conn.ReadMessage()
	if err != nil {
		return err
	}
	if f, err := wire.ReadFrame(data); err != nil || f.Op != wire.OpHello {
		return fmt.Errorf("it sent %.40q, not Discord's hello", data)
	}
	return conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, ""),
		time.Now().Add(time.Second))
}

// Me returns the user that the token belongs to.
func (c *Client) Me(ctx context.Context) (u discord.User, err error) {
	err = c.call(ctx, route{method: http.MethodGet, path: "/users/@me", key: "me"}, nil, func(data []byte) (err error) {
		u, err = wire.User(data)
		return err
	})
	return u, err
}

// Application returns the application that the token belongs to.
func (c *Client) Application(ctx context.Context) (a discord.Application, err error) {
	err = c.call(ctx, route{method: http.MethodGet, path: "/applications/@me", key: "app"}, nil,
		func(data []byte) error {
			var w struct {
				ID       id.App `json:"id"`
				Name     string `json:"name"`
				Flags    int64  `json:"flags"`
				Endpoint string `json:"interactions_endpoint_url"`
			}
			err := wire.Decode(data, &w)
			const content, limited = 1 << 18, 1 << 19 // granted for many servers, or limited to few
			a = discord.Application{ID: w.ID, Name: w.Name, ReadsContent: w.Flags&(content|limited) != 0,
				Endpoint: w.Endpoint}
			return err
		})
	return a, err
}

const (
	// guildsPage is the number of guilds on a page of Discord's list.
	guildsPage = 200
	// maxGuilds bounds the list: more than one connection may have.
	maxGuilds = 4000
)

// Guilds returns the guilds that the bot is in, at most 4000.
func (c *Client) Guilds(ctx context.Context) (all []discord.GuildName, err error) {
	for after := id.Guild("0"); len(all) < maxGuilds; {
		page, err := c.guildsAfter(ctx, after)
		if err != nil {
			return nil, err
		}
		all = append(all, page...)
		if len(page) < guildsPage {
			break
		}
		after = page[len(page)-1].ID
	}
	return all, nil
}

func (c *Client) guildsAfter(ctx context.Context, after id.Guild) (page []discord.GuildName, err error) {
	path := fmt.Sprintf("/users/@me/guilds?with_counts=true&limit=%d&after=%s", guildsPage, after)
	err = c.call(ctx, route{method: http.MethodGet, path: path, key: "guilds"}, nil, func(data []byte) error {
		var list []struct {
			ID      id.Guild `json:"id"`
			Name    string   `json:"name"`
			Members int      `json:"approximate_member_count"`
		}
		err := wire.Decode(data, &list)
		for _, g := range list {
			page = append(page, discord.GuildName(g))
		}
		return err
	})
	return page, err
}
