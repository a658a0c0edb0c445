package sandbox

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"
)

// Application command types.
const (
	commandSlash   = 1
	commandUser    = 2
	commandMessage = 3
)

// Command is an application command as registered. Localizations are maps of locale to text.
type Command struct {
	ID                 Snowflake         `json:"id"`
	ApplicationID      Snowflake         `json:"application_id"`
	GuildID            Snowflake         `json:"guild_id,omitempty"`
	Version            Snowflake         `json:"version"`
	Type               int               `json:"type"`
	Name               string            `json:"name"`
	NameLocalized      string            `json:"name_localized,omitempty"`
	NameLocalizations  map[string]string `json:"name_localizations"`
	Description        string            `json:"description"`
	DescLocalized      string            `json:"description_localized,omitempty"`
	DescLocalizations  map[string]string `json:"description_localizations"`
	Options            []Option          `json:"options,omitempty"`
	DefaultPermissions *string           `json:"default_member_permissions"`
	DMPermission       bool              `json:"dm_permission"`
	Contexts           []int             `json:"contexts"`
	IntegrationTypes   []int             `json:"integration_types"`
	NSFW               bool              `json:"nsfw"`
}

// Option is an option, subcommand or group of a command.
type Option struct {
	Type              int               `json:"type"`
	Name              string            `json:"name"`
	NameLocalized     string            `json:"name_localized,omitempty"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Description       string            `json:"description"`
	DescLocalized     string            `json:"description_localized,omitempty"`
	DescLocalizations map[string]string `json:"description_localizations,omitempty"`
	Required          bool              `json:"required,omitempty"`
	Autocomplete      bool              `json:"autocomplete,omitempty"`
	Options           []Option          `json:"options,omitempty"`
	Choices           []Choice          `json:"choices,omitempty"`
	ChannelTypes      []int             `json:"channel_types,omitempty"`
	MinValue          *float64          `json:"min_value,omitempty"`
	MaxValue          *float64          `json:"max_value,omitempty"`
	MinLength         *int              `json:"min_length,omitempty"`
	MaxLength         *int              `json:"max_length,omitempty"`
}

// Choice is one value an option can take; Value is a string or a number, as it came.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalized     string            `json:"name_localized,omitempty"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             json.RawMessage   `json:"value"`
}

// commandBook holds the commands of both scopes: guild 0 is everywhere.
type commandBook struct {
	scopes  map[Snowflake][]*Command
	created []time.Time // creations of the last day, of which 200 are allowed
}

const createsPerDay = 200

func (b *commandBook) init() { b.scopes = map[Snowflake][]*Command{} }

func (b *commandBook) any() bool {
	for _, list := range b.scopes {
		if len(list) > 0 {
			return true
		}
	}
	return false
}

// charge counts a creation and refuses the one beyond the day's budget.
func (b *commandBook) charge(now time.Time) error {
	b.created = slices.DeleteFunc(b.created, func(t time.Time) bool { return now.Sub(t) >= 24*time.Hour })
	if len(b.created) >= createsPerDay {
		return errDailyCommands
	}
	b.created = append(b.created, now)
	return nil
}

// scope reads whose commands a path names. The caller holds mu.
func (s *Server) scope(c *call) (Snowflake, error) {
	app, err := c.id("app")
	if err != nil {
		return 0, err
	}
	if app != s.world.bot.ID {
		return 0, errUnknownApp
	}
	if c.r.PathValue("guild") == "" {
		return 0, nil
	}
	if err := s.inGuild(c); err != nil {
		return 0, errMissingAccess
	}
	return s.world.guildID, nil
}

func (s *Server) getCommands(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	scope, err := s.scope(c)
	if err != nil {
		return nil, err
	}
	list := []Command{}
	for _, cmd := range s.commands.scopes[scope] {
		shown := *cmd
		if c.r.URL.Query().Get("with_localizations") != "true" {
			shown.NameLocalizations, shown.DescLocalizations = nil, nil
		}
		list = append(list, shown)
	}
	return list, nil
}

func (s *Server) findCommand(c *call) (Snowflake, *Command, error) {
	scope, err := s.scope(c)
	if err != nil {
		return 0, nil, err
	}
	id, err := c.id("command")
	if err != nil {
		return 0, nil, err
	}
	for _, cmd := range s.commands.scopes[scope] {
		if cmd.ID == id {
			return scope, cmd, nil
		}
	}
	return 0, nil, errUnknownCommand
}

func (s *Server) getCommand(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, cmd, err := s.findCommand(c)
	if err != nil {
		return nil, err
	}
	return *cmd, nil
}

