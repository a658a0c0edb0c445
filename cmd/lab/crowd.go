package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"yeye/bot/sandbox"
	"yeye/bot/sandbox/client"
)

// crowd is one account of a sandbox that plays at many tables. Unlike package
// person it keeps no messages, so that it can run for hours.
type crowd struct {
	*client.Line
	control string // the address of the sandbox's control endpoints
	nonce   atomic.Int64

	mu       sync.Mutex
	tables   map[string]chan seen         // by channel
	outcomes map[string]chan acknowledged // by nonce
	commands map[string]client.Command    // by name
}

// seen is a message of the bot, new or changed, and when it arrived.
type seen struct {
	at      time.Time
	ID      string
	Channel string `json:"channel_id"`
	Content string `json:"content"`
	Flags   int    `json:"flags"`
	Author  struct {
		Bot bool `json:"bot"`
	} `json:"author"`
	Attachments []json.RawMessage `json:"attachments"`
	Components  []struct {
		Components []struct {
			CustomID    string `json:"custom_id"`
			Placeholder string `json:"placeholder"`
			Type        int    `json:"type"`
		} `json:"components"`
	} `json:"components"`
}

// acknowledged is the client's information about an interaction.
type acknowledged struct {
	at time.Time
	ok bool
}

func joinCrowd(ctx context.Context, info sandbox.Info, user int) (*crowd, error) {
	c := &crowd{tables: map[string]chan seen{}, outcomes: map[string]chan acknowledged{}, commands: map[string]client.Command{},
		control: info.URL}
	line, err := client.Dial(ctx, info.API, info.Users[user].Token, c.hear)
	if err != nil {
		return nil, err
	}
	c.Line = line
	return c, nil
}

// hear passes an event to its table.
func (c *crowd) hear(e client.Event) {
	now := time.Now()
	switch e.Type {
	case "MESSAGE_CREATE", "MESSAGE_UPDATE":
		m := seen{at: now}
		if json.Unmarshal(e.Data, &m) == nil && m.Author.Bot {
			c.pass(m)
		}
	case "INTERACTION_SUCCESS", "INTERACTION_FAILURE":
		var n struct {
			Nonce string `json:"nonce"`
		}
		json.Unmarshal(e.Data, &n)
		c.mu.Lock()
		ch := c.outcomes[n.Nonce]
		delete(c.outcomes, n.Nonce)
		c.mu.Unlock()
		if ch != nil {
			ch <- acknowledged{now, e.Type == "INTERACTION_SUCCESS"}
		}
	}
}

func (c *crowd) pass(m seen) {
	c.mu.Lock()
	ch := c.tables[m.Channel]
	c.mu.Unlock()
	if ch != nil {
		ch <- m
	}
}

// table opens the stream of the bot's messages in a channel.
func (c *crowd) table(channel string) chan seen {
	ch := make(chan seen, 256)
	c.mu.Lock()
	c.tables[channel] = ch
	c.mu.Unlock()
	return ch
}

// say sends a text.
func (c *crowd) say(ctx context.Context, channel, text string) error {
	return c.Do(ctx, http.MethodPost, "/channels/"+channel+"/messages",
		map[string]any{"content": text, "nonce": strconv.FormatInt(c.next(), 10)}, nil)
}

func (c *crowd) next() int64 { return time.Now().UnixNano()/1000 + c.nonce.Add(1) }

// interact presses, selects or commands, and returns a channel for the outcome.
func (c *crowd) interact(ctx context.Context, kind int, channel, message string, data map[string]any) (chan acknowledged, error) {
	nonce := strconv.FormatInt(c.next(), 10)
	ch := make(chan acknowledged, 1)
	c.mu.Lock()
	c.outcomes[nonce] = ch
	c.mu.Unlock()
	err := c.Interact(ctx, kind, channel, message, nonce, data)
	if err != nil {
		c.mu.Lock()
		delete(c.outcomes, nonce)
		c.mu.Unlock()
	}
	return ch, err
}

// do sends a request: to the sandbox's control endpoints, or else like a user's
// client.
func (c *crowd) do(ctx context.Context, method, path string, in, out any) error {
	if !strings.HasPrefix(path, "/sandbox/") {
		return c.Do(ctx, method, path, in, out)
	}
	b, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, c.control+path, bytes.NewReader(b))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode < 300 && out != nil {
		return json.NewDecoder(resp.Body).Decode(out)
	}
	if resp.StatusCode >= 300 {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 300))
		return fmt.Errorf("%s %s: %s: %s", method, path, resp.Status, text)
	}
	return nil
}

// command returns the data of a slash command; given is option names and
// values.
func (c *crowd) command(ctx context.Context, channel, name string, given ...string) (map[string]any, error) {
	c.mu.Lock()
	known, ok := c.commands[name]
	c.mu.Unlock()
	if !ok {
		var err error
		if known, err = c.Slash(ctx, channel, name); err != nil {
			return nil, err
		}
		c.mu.Lock()
		c.commands[name] = known
		c.mu.Unlock()
	}
	var options []client.Value
	for i := 0; i+1 < len(given); i += 2 {
		options = append(options, client.Opt(given[i], given[i+1]))
	}
	return known.Data(options...), nil
}
