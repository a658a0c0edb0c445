package person

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// command is an entry of the command index.
type command struct {
	ID      string   `json:"id"`
	Version string   `json:"version"`
	Type    int      `json:"type"`
	Name    string   `json:"name"`
	Options []option `json:"options"`
}

type option struct {
	Name    string   `json:"name"`
	Type    int      `json:"type"`
	Options []option `json:"options"`
	Choices []Choice `json:"choices"`
}

func (l *Line) index(ctx context.Context, channelID string) ([]command, error) {
	var index struct {
		Commands []command `json:"application_commands"`
	}
	err := l.Do(ctx, http.MethodGet, "/channels/"+channelID+"/application-command-index", nil, &index)
	return index.Commands, err
}

func (l *Line) find(ctx context.Context, channelID, name string, kind int) (command, error) {
	list, err := l.index(ctx, channelID)
	if err != nil {
		return command{}, err
	}
	if i := slices.IndexFunc(list, func(c command) bool { return c.Name == name && c.Type == kind }); i >= 0 {
		return list[i], nil
	}
	return command{}, fmt.Errorf("no command %q here", name)
}

// Slash is a slash command as it is offered in a channel. It may be kept and used until the bot registers another
// version.
type Slash struct{ known command }

// Slash finds one.
func (l *Line) Slash(ctx context.Context, channelID, name string) (Slash, error) {
	c, err := l.find(ctx, channelID, name, 1)
	return Slash{c}, err
}

// Data is what using it with these options sends, for [Line.Interact].
func (s Slash) Data(options ...Value) map[string]any {
	return map[string]any{"id": s.known.ID, "version": s.known.Version, "name": s.known.Name, "type": 1, "options": typed(options, s.known.Options)}
}

// typed fills in the types of given options from the command's, and puts the value in place of a choice's name.
func typed(given []Value, known []option) []Value {
	given = slices.Clone(given)
	for n := range given {
		for _, o := range known {
			if o.Name == given[n].Name {
				given[n].Type = o.Type
				given[n].Options = typed(given[n].Options, o.Options)
				if text, ok := given[n].Value.(string); ok {
					given[n].Value = chosen(text, o.Choices)
				}
			}
		}
	}
	return given
}

// chosen is the value of the choice a person means by text: one of that name or, as nobody types the whole of "Kid · sees
// captures, forgets a lot", the only one whose name begins with it as a word. Where there is none it is the text.
func chosen(text string, choices []Choice) any {
	var begin []Choice
	for _, c := range choices {
		for _, name := range []string{c.Name, c.NameLocalized} {
			if name == text {
				return c.Value
			}
			if strings.HasPrefix(name, text+" ") {
				begin = append(begin, c)
				break
			}
		}
	}
	if len(begin) == 1 {
		return begin[0].Value
	}
	return text
}
