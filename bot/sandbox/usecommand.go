package sandbox

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"yeye/bot/sandbox/wire"
)

// usedOption is an option with the value that a user gave it; Focused marks the one being autocompleted.
type usedOption struct {
	Type    int             `json:"type"`
	Name    string          `json:"name"`
	Value   json.RawMessage `json:"value,omitempty"`
	Options []usedOption    `json:"options,omitempty"`
	Focused bool            `json:"focused,omitempty"`
}

// commandData is the data of a command interaction as a client sends it.
type commandData struct {
	ID          Snowflake       `json:"id"`
	Version     Snowflake       `json:"version"`
	Name        string          `json:"name"`
	Type        int             `json:"type"`
	GuildID     Snowflake       `json:"guild_id"`
	Options     []usedOption    `json:"options"`
	TargetID    Snowflake       `json:"target_id"`
	Attachments json.RawMessage `json:"attachments"`
}

// resolved holds the objects that values name.
type resolved struct {
	Users       map[Snowflake]wire.User       `json:"users,omitempty"`
	Members     map[Snowflake]wire.Member     `json:"members,omitempty"`
	Channels    map[Snowflake]wire.Channel    `json:"channels,omitempty"`
	Roles       map[Snowflake]wire.Role       `json:"roles,omitempty"`
	Messages    map[Snowflake]wire.Message    `json:"messages,omitempty"`
	Attachments map[Snowflake]wire.Attachment `json:"attachments,omitempty"`
}

// useCommand handles a slash or context menu command, or the autocomplete of one. The caller holds mu.
func (s interactionEndpoints) useCommand(c *call, i *interaction, b interactionRequest) error {
	var d commandData
	if err := json.Unmarshal(b.Data, &d); err != nil {
		return decodeError(err)
	}
	list := s.availableCommands(i.channel.guild, i.channel)
	cmd := find(list, func(cmd *wire.Command) bool {
		return cmd.ID == d.ID.String() || d.ID == 0 && cmd.Name == d.Name && (d.Type == 0 || cmd.Type == d.Type)
	})
	if cmd == nil {
		return errUnknownCommand
	}
	var f formErrors
	if d.Version != 0 && d.Version.String() != cmd.Version {
		f.add("data.version", "INTERACTION_APPLICATION_COMMAND_INVALID_VERSION",
			"This command is outdated, please try again in a few minutes")
	}
	if cmd.DefaultPermissions != nil {
		if bits, _ := strconv.ParseUint(*cmd.DefaultPermissions, 10, 64); !i.channel.isDM() &&
			!i.channel.permissions(i.user).has(permission(bits)) {
			return errMissingPerms
		}
	}
	i.name, i.context = cmd.Name, cmd.Type != commandSlash
	data := map[string]any{"id": cmd.ID, "name": cmd.Name, "type": cmd.Type}
	if cmd.GuildID != "" {
		data["guild_id"] = cmd.GuildID
	}
	var res resolved
	if cmd.Type == commandSlash {
		r := optionReader{s: s.state, c: c, i: i, f: &f, autocomplete: i.kind == interAutocomplete, res: &res}
		r.check(cmd.Options, d.Options, "data.options")
		if r.autocomplete && i.focused == "" && f.err() == nil {
			f.add("data.options", "INTERACTION_AUTOCOMPLETE_NO_FOCUS", "No option is focused")
		}
		data["options"] = r.forBot(d.Options)
	} else {
		if i.kind == interAutocomplete {
			f.choice("type", false, "2")
		}
		s.resolveTarget(cmd, d.TargetID, i, &f, &res)
		data["target_id"] = d.TargetID
	}
	if err := f.err(); err != nil {
		return err
	}
	if raw, _ := json.Marshal(res); !bytes.Equal(raw, []byte("{}")) {
		data["resolved"] = res
	}
	s.dispatch(i, data)
	return nil
}

