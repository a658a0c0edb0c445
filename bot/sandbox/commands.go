package sandbox

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"time"

	"yeye/bot/sandbox/wire"
)

// Application command types.
const (
	commandSlash   = 1
	commandUser    = 2
	commandMessage = 3
	commandEntry   = 4 // launches the Activity of an application that has one
)

// commandStore holds the commands of both scopes: guild 0 is global.
type commandStore struct {
	scopes  map[Snowflake][]*wire.Command
	created []time.Time // creations of the last day, of which 200 are allowed
}

const createsPerDay = 200

// registered reports whether the bot has registered any command.
func (b *commandStore) registered() bool {
	for _, list := range b.scopes {
		if slices.ContainsFunc(list, func(c *wire.Command) bool { return c.Type != commandEntry }) {
			return true
		}
	}
	return false
}

// entryPoint returns the command that Discord makes where Activities are switched on, nil if there is none.
func (b *commandStore) entryPoint() *wire.Command {
	return find(b.scopes[0], func(c *wire.Command) bool { return c.Type == commandEntry })
}

// addEntryPoint creates the entry point command, which Discord handles itself. The caller holds mu.
func (s *state) addEntryPoint() {
	s.commands.scopes[0] = append(s.commands.scopes[0], &wire.Command{
		ID: fixedID(s.opt.Secret, "command launch").String(), ApplicationID: s.bot.ID.String(),
		Version: s.nextID().String(),
		Type:    commandEntry, Name: "launch", NameLocalizations: map[string]string{"zh-CN": "启动"}, DMPermission: true,
		Contexts: []int{0, 1}, IntegrationTypes: []int{0}, Handler: new(2), // Discord
	})
}

// countCreate counts a creation. The error is errDailyCommands once the day's 200 are used.
func (b *commandStore) countCreate(now time.Time) error {
	b.created = slices.DeleteFunc(b.created, func(t time.Time) bool { return now.Sub(t) >= 24*time.Hour })
	if len(b.created) >= createsPerDay {
		return errDailyCommands
	}
	b.created = append(b.created, now)
	return nil
}

// commandEndpoints serve the application's commands.
type commandEndpoints struct{ *state }

// scopeFromPath returns the scope that a path names: a guild's id, or 0 for global commands. The caller holds mu.
func (s commandEndpoints) scopeFromPath(c *call) (Snowflake, error) {
	if c.id("app") != s.bot.ID {
		return 0, errUnknownApp
	}
	if c.r.PathValue("guild") == "" {
		return 0, nil
	}
	g, err := s.guildFromPath(c)
	if err != nil {
		return 0, errMissingAccess
	}
	return g.ID, nil
}

func (s commandEndpoints) list(c *call, scope Snowflake) (any, error) {
	list := []wire.Command{}
	for _, cmd := range s.commands.scopes[scope] {
		shown := *cmd
		if c.r.URL.Query().Get("with_localizations") != "true" {
			shown.NameLocalizations, shown.DescLocalizations = nil, nil
		}
		list = append(list, shown)
	}
	return list, nil
}

// scopedCommand is a command and its scope.
type scopedCommand struct {
	*wire.Command
	scope Snowflake
}

// commandFromPath finds the command that a path names. The caller holds mu.
func (s commandEndpoints) commandFromPath(c *call) (scopedCommand, error) {
	scope, err := s.scopeFromPath(c)
	if err != nil {
		return scopedCommand{}, err
	}
	for _, cmd := range s.commands.scopes[scope] {
		if cmd.ID == c.id("command").String() {
			return scopedCommand{cmd, scope}, nil
		}
	}
	return scopedCommand{}, errUnknownCommand
}

func (s commandEndpoints) get(_ *call, cmd scopedCommand) (any, error) { return *cmd.Command, nil }

