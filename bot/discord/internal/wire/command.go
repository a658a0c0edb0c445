package wire

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"

	"yeye/bot/discord"
)

type command struct {
	ID           string              `json:"id,omitempty"`
	Version      string              `json:"version,omitempty"` // only of what Discord returns
	Type         discord.CommandKind `json:"type"`
	Name         string              `json:"name"`
	Names        map[string]string   `json:"name_localizations,omitempty"`
	Description  string              `json:"description,omitempty"`
	Descriptions map[string]string   `json:"description_localizations,omitempty"`
	Options      []commandOption     `json:"options,omitempty"`
	// Discord accepts the bits as text as well, but its own description wants a number.
	DefaultPermissions int64 `json:"default_member_permissions,omitempty"`
	Contexts           []int `json:"contexts,omitempty"`
	Integrations       []int `json:"integration_types,omitempty"`
}

type commandOption struct {
	Type         discord.OptionType `json:"type"`
	Name         string             `json:"name"`
	Names        map[string]string  `json:"name_localizations,omitempty"`
	Description  string             `json:"description"`
	Descriptions map[string]string  `json:"description_localizations,omitempty"`
	Required     bool               `json:"required,omitempty"`
	Autocomplete bool               `json:"autocomplete,omitempty"`
	MaxLength    int                `json:"max_length,omitempty"`
	ChannelTypes []int              `json:"channel_types,omitempty"`
	Choices      []choice           `json:"choices,omitempty"`
}

type choice struct {
	Name  string            `json:"name"`
	Names map[string]string `json:"name_localizations,omitempty"`
	Value any               `json:"value"`
}

// Where commands can be used, and how the application is installed, by Discord's numbers.
const (
	inGuild        = 0
	inConversation = 1 // with the bot
	toGuild        = 0 // installed to a guild, not by a user for themselves
)

// Commands returns commands in the form in which they are registered.
func Commands(list []discord.Command) []command {
	all := make([]command, 0, len(list))
	for _, c := range list {
		w := command{
			Type: cmp.Or(c.Kind, discord.SlashCommand), Name: c.Name.Default, Names: c.Name.By,
			Description: c.Description.Default, Descriptions: c.Description.By,
			DefaultPermissions: c.DefaultPermissions,
			Contexts:           []int{inGuild, inConversation}, Integrations: []int{toGuild},
		}
		if c.DefaultPermissions != 0 {
			w.Contexts = []int{inGuild}
		}
		for _, o := range c.Options {
			w.Options = append(w.Options, optionOf(o))
		}
		all = append(all, w)
	}
	return all
}

func optionOf(o discord.CommandOption) commandOption {
	w := commandOption{
		Type: o.Type, Name: o.Name.Default, Names: o.Name.By, Description: o.Description.Default,
		Descriptions: o.Description.By, Required: o.Required, Autocomplete: o.Autocomplete, MaxLength: o.MaxLength,
	}
	if o.TextChannels {
		w.ChannelTypes = []int{kindText, kindAnnouncement}
	}
	if len(o.Choices) > 0 {
		w.Choices = Choices(o.Choices)
	}
	if o.Type == discord.IntegerOption {
		for i, c := range o.Choices {
			w.Choices[i].Value = json.Number(c.Value)
		}
	}
	return w
}

// Choices returns choices in the form in which they are registered, or offered while an option is typed.
func Choices(list []discord.Choice) []choice {
	all := make([]choice, 0, len(list))
	for _, c := range list {
		all = append(all, choice{c.Name.Default, c.Name.By, c.Value})
	}
	return all
}

// EntryPoints reads the entry point, if there is one, from the commands that Discord has, in the form in which it can
// be registered again as it is.
func EntryPoints(data []byte) (all []map[string]json.RawMessage, err error) {
	var list []map[string]json.RawMessage
	if err := Decode(data, &list); err != nil {
		return nil, err
	}
	for _, existing := range list {
		if string(existing["type"]) != strconv.Itoa(int(discord.EntryPoint)) {
			continue
		}
		entry := make(map[string]json.RawMessage)
		for _, field := range []string{"id", "type", "name", "name_localizations", "description",
			"description_localizations",
			"default_member_permissions", "dm_permission", "contexts", "integration_types", "nsfw", "handler"} {
			if v, ok := existing[field]; ok {
				entry[field] = v
			}
		}
		if bits := entry["default_member_permissions"]; len(bits) > 0 {
			entry["default_member_permissions"] = bytes.Trim(bits, `"`) // returned as text, wanted as a number
		}
		all = append(all, entry)
	}
	return all, nil
}

// Registered reads the commands that Discord has, but for the entry point, which is not the bot's.
func Registered(data []byte) ([]discord.Registered, error) {
	var list []command
	if err := Decode(data, &list); err != nil {
		return nil, err
	}
	all := make([]discord.Registered, 0, len(list))
	for _, w := range list {
		if w.Type == discord.EntryPoint {
			continue
		}
		r := discord.Registered{ID: w.ID, Name: w.Name, Version: w.Version, Kind: cmp.Or(w.Type, discord.SlashCommand),
			Description: w.Description}
		for _, o := range w.Options {
			v := discord.CommandOption{Type: o.Type, Name: discord.Text{Default: o.Name},
				Description: discord.Text{Default: o.Description},
				Required:    o.Required, Autocomplete: o.Autocomplete, MaxLength: o.MaxLength,
				TextChannels: len(o.ChannelTypes) > 0}
			for _, c := range o.Choices {
				value, _ := c.Value.(string) // the bot's own are text
				v.Choices = append(v.Choices, discord.Choice{Name: discord.Text{Default: c.Name}, Value: value})
			}
			r.Options = append(r.Options, v)
		}
		all = append(all, r)
	}
	return all, nil
}