// putCommands replaces all commands of a scope. Commands keep their id by name and type; only new names are creations.
func (s *Server) putCommands(c *call) (any, error) {
	var raws []json.RawMessage
	if err := c.into(&raws); err != nil {
		return nil, err
	}
	var f form
	var list []*Command
	for i, raw := range raws {
		list = append(list, readCommand(&f, raw, strconv.Itoa(i)))
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	counts := map[int]int{}
	for i, cmd := range list {
		counts[cmd.Type]++
		if slices.ContainsFunc(list[:i], func(o *Command) bool { return o.Name == cmd.Name && o.Type == cmd.Type }) {
			f.add(strconv.Itoa(i), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	if counts[commandSlash] > 100 || counts[commandUser] > 15 || counts[commandMessage] > 15 {
		return nil, errTooManyCommands
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	scope, err := s.scope(c)
	if err != nil {
		return nil, err
	}
	for _, cmd := range list {
		if err := s.enter(scope, cmd); err != nil {
			return nil, err
		}
	}
	s.commands.scopes[scope] = list
	s.announce()
	out := []Command{}
	for _, cmd := range list {
		out = append(out, *cmd)
	}
	return out, nil
}

// enter gives a command its identifiers: those it had if one of its name and type is there. The caller holds mu.
func (s *Server) enter(scope Snowflake, cmd *Command) error {
	cmd.ApplicationID, cmd.GuildID, cmd.Version = s.world.bot.ID, scope, s.mint()
	for _, old := range s.commands.scopes[scope] {
		if old.Name == cmd.Name && old.Type == cmd.Type {
			cmd.ID = old.ID
			return nil
		}
	}
	cmd.ID = s.mint()
	return s.commands.charge(s.Now())
}

func (s *Server) postCommand(c *call) (any, error) {
	var f form
	cmd := readCommand(&f, c.body, "")
	if err := f.err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	scope, err := s.scope(c)
	if err != nil {
		return nil, err
	}
	list := s.commands.scopes[scope]
	i := slices.IndexFunc(list, func(o *Command) bool { return o.Name == cmd.Name && o.Type == cmd.Type })
	if i < 0 && len(list) >= 100 {
		return nil, errTooManyCommands
	}
	if err := s.enter(scope, cmd); err != nil {
		return nil, err
	}
	defer s.announce()
	list = slices.Clone(list)
	if i >= 0 {
		list[i] = cmd
		s.commands.scopes[scope] = list
		return *cmd, nil
	}
	s.commands.scopes[scope] = append(list, cmd)
	return created{*cmd}, nil
}

func (s *Server) patchCommand(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	scope, cmd, err := s.findCommand(c)
	if err != nil {
		return nil, err
	}
	// A patch is the old command with the given fields written over it, checked as a whole.
	var patch, whole map[string]json.RawMessage
	if err := c.into(&patch); err != nil {
		return nil, err
	}
	old, _ := json.Marshal(cmd)
	json.Unmarshal(old, &whole)
	for key, v := range patch {
		whole[key] = v
	}
	merged, _ := json.Marshal(whole)
	var f form
	next := readCommand(&f, merged, "")
	if err := f.err(); err != nil {
		return nil, err
	}
	next.ID, next.ApplicationID, next.GuildID, next.Version = cmd.ID, cmd.ApplicationID, cmd.GuildID, s.mint()
	list := slices.Clone(s.commands.scopes[scope])
	list[slices.Index(list, cmd)] = next
	s.commands.scopes[scope] = list
	return *next, nil
}

func (s *Server) deleteCommand(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	scope, cmd, err := s.findCommand(c)
	if err != nil {
		return nil, err
	}
	s.commands.scopes[scope] = slices.DeleteFunc(slices.Clone(s.commands.scopes[scope]), func(o *Command) bool { return o == cmd })
	return nil, nil
}

// usable are the commands that stand to choose in a channel: the guild's own go before those of everywhere.
func (s *Server) usable(ch *channel) []*Command {
	var list []*Command
	context := 0
	if ch != nil && ch.isDM() {
		context = 1
		if !ch.with(s.world.bot) {
			return nil
		}
	}
	for _, scope := range []Snowflake{s.world.guildID, 0} {
		if scope != 0 && context == 1 {
			continue
		}
		for _, cmd := range s.commands.scopes[scope] {
			dup := slices.ContainsFunc(list, func(o *Command) bool { return o.Name == cmd.Name && o.Type == cmd.Type })
			if !dup && (len(cmd.Contexts) == 0 && (context == 0 || cmd.DMPermission) || slices.Contains(cmd.Contexts, context)) {
				list = append(list, cmd)
			}
		}
	}
	return list
}

// commandIndex is what Discord's client asks before it shows the list of commands: the commands with their names in the
// person's language beside the names proper.
func (s *Server) commandIndex(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var ch *channel
	if c.r.PathValue("channel") != "" {
		id, err := c.id("channel")
		if err != nil {
			return nil, err
		}
		if ch, err = s.reach(c.who, id, 0); err != nil {
			return nil, err
		}
	}
	list := []Command{}
	var version Snowflake
	for _, cmd := range s.usable(ch) {
		list = append(list, cmd.localized(c.who.Locale))
		version = max(version, cmd.Version)
	}
	return map[string]any{
		"application_commands": list, "version": version,
		"applications": []any{map[string]any{"id": s.world.bot.ID, "name": s.world.bot.Name, "description": "", "icon": nil, "bot": s.world.bot.wire()}},
	}, nil
}

// inLocale picks a text for a locale; en-GB serves en-US and the other way round, as on Discord.
func inLocale(m map[string]string, locale, plain string) string {
	if t := m[locale]; t != "" {
		return t
	}
	twin := map[string]string{"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}
	if t := m[twin[locale]]; t != "" {
		return t
	}
	return plain
}

func (c Command) localized(locale string) Command {
	c.NameLocalized = inLocale(c.NameLocalizations, locale, c.Name)
	c.DescLocalized = inLocale(c.DescLocalizations, locale, c.Description)
	c.Options = localizedOptions(c.Options, locale)
	return c
}

func localizedOptions(options []Option, locale string) []Option {
	options = slices.Clone(options)
	for i := range options {
		o := &options[i]
		o.NameLocalized = inLocale(o.NameLocalizations, locale, o.Name)
		o.DescLocalized = inLocale(o.DescLocalizations, locale, o.Description)
		o.Options = localizedOptions(o.Options, locale)
		o.Choices = slices.Clone(o.Choices)
		for j := range o.Choices {
			o.Choices[j].NameLocalized = inLocale(o.Choices[j].NameLocalizations, locale, o.Choices[j].Name)
		}
	}
	return options
}
