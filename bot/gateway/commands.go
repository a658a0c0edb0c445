package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// Commands is the application's registered commands.
func (s *Sender) Commands(ctx context.Context, application string) ([]*discordgo.ApplicationCommand, error) {
	var list []*discordgo.ApplicationCommand
	err := s.call(ctx, commandsRoute(http.MethodGet, application), nil, &list)
	return list, err
}

// OverwriteCommands registers exactly these and returns them as registered.
func (s *Sender) OverwriteCommands(ctx context.Context, application string, commands []*discordgo.ApplicationCommand) ([]*discordgo.ApplicationCommand, error) {
	b, err := encodeLean(commands)
	if err != nil {
		return nil, err
	}
	var list []*discordgo.ApplicationCommand
	err = s.call(ctx, commandsRoute(http.MethodPut, application), b, &list)
	return list, err
}

func commandsRoute(method, application string) route {
	return route{method: method, path: "/applications/" + application + "/commands", key: "commands " + method, again: true}
}

// encodeLean is encode without the nulls that discordgo's types write, and with
// default_member_permissions as the number that Discord's description wants and not
// as the digits that discordgo writes.
func encodeLean(payload any) (*body, error) {
	data, err := json.Marshal(payload)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	return encode(lean(v), nil)
}

func lean(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			if e == nil {
				delete(v, k)
				continue
			}
			if digits, ok := e.(string); ok && k == "default_member_permissions" {
				e = json.Number(digits)
			}
			v[k] = lean(e)
		}
	case []any:
		for i, e := range v {
			v[i] = lean(e)
		}
	}
	return v
}
