package wire

import (
	"cmp"
	"encoding/json"
	"strconv"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
)

type interaction struct {
	ID      id.Event   `json:"id"`
	App     id.App     `json:"application_id"`
	Token   string     `json:"token"`
	Type    int        `json:"type"`
	Guild   id.Guild   `json:"guild_id"`
	Channel id.Channel `json:"channel_id"`
	In      channel    `json:"channel"`
	User    *user      `json:"user"`
	Member  *struct {
		User        *user           `json:"user"`
		Roles       []id.Role       `json:"roles"`
		Permissions json.RawMessage `json:"permissions"`
		Joined      string          `json:"joined_at"`
	} `json:"member"`
	Locale         string          `json:"locale"`
	BotPermissions json.RawMessage `json:"app_permissions"`
	Message        *message        `json:"message"`
	Data           struct {
		Name     string   `json:"name"`
		Type     uint8    `json:"type"`
		Options  []option `json:"options"`
		Target   string   `json:"target_id"`
		CustomID string   `json:"custom_id"`
		Values   []string `json:"values"`
		Rows     []struct {
			Inputs []textInput `json:"components"`
			Input  *textInput  `json:"component"` // of a label
		} `json:"components"`
		Resolved struct {
			Users       map[id.Player]user     `json:"users"`
			Messages    map[id.Message]message `json:"messages"`
			Attachments map[string]attachment  `json:"attachments"`
		} `json:"resolved"`
	} `json:"data"`
}

type option struct {
	Name    string          `json:"name"`
	Value   json.RawMessage `json:"value"`
	Focused bool            `json:"focused"`
}

// textInput is the text typed into a line of a form.
type textInput struct {
	Value string `json:"value"`
}

// text returns an option's value as text.
func (o option) text() (string, bool) {
	var v any
	if json.Unmarshal(o.Value, &v) != nil {
		return "", false
	}
	switch v := v.(type) {
	case string:
		return v, true
	case bool:
		return strconv.FormatBool(v), true
	case float64:
		return string(o.Value), true // verbatim: large numbers have no exact float
	}
	return "", false
}

// interactionKinds are the kinds that the bot handles, by Discord's numbers.
var interactionKinds = map[int]discord.InteractionKind{2: discord.CommandInteraction, 3: discord.ComponentInteraction,
	4: discord.AutocompleteInteraction, 5: discord.ModalInteraction}

// Interaction reads an interaction; nil if the bot does not know its kind, or it has no user.
func Interaction(data []byte) (*discord.Interaction, error) {
	var w interaction
	if err := Decode(data, &w); err != nil {
		return nil, err
	}
	by := w.User
	if w.Member != nil && w.Member.User != nil {
		by = w.Member.User
	}
	kind, ok := interactionKinds[w.Type]
	if !ok || by == nil || !isSnowflake(by.ID) {
		return nil, nil
	}
	i := &discord.Interaction{
		ID: w.ID, App: w.App, Token: w.Token, Kind: kind, Guild: w.Guild, Channel: cmp.Or(w.Channel, w.In.ID),
		Thread:    w.In.isThread(),
		NoThreads: w.In.Type != nil && !w.In.hasThreads(), Slowmode: time.Duration(w.In.Slowmode) * time.Second,
		User: by.value(), Locale: w.Locale, BotPermissions: -1, CustomID: w.Data.CustomID, Values: w.Data.Values,
	}
	if may, ok := Bits(w.BotPermissions); ok {
		i.BotPermissions = may
	}
	if w.Member != nil {
		i.Permissions, _ = Bits(w.Member.Permissions)
		i.Roles = w.Member.Roles
		i.Joined = Time(w.Member.Joined) // null for guests
	}
	if w.Message != nil {
		i.Message = w.Message.value()
	}
	switch kind {
	case discord.CommandInteraction, discord.AutocompleteInteraction:
		w.command(i)
	case discord.ModalInteraction:
		for _, row := range w.Data.Rows {
			if row.Input != nil {
				row.Inputs = append(row.Inputs, *row.Input)
			}
			for _, line := range row.Inputs {
				i.Values = append(i.Values, line.Value)
			}
		}
	}
	w.resolve(i)
	return i, nil
}

// command reads the command that was used.
func (w *interaction) command(i *discord.Interaction) {
	i.Command, i.CommandKind, i.Target = w.Data.Name, cmp.Or(discord.CommandKind(w.Data.Type), discord.SlashCommand),
		w.Data.Target
	i.Options = make(map[string]string, len(w.Data.Options))
	for _, o := range w.Data.Options {
		if text, ok := o.text(); ok {
			i.Options[o.Name] = text
		}
		if o.Focused {
			i.Focused = o.Name
		}
	}
}

// resolve reads the objects that ids among the options and the target refer to.
func (w *interaction) resolve(i *discord.Interaction) {
	of := &w.Data.Resolved
	if len(of.Users) > 0 {
		i.Users = make(map[id.Player]discord.User, len(of.Users))
	}
	for k, u := range of.Users {
		i.Users[k] = u.value()
	}
	if len(of.Messages) > 0 {
		i.Messages = make(map[id.Message]*discord.Received, len(of.Messages))
	}
	for k, m := range of.Messages {
		i.Messages[k] = m.value()
	}
	if len(of.Attachments) > 0 {
		i.Attachments = make(map[string]discord.Attachment, len(of.Attachments))
	}
	for k, a := range of.Attachments {
		i.Attachments[k] = a.value()
	}
}
