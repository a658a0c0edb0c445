package person

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"yeye/bot/sandbox/client"
)

// Say writes a message and returns once the writer sees it in the channel.
func (p *Person) Say(ctx context.Context, channelID, text string) (*Message, error) {
	return p.post(ctx, channelID, map[string]any{"content": text})
}

// Reply replies to a message; the author of that message is pinged, as clients do by default.
func (p *Person) Reply(ctx context.Context, to *Message, text string) (*Message, error) {
	return p.post(ctx, to.ChannelID, map[string]any{"content": text,
		"message_reference": map[string]any{"message_id": to.ID, "channel_id": to.ChannelID}})
}

func (p *Person) post(ctx context.Context, channelID string, body map[string]any) (*Message, error) {
	body["nonce"] = p.nextNonce()
	mark, m := p.Mark(), &Message{}
	if err := p.Do(ctx, http.MethodPost, "/channels/"+channelID+"/messages", body, m); err != nil {
		return m, err
	}
	err := p.awaitOwnEvent(ctx, mark, func(e Event) bool {
		var own struct {
			ID string `json:"id"`
		}
		return e.Type == "MESSAGE_CREATE" && json.Unmarshal(e.Data, &own) == nil && own.ID == m.ID
	})
	if errors.Is(err, errDisconnected) { // it is posted, though no event confirms it
		err = nil
	}
	return m, err
}

// Messages lists a channel's newest messages, newest first, at most limit (1 to 100).
func (p *Person) Messages(ctx context.Context, channelID string, limit int) ([]*Message, error) {
	var list []*Message
	err := p.Do(ctx, http.MethodGet, fmt.Sprintf("/channels/%s/messages?limit=%d", channelID, limit), nil, &list)
	return list, err
}

// React adds an emoji to a message.
func (p *Person) React(ctx context.Context, m *Message, emoji string) error {
	return p.Do(ctx, http.MethodPut, "/channels/"+m.ChannelID+"/messages/"+m.ID+"/reactions/"+url.PathEscape(emoji)+
		"/@me", nil, nil)
}

// DM opens the direct conversation with a user and returns its channel.
func (p *Person) DM(ctx context.Context, userID string) (string, error) {
	var ch struct {
		ID string `json:"id"`
	}
	err := p.Do(ctx, http.MethodPost, "/users/@me/channels", map[string]any{"recipient_id": userID}, &ch)
	return ch.ID, err
}

// Download fetches an attachment.
func (p *Person) Download(ctx context.Context, a Attachment) ([]byte, error) {
	return p.Fetch(ctx, a.URL)
}

// Commands returns the names of the commands offered in a channel; kind is 1 slash, 2 on users, 3 on messages.
func (p *Person) Commands(ctx context.Context, channelID string, kind int) ([]string, error) {
	list, err := p.Line.Commands(ctx, channelID)
	var names []string
	for _, c := range list {
		if c.Type == kind {
			names = append(names, c.Name)
		}
	}
	return names, err
}

// Command uses a slash command and waits for the bot's message, which may be private or still loading; for a command
// that opens a modal it returns nil, and Modal returns the modal. A name with a space is a subcommand.
func (p *Person) Command(ctx context.Context, channelID, name string, options ...Option) (*Message, error) {
	options = slices.Clone(options)
	cmd, err := p.SlashCommand(ctx, channelID, name)
	if err != nil {
		return nil, err
	}
	files := client.NumberFiles(options)
	return p.interact(ctx, 2, channelID, "", cmd.Data(options...), files)
}

// Autocomplete types into the option named focus and returns the choices that the bot offers.
func (p *Person) Autocomplete(ctx context.Context, channelID, name, focus, text string,
	others ...Option) ([]Choice, error) {
	cmd, err := p.SlashCommand(ctx, channelID, name)
	if err != nil {
		return nil, err
	}
	mark, nonce := p.Mark(), p.nextNonce()
	if err := p.Interact(ctx, 4, channelID, "", nonce, cmd.AutocompleteData(focus, text, others...)); err != nil {
		return nil, err
	}
	e, err := p.outcome(ctx, mark, nonce)
	if err != nil {
		return nil, err
	}
	var r struct {
		Choices []Choice `json:"choices"`
	}
	err = json.Unmarshal(e.Data, &r)
	return r.Choices, err
}

// OnUser uses a command of a user's context menu and returns the bot's response.
func (p *Person) OnUser(ctx context.Context, channelID, name, userID string) (*Message, error) {
	return p.onTarget(ctx, channelID, name, 2, userID)
}

// OnMessage does the same with a message's menu.
func (p *Person) OnMessage(ctx context.Context, m *Message, name string) (*Message, error) {
	return p.onTarget(ctx, m.ChannelID, name, 3, m.ID)
}

func (p *Person) onTarget(ctx context.Context, channelID, name string, kind int, target string) (*Message, error) {
	cmd, err := p.FindCommand(ctx, channelID, name, kind)
	if err != nil {
		return nil, err
	}
	return p.interact(ctx, 2, channelID, "", cmd.TargetData(target), nil)
}