// resolveTarget resolves the user or message on which a context menu was opened.
func (s interactionEndpoints) resolveTarget(cmd *wire.Command, id Snowflake, i *interaction, f *formErrors,
	res *resolved) {
	if cmd.Type == commandUser {
		u := s.users[id]
		if u == nil {
			f.add("data.target_id", "USER_NOT_FOUND", "Unknown user")
			return
		}
		res.user(u, i.channel)
		return
	}
	m := s.messages[id]
	if m == nil || m.channel != i.channel || !m.visibleTo(i.user) {
		f.add("data.target_id", "MESSAGE_NOT_FOUND", "Unknown message")
		return
	}
	res.Messages = map[Snowflake]wire.Message{id: m.wire(s.bot, true)}
}

// user adds a user, with their membership if the channel is in a guild.
func (r *resolved) user(u *user, ch *channel) {
	if r.Users == nil {
		r.Users, r.Members = map[Snowflake]wire.User{}, map[Snowflake]wire.Member{}
	}
	r.Users[u.ID] = u.wire()
	if ch.guild != nil {
		m := ch.guild.member(u, false)
		m.Permissions = ch.permissions(u).String()
		r.Members[u.ID] = m
	}
}

// channel adds a channel, with the permissions there of the user who named it, and of the bot.
func (r *resolved) channel(ch *channel, by *user) {
	if r.Channels == nil {
		r.Channels = map[Snowflake]wire.Channel{}
	}
	w := ch.wire(nil)
	w.Permissions, w.AppPermissions = ch.permissions(by).String(), ch.permissions(ch.guild.bot).String()
	r.Channels[ch.ID] = w
}

// optionReader checks given options against the registered ones.
type optionReader struct {
	s            *state
	c            *call
	i            *interaction
	f            *formErrors
	autocomplete bool // autocomplete: values may be unfinished and required ones missing
	res          *resolved
}

func (r *optionReader) check(known []wire.Option, given []usedOption, path string) {
	seen := map[string]bool{}
	for n := range given {
		g, here := &given[n], joinPath(path, n)
		k := slices.IndexFunc(known, func(o wire.Option) bool { return o.Name == g.Name })
		if k < 0 || seen[g.Name] {
			r.f.add(joinPath(here, "name"), "INTERACTION_APPLICATION_COMMAND_OPTION_UNKNOWN",
				fmt.Sprintf("There is no option %q, or it is given twice", g.Name))
			continue
		}
		seen[g.Name] = true
		o := known[k]
		g.Type = cmp.Or(g.Type, o.Type)
		if g.Type != o.Type {
			r.f.choice(joinPath(here, "type"), false, strconv.Itoa(o.Type))
			continue
		}
		if o.Type == optSub || o.Type == optGroup {
			r.check(o.Options, g.Options, joinPath(here, "options"))
			continue
		}
		if g.Focused {
			if !o.Autocomplete {
				r.f.add(joinPath(here, "focused"), "INTERACTION_AUTOCOMPLETE_NOT_ENABLED",
					"This option has no autocomplete")
			}
			r.i.focused, r.i.options = o.Name, []wire.Option{o}
		}
		r.checkValue(o, g, joinPath(here, "value"))
	}
	for _, o := range known {
		sub := o.Type == optSub || o.Type == optGroup
		if !r.autocomplete && o.Required && !seen[o.Name] {
			r.f.add(joinPath(path, o.Name), "BASE_TYPE_REQUIRED", "This option is required")
		}
		if sub && len(seen) == 0 && !r.autocomplete {
			r.f.required(path)
			break
		}
	}
}

