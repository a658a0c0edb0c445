package client

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"yeye/bot/sandbox/wire"
)

// Option is a command option with the value that a user gives it.
type Option struct {
	Name     string   `json:"name"`
	Type     int      `json:"type,omitempty"`
	Value    any      `json:"value,omitempty"`
	Focused  bool     `json:"focused,omitempty"`
	Options  []Option `json:"options,omitempty"`
	file     []byte
	filename string // of the file
}

// Opt returns an option with its value: text, number or bool, the id of a user or channel, or the name of one of its
// choices, or that name's first words. The type is taken from the command.
func Opt(name string, value any) Option { return Option{Name: name, Value: value} }

// File is an attachment option.
func File(name, filename string, data []byte) Option {
	return Option{Name: name, Type: 11, file: data, filename: filename}
}

// NumberFiles numbers the attachments among a command's options and returns them for [Conn.Interact].
func NumberFiles(options []Option) (files []Option) {
	for n := range options {
		if options[n].filename != "" {
			options[n].Value = len(files)
			files = append(files, options[n])
		}
	}
	return files
}

// Commands returns the commands offered in a channel.
func (l *Conn) Commands(ctx context.Context, channelID string) ([]wire.Command, error) {
	var index struct {
		Commands []wire.Command `json:"application_commands"`
	}
	err := l.Do(ctx, http.MethodGet, "/channels/"+channelID+"/application-command-index", nil, &index)
	return index.Commands, err
}

// Command is a command as offered in a channel. It may be kept and used until the bot registers another version.
type Command struct{ registered wire.Command }

// FindCommand finds a command by its name; kind is 1 slash, 2 on users, 3 on messages.
func (l *Conn) FindCommand(ctx context.Context, channelID, name string, kind int) (Command, error) {
	list, err := l.Commands(ctx, channelID)
	if err != nil {
		return Command{}, err
	}
	if i := slices.IndexFunc(list, func(c wire.Command) bool { return c.Name == name && c.Type == kind }); i >= 0 {
		return Command{list[i]}, nil
	}
	return Command{}, fmt.Errorf("no command %q here", name)
}

// SlashCommand finds a slash command.
func (l *Conn) SlashCommand(ctx context.Context, channelID, name string) (Command, error) {
	return l.FindCommand(ctx, channelID, name, 1)
}

func (c Command) data(key string, value any) map[string]any {
	return map[string]any{"id": c.registered.ID, "version": c.registered.Version, "name": c.registered.Name,
		"type": c.registered.Type,
		key:    value}
}

// Data returns the payload for using a slash command with these options, for [Conn.Interact].
func (c Command) Data(options ...Option) map[string]any {
	return c.data("options", withTypes(options, c.registered.Options))
}

// AutocompleteData returns the payload of an autocomplete for the option named focus.
func (c Command) AutocompleteData(focus, text string, others ...Option) map[string]any {
	options := withTypes(append(slices.Clone(others), Option{Name: focus, Value: text, Focused: true}),
		c.registered.Options)
	raw, _ := json.Marshal(text)
	options[len(options)-1].Value = json.RawMessage(raw) // an empty text must be sent too
	return c.data("options", options)
}

// TargetData returns the payload for using a context menu command on a user or message.
func (c Command) TargetData(id string) map[string]any { return c.data("target_id", id) }

// withTypes adds the types from the command to given options, and replaces a choice's name by its value.
func withTypes(given []Option, known []wire.Option) []Option {
	given = slices.Clone(given)
	for n := range given {
		for _, o := range known {
			if o.Name == given[n].Name {
				given[n].Type = o.Type
				given[n].Options = withTypes(given[n].Options, o.Options)
				if text, ok := given[n].Value.(string); ok {
					given[n].Value = choiceValue(text, o.Choices)
				}
			}
		}
	}
	return given
}

// choiceValue returns the value of the choice that a person means by text: the one of that name or, because people do
// not type all of "Kid · sees captures, forgets a lot", the only one whose name begins with it as a word. If there is
// none it returns the text.
func choiceValue(text string, choices []wire.Choice) any {
	var matches []wire.Choice
	for _, c := range choices {
		for _, name := range []string{c.Name, c.NameLocalized} {
			if name == text {
				return c.Value
			}
			if strings.HasPrefix(name, text+" ") {
				matches = append(matches, c)
				break
			}
		}
	}
	if len(matches) == 1 {
		return matches[0].Value
	}
	return text
}