// Outdated reports whether an act was refused because the message or its component has changed or is gone.
func Outdated(err error) bool {
	var refused *client.HTTPError
	return errors.As(err, &refused) &&
		(refused.Status == http.StatusNotFound || strings.Contains(refused.Body, "COMPONENT_VALIDATION_FAILED"))
}

// Press clicks a button, by label or custom id (or its start), and waits until the bot has responded. It returns the
// bot's new message, or the pressed message in its new state.
func (p *Person) Press(ctx context.Context, m *Message, name string) (*Message, error) {
	c, ok := m.Control(name)
	if !ok {
		return nil, fmt.Errorf("no button %q among %s", name, names(m))
	}
	return p.interact(ctx, 3, m.ChannelID, m.ID, map[string]any{"component_type": c.Type, "custom_id": c.CustomID}, nil)
}

// Select chooses in a select, by placeholder or custom id (or its start); values are values or labels.
func (p *Person) Select(ctx context.Context, m *Message, name string, values ...string) (*Message, error) {
	c, ok := m.Control(name)
	if !ok {
		return nil, fmt.Errorf("no select %q among %s", name, names(m))
	}
	values = slices.Clone(values)
	for n, v := range values {
		for _, o := range c.Options {
			if o.Label == v {
				values[n] = o.Value
			}
		}
	}
	return p.interact(ctx, 3, m.ChannelID, m.ID,
		map[string]any{"component_type": c.Type, "custom_id": c.CustomID, "values": values}, nil)
}

func names(m *Message) string {
	var list []string
	for _, c := range m.Controls() {
		list = append(list, fmt.Sprintf("%q", c.Label+c.Placeholder+" "+c.CustomID))
	}
	return fmt.Sprint(list)
}

// Modal is a form the bot opened.
type Modal struct {
	ID         string      `json:"id"`
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	ChannelID  string      `json:"channel_id"`
	Components []Component `json:"components"`
}

// Modal waits for a modal since the mark.
func (p *Person) Modal(ctx context.Context, since Mark) (*Modal, error) {
	e, err := p.waitEvent(ctx, since, func(e Event) bool { return e.Type == "INTERACTION_MODAL_CREATE" }, "a modal")
	if err != nil {
		return nil, err
	}
	m := &Modal{}
	return m, json.Unmarshal(e.Data, m)
}

// SubmitModal fills in a modal and submits it; values are by custom id.
func (p *Person) SubmitModal(ctx context.Context, m *Modal, values map[string]string) (*Message, error) {
	var rows []any
	for _, c := range controls(m.Components) {
		rows = append(rows, map[string]any{"type": 1, "components": []any{
			map[string]any{"type": c.Type, "custom_id": c.CustomID, "value": values[c.CustomID]}}})
	}
	return p.interact(ctx, 5, m.ChannelID, "", map[string]any{"id": m.ID, "custom_id": m.CustomID, "components": rows},
		nil)
}

// interact sends an interaction and waits for its outcome.
func (p *Person) interact(ctx context.Context, kind int, channelID, messageID string, data map[string]any,
	files []Option) (*Message, error) {
	mark, nonce := p.Mark(), p.nextNonce()
	if err := p.Interact(ctx, kind, channelID, messageID, nonce, data, files...); err != nil {
		return nil, err
	}
	done, err := p.outcome(ctx, mark, nonce)
	if err != nil {
		return nil, err
	}
	var i struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(done.Data, &i); err != nil {
		return nil, err
	}
	if m := p.responseTo(mark, i.ID); m != nil {
		return m, nil
	}
	// A response that changed the message of its control does not name its interaction. The message arrives before the
	// event of success; the one that came meanwhile from the same bot in the same channel is it.
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range slices.Backward(p.changes[mark.changes:]) {
		if m.Author.Bot && m.ChannelID == channelID && (messageID == "" || m.ID == messageID || !m.Edited) {
			return p.messages[m.ID], nil
		}
	}
	if messageID != "" {
		return p.messages[messageID], nil
	}
	return nil, nil
}

// responseTo returns the message that names the interaction it answers, nil if none came.
func (p *Person) responseTo(since Mark, interaction string) *Message {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range slices.Backward(p.changes[since.changes:]) {
		if m.Metadata != nil && m.Metadata.ID == interaction && p.messages[m.ID] != nil {
			return p.messages[m.ID]
		}
	}
	return nil
}

// outcome waits for the outcome of an interaction: success, autocomplete's choices, or ErrFailed.
func (p *Person) outcome(ctx context.Context, since Mark, nonce string) (Event, error) {
	ours := func(e Event) bool {
		var n struct {
			Nonce string `json:"nonce"`
		}
		json.Unmarshal(e.Data, &n)
		return n.Nonce == nonce
	}
	if err := p.awaitOwnEvent(ctx, since, func(e Event) bool {
		return e.Type == "INTERACTION_CREATE" && ours(e)
	}); err != nil {
		return Event{}, err
	}
	e, err := p.waitEvent(ctx, since, func(e Event) bool {
		return (e.Type == "INTERACTION_SUCCESS" || e.Type == "INTERACTION_FAILURE" ||
			e.Type == "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE") && ours(e)
	}, "the outcome of an interaction")
	if err == nil && e.Type == "INTERACTION_FAILURE" {
		return e, ErrFailed
	}
	return e, err
}