// put replaces all commands of a scope. Commands keep their id by name and type; only new names are creations.
func (s commandEndpoints) put(c *call, raws []json.RawMessage) (any, error) {
	var f formErrors
	list := []*wire.Command{}
	for i, raw := range raws {
		list = append(list, s.readCommand(&f, raw, strconv.Itoa(i)))
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	counts := map[int]int{}
	for i, cmd := range list {
		counts[cmd.Type]++
		if slices.ContainsFunc(list[:i], func(o *wire.Command) bool {
			return o.Name == cmd.Name && o.Type == cmd.Type
		}) {
			f.add(strconv.Itoa(i), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	if counts[commandSlash] > 100 || counts[commandUser] > 15 || counts[commandMessage] > 15 ||
		counts[commandEntry] > 1 {
		return nil, errTooManyCommands
	}
	scope, err := s.scopeFromPath(c)
	if err != nil {
		return nil, err
	}
	if scope == 0 && s.commands.entryPoint() != nil && counts[commandEntry] == 0 {
		return nil, errEntryPoint
	}
	for _, cmd := range list {
		if err := s.register(scope, cmd); err != nil {
			return nil, err
		}
	}
	s.commands.scopes[scope] = list
	s.signalChange()
	return list, nil
}

// register gives a command its identifiers: the existing ones if a command has its name and type. The caller holds mu.
func (s commandEndpoints) register(scope Snowflake, cmd *wire.Command) error {
	cmd.ApplicationID, cmd.Version = s.bot.ID.String(), s.nextID().String()
	if scope != 0 {
		cmd.GuildID = scope.String()
	}
	for _, old := range s.commands.scopes[scope] {
		if old.Type == cmd.Type && (old.Name == cmd.Name || cmd.Type == commandEntry) {
			cmd.ID = old.ID
			return nil
		}
	}
	cmd.ID = s.nextID().String()
	return s.commands.countCreate(s.Now())
}

func (s commandEndpoints) create(c *call) (any, error) {
	var f formErrors
	cmd := s.readCommand(&f, c.body, "")
	if err := f.err(); err != nil {
		return nil, err
	}
	scope, err := s.scopeFromPath(c)
	if err != nil {
		return nil, err
	}
	list := s.commands.scopes[scope]
	i := slices.IndexFunc(list, func(o *wire.Command) bool { return o.Name == cmd.Name && o.Type == cmd.Type })
	if i < 0 && cmd.Type == commandEntry && s.commands.entryPoint() != nil {
		return nil, errTooManyCommands
	}
	if i < 0 && len(list) >= 100 {
		return nil, errTooManyCommands
	}
	if err := s.register(scope, cmd); err != nil {
		return nil, err
	}
	defer s.signalChange()
	list = slices.Clone(list)
	if i >= 0 {
		list[i] = cmd
		s.commands.scopes[scope] = list
		return *cmd, nil
	}
	s.commands.scopes[scope] = append(list, cmd)
	return created{*cmd}, nil
}

func (s commandEndpoints) patch(c *call, cmd scopedCommand) (any, error) {
	// A patch is the old command with the given fields written over it, checked as a whole.
	var patch, whole map[string]json.RawMessage
	if err := c.decodeBody(&patch); err != nil {
		return nil, err
	}
	old, _ := json.Marshal(cmd.Command)
	json.Unmarshal(old, &whole)
	maps.Copy(whole, patch)
	merged, _ := json.Marshal(whole)
	var f formErrors
	next := s.readCommand(&f, merged, "")
	if err := f.err(); err != nil {
		return nil, err
	}
	next.ID, next.ApplicationID, next.GuildID, next.Version = cmd.ID, cmd.ApplicationID, cmd.GuildID,
		s.nextID().String()
	list := slices.Clone(s.commands.scopes[cmd.scope])
	list[slices.Index(list, cmd.Command)] = next
	s.commands.scopes[cmd.scope] = list
	return *next, nil
}

func (s commandEndpoints) remove(_ *call, cmd scopedCommand) (any, error) {
	s.commands.scopes[cmd.scope] = without(s.commands.scopes[cmd.scope], cmd.Command)
	return nil, nil
}

// availableCommands returns the commands that can be used in a guild (nil in a DM) or a channel: the guild's first,
// then the global ones. The entry point is left out, because the sandbox launches no Activity. The caller holds mu.
func (s *state) availableCommands(g *guild, ch *channel) []*wire.Command {
	var list []*wire.Command
	scopes, context := []Snowflake{0}, 0
	switch {
	case g != nil && g.botRemoved:
		return nil
	case g != nil:
		scopes = []Snowflake{g.ID, 0}
	default:
		context = 1
		if !ch.hasRecipient(s.bot) {
			return nil
		}
	}
	for _, scope := range scopes {
		for _, cmd := range s.commands.scopes[scope] {
			dup := slices.ContainsFunc(list, func(o *wire.Command) bool {
				return o.Name == cmd.Name && o.Type == cmd.Type
			})
			if !dup && cmd.Type != commandEntry &&
				(len(cmd.Contexts) == 0 && (context == 0 || cmd.DMPermission) ||
					slices.Contains(cmd.Contexts, context)) {
				list = append(list, cmd)
			}
		}
	}
	return list
}

func (s commandEndpoints) indexOfChannel(c *call, ch *channel) (any, error) {
	return s.index(c, ch.guild, ch), nil
}

func (s commandEndpoints) indexOfGuild(c *call, g *guild) (any, error) {
	return s.index(c, g, nil), nil
}

// index returns what Discord's client requests before it shows the list of commands: the commands with their names in
// the person's language beside the original names.
func (s commandEndpoints) index(c *call, g *guild, ch *channel) any {
	list := []wire.Command{}
	version := Snowflake(0)
	for _, cmd := range s.availableCommands(g, ch) {
		list = append(list, localized(*cmd, c.user.Locale))
		v, _ := ParseSnowflake(cmd.Version)
		version = max(version, v)
	}
	return map[string]any{
		"application_commands": list, "version": version,
		"applications": []any{map[string]any{"id": s.bot.ID, "name": s.bot.Name, "description": "", "icon": nil,
			"bot": s.bot.wire()}},
	}
}

// inLocale returns the text for a locale, else plain. en-US and en-GB fall back to each other, as on Discord.
func inLocale(m map[string]string, locale, plain string) string {
	fallback := map[string]string{"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}
	return cmp.Or(m[locale], m[fallback[locale]], plain)
}

// localized returns a command with its texts in one language beside the original ones.
func localized(c wire.Command, locale string) wire.Command {
	c.NameLocalized = inLocale(c.NameLocalizations, locale, c.Name)
	c.DescLocalized = inLocale(c.DescLocalizations, locale, c.Description)
	c.Options = localizedOptions(c.Options, locale)
	return c
}

func localizedOptions(options []wire.Option, locale string) []wire.Option {
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