// checkValue checks one value and resolves what it names.
func (r *optionReader) checkValue(o wire.Option, g *usedOption, path string) {
	if len(g.Value) == 0 {
		if !r.autocomplete {
			r.f.required(path)
		}
		return
	}
	if r.autocomplete && g.Focused {
		return // any unfinished text is allowed
	}
	switch o.Type {
	case optString:
		var text string
		if g.Value[0] != '"' || json.Unmarshal(g.Value, &text) != nil {
			r.f.add(path, "STRING_TYPE_CONVERT", "Could not interpret the value as string.")
			return
		}
		n, least, limit := utf8.RuneCountInString(text), value(o.MinLength), cmp.Or(value(o.MaxLength), 6000)
		if n < least || n > limit {
			r.f.add(path, "BASE_TYPE_BAD_LENGTH", fmt.Sprintf("Must be between %d and %d in length.", least, limit))
		}
		r.checkChoice(o, text, path)
	case optInteger, optNumber:
		var number float64
		if string(g.Value) == "null" || json.Unmarshal(g.Value, &number) != nil ||
			o.Type == optInteger && number != float64(int64(number)) {
			r.f.add(path, "NUMBER_TYPE_COERCE", "Value is not a number of that kind.")
			return
		}
		if o.MinValue != nil && number < *o.MinValue || o.MaxValue != nil && number > *o.MaxValue {
			r.f.add(path, "NUMBER_TYPE_RANGE", "The value is out of range.")
		}
		r.checkChoice(o, number, path)
	case optBoolean:
		if v := string(g.Value); v != "true" && v != "false" {
			r.f.choice(path, false, "True, False")
		}
	case optAttachment:
		r.attachment(g, path)
	default:
		r.resolveObject(o, g, path)
	}
}

// checkChoice checks that a value is one of the choices, if there are any.
func (r *optionReader) checkChoice(o wire.Option, value any, path string) {
	if len(o.Choices) > 0 && !slices.ContainsFunc(o.Choices, func(c wire.Choice) bool { return c.Value == value }) {
		r.f.add(path, "BASE_TYPE_CHOICES", "Value must be one of the option's choices.")
	}
}

// resolveObject resolves a user, channel, role or either.
func (r *optionReader) resolveObject(o wire.Option, g *usedOption, path string) {
	id, err := ParseSnowflake(strings.Trim(string(g.Value), `"`))
	if err != nil {
		r.f.add(path, "NUMBER_TYPE_COERCE", "Value is not snowflake.")
		return
	}
	g.Value, _ = json.Marshal(id)
	u, ch := r.s.users[id], r.s.channels[id]
	var role wire.Role
	known := false
	if g := r.i.channel.guild; g != nil {
		role, known = g.role(id)
	}
	switch {
	case (o.Type == optUser || o.Type == optMentionable) && u != nil:
		r.res.user(u, r.i.channel)
	case o.Type == optChannel && ch != nil && ch.guild != nil && ch.guild == r.i.channel.guild &&
		ch.visibleTo(r.i.user):
		r.res.channel(ch, r.i.user)
	case (o.Type == optRole || o.Type == optMentionable) && known:
		r.res.Roles = map[Snowflake]wire.Role{id: role}
	default:
		r.f.add(path, "INTERACTION_APPLICATION_COMMAND_OPTION_UNKNOWN", "Nothing here has that id")
	}
}

// attachment stores the file whose number an attachment option gives.
func (r *optionReader) attachment(g *usedOption, path string) {
	n, err := strconv.Atoi(strings.Trim(string(g.Value), `"`))
	for _, up := range r.c.files {
		if err == nil && up.index == n {
			f := r.s.storeUpload(up, r.i.channel.ID, attachmentRequest{}, true)
			if r.res.Attachments == nil {
				r.res.Attachments = map[Snowflake]wire.Attachment{}
			}
			r.res.Attachments[f.id] = f.Attachment
			g.Value, _ = json.Marshal(f.id)
			return
		}
	}
	r.f.add(path, "ATTACHMENT_NOT_FOUND", "The request has no such file")
}

// forBot returns the options in the form that the bot gets.
func (r *optionReader) forBot(given []usedOption) []usedOption {
	if !r.autocomplete {
		for n := range given {
			given[n].Focused = false
		}
	}
	return given
}
