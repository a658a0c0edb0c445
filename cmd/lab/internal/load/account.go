package load

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

// account is a user of a sandbox who plays in many channels at once. Unlike package person it keeps no messages, so it
// can run for hours.
type account struct {
	*client.Conn
	control string // address of the sandbox's control endpoints
	nonce   atomic.Int64

	private chan message       // messages that only this user sees; nil if they are not read
	onEvent func(client.Event) // called with every event; may be nil

	mu       sync.Mutex
	streams  map[string]chan message   // by channel
	outcomes map[string]chan outcome   // by nonce
	commands map[string]client.Command // by name
}

// message is a new or changed message of the bot, with its time of arrival.
type message struct {
	at       time.Time
	ID       string
	Channel  string `json:"channel_id"`
	Content  string `json:"content"`
	Flags    int    `json:"flags"`
	Mentions []struct {
		ID string `json:"id"`
	} `json:"mentions"`
	Author struct {
		Bot bool `json:"bot"`
	} `json:"author"`
	Attachments []json.RawMessage `json:"attachments"`
	Components  []struct {
		Components []struct {
			CustomID    string `json:"custom_id"`
			Placeholder string `json:"placeholder"`
			Type        int    `json:"type"`
			Options     []struct {
				Value string `json:"value"`
			} `json:"options"`
		} `json:"components"`
	} `json:"components"`
}

// private reports whether only one user sees the message, loading whether the bot is still "thinking" (a deferred
// response).
func (m *message) private() bool { return m.Flags&64 != 0 }
func (m *message) loading() bool { return m.Flags&128 != 0 }

// outcome is what the client learns about an interaction.
type outcome struct {
	at time.Time
	ok bool
}

// signIn connects a user of the sandbox to its gateway.
func signIn(ctx context.Context, info sandbox.Info, user int) (*account, error) {
	return signInAs(ctx, info, user, &account{})
}

// signInAs is signIn for an account whose private or onEvent is set.
func signInAs(ctx context.Context, info sandbox.Info, user int, a *account) (*account, error) {
	a.streams, a.outcomes, a.commands, a.control = map[string]chan message{}, map[string]chan outcome{},
		map[string]client.Command{}, info.URL
	var err error
	a.Conn, err = client.Dial(ctx, info.API, info.Users[user].Token, a.receive)
	return a, err
}

// receive passes an event to the player that waits for it.
func (a *account) receive(e client.Event) {
	now := time.Now()
	if a.onEvent != nil {
		a.onEvent(e)
	}
	switch e.Type {
	case "MESSAGE_CREATE", "MESSAGE_UPDATE":
		m := message{at: now}
		if json.Unmarshal(e.Data, &m) == nil && m.Author.Bot {
			a.mu.Lock()
			ch := a.streams[m.Channel]
			a.mu.Unlock()
			if m.private() && a.private != nil {
				ch = a.private
			}
			if ch != nil {
				ch <- m
			}
		}
	case "INTERACTION_SUCCESS", "INTERACTION_FAILURE":
		var n struct {
			Nonce string `json:"nonce"`
		}
		json.Unmarshal(e.Data, &n)
		a.mu.Lock()
		ch := a.outcomes[n.Nonce]
		delete(a.outcomes, n.Nonce)
		a.mu.Unlock()
		if ch != nil {
			ch <- outcome{now, e.Type == "INTERACTION_SUCCESS"}
		}
	}
}

// stream opens the stream of the bot's messages in a channel.
func (a *account) stream(channel string) chan message {
	ch := make(chan message, 256)
	a.mu.Lock()
	a.streams[channel] = ch
	a.mu.Unlock()
	return ch
}

// sendMessage sends a text and returns the ID of its message.
func (a *account) sendMessage(ctx context.Context, channel, text string) (string, error) {
	var made message
	err := a.Do(ctx, http.MethodPost, "/channels/"+channel+"/messages",
		map[string]any{"content": text, "nonce": strconv.FormatInt(a.next(), 10)}, &made)
	return made.ID, err
}

func (a *account) next() int64 { return time.Now().UnixNano()/1000 + a.nonce.Add(1) }

// interact presses, selects or runs a command, and returns a channel for the outcome.
func (a *account) interact(ctx context.Context, kind int, channel, message string,
	data map[string]any) (chan outcome, error) {
	nonce := strconv.FormatInt(a.next(), 10)
	ch := make(chan outcome, 1)
	a.mu.Lock()
	a.outcomes[nonce] = ch
	a.mu.Unlock()
	err := a.Interact(ctx, kind, channel, message, nonce, data)
	if err != nil {
		a.mu.Lock()
		delete(a.outcomes, nonce)
		a.mu.Unlock()
	}
	return ch, err
}

// request sends a request to the sandbox's control endpoints, or one that a user's client would send.
func (a *account) request(ctx context.Context, method, path string, in, out any) error {
	if !strings.HasPrefix(path, "/sandbox/") {
		return a.Do(ctx, method, path, in, out)
	}
	b, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, a.control+path, bytes.NewReader(b))
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

// slash runs a slash command, given option names and values, and returns a channel for the outcome. A command that is
// refused is looked up again, because another version of the bot may have registered another one.
func (a *account) slash(ctx context.Context, channel, name string, given ...string) (chan outcome, error) {
	var options []client.Option
	for i := 0; i+1 < len(given); i += 2 {
		options = append(options, client.Opt(given[i], given[i+1]))
	}
	a.mu.Lock()
	command, known := a.commands[name]
	a.mu.Unlock()
	if known {
		if ch, err := a.interact(ctx, 2, channel, "", command.Data(options...)); err == nil {
			return ch, nil
		}
	}
	command, err := a.SlashCommand(ctx, channel, name)
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	a.commands[name] = command
	a.mu.Unlock()
	return a.interact(ctx, 2, channel, "", command.Data(options...))
}
