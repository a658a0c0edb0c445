package sandbox

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"yeye/bot/sandbox/wire"
)

// Option types with Discord's numbers.
const (
	optSub         = 1
	optGroup       = 2
	optString      = 3
	optInteger     = 4
	optBoolean     = 5
	optUser        = 6
	optChannel     = 7
	optRole        = 8
	optMentionable = 9
	optNumber      = 10
	optAttachment  = 11
)

// slashName is Discord's rule for names of slash commands and options; letters that have a lower case must be lower
// case.
var slashName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// locales are the locales that Discord knows.
var locales = strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs " +
	"el bg ru uk hi th zh-CN ja zh-TW ko ar he")

// commandRequest is a command that a bot registers. Fields that only responses have are ignored when they are sent
// back.
type commandRequest struct {
	Type               *int              `json:"type"`
	Name               string            `json:"name"`
	NameLocalizations  map[string]string `json:"name_localizations"`
	Description        *string           `json:"description"`
	DescLocalizations  map[string]string `json:"description_localizations"`
	Options            []wire.Option     `json:"options"`
	DefaultPermissions json.RawMessage   `json:"default_member_permissions"` // a number, or its digits
	DefaultPermission  *bool             `json:"default_permission"`
	DMPermission       *bool             `json:"dm_permission"`
	Contexts           []int             `json:"contexts"`
	IntegrationTypes   []int             `json:"integration_types"`
	NSFW               *bool             `json:"nsfw"`
	Handler            *int              `json:"handler"`

	ID            json.RawMessage `json:"id"`
	ApplicationID json.RawMessage `json:"application_id"`
	GuildID       json.RawMessage `json:"guild_id"`
	Version       json.RawMessage `json:"version"`
}

// readCommand checks a registration; errors are added to f, under path. Only an application with an Activity can have
// an entry point.
func (s *state) readCommand(f *formErrors, raw json.RawMessage, path string) *wire.Command {
	var b commandRequest
	if err := decodeStrict(raw, &b); err != nil {
		f.add(path, "BASE_TYPE_BAD_TYPE", err.Error())
		return &wire.Command{}
	}
	c := &wire.Command{Type: commandSlash, Name: b.Name, NameLocalizations: b.NameLocalizations,
		DescLocalizations: b.DescLocalizations,
		DMPermission:      b.DMPermission == nil || *b.DMPermission, Contexts: b.Contexts,
		IntegrationTypes: b.IntegrationTypes,
		NSFW:             value(b.NSFW), Description: value(b.Description), Options: b.Options, Handler: b.Handler}
	if c.IntegrationTypes == nil {
		c.IntegrationTypes = []int{0}
	}
	if b.Type != nil {
		c.Type = *b.Type
	}
	last, kinds := commandMessage, "1, 2, 3"
	if s.opt.EntryPoint {
		last, kinds = commandEntry, "1, 2, 3, 4"
	}
	f.choice(joinPath(path, "type"), c.Type >= commandSlash && c.Type <= last, kinds)
	if c.Type == commandEntry {
		f.choice(joinPath(path, "handler"), c.Handler != nil && (*c.Handler == 1 || *c.Handler == 2), "1, 2")
	}
	if text := strings.Trim(string(b.DefaultPermissions), `"`); text != "" && text != "null" {
		if _, err := strconv.ParseUint(text, 10, 64); err != nil {
			f.add(joinPath(path, "default_member_permissions"), "NUMBER_TYPE_COERCE", "Value is not int.")
		}
		c.DefaultPermissions = &text
	}
	for _, n := range b.Contexts {
		f.choice(joinPath(path, "contexts"), n >= 0 && n <= 2, "0, 1, 2")
	}
	size := f.names(path, c.Name, c.NameLocalizations, c.Type == commandSlash)
	if c.Type == commandSlash {
		size += f.texts(path, c.Description, c.DescLocalizations)
	} else if c.Description != "" && c.Type != commandEntry || len(b.Options) > 0 {
		f.add(joinPath(path, "description"), "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION",
			"Context menu commands cannot have description or options")
	}
	f.options(joinPath(path, "options"), b.Options, 0, &size)
	if size > 8000 {
		f.add(path, "APPLICATION_COMMAND_TOO_LARGE",
			fmt.Sprintf("Command exceeds maximum size (8000), it has %d", size))
	}
	return c
}

// names checks a name and its translations and returns their number of characters.
func (f *formErrors) names(path, name string, translated map[string]string, slash bool) int {
	check := func(path, name string) {
		if !f.length(path, name, 1, 32) {
			return
		}
		if slash && (!slashName.MatchString(name) || name != strings.ToLower(name)) {
			f.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
		}
	}
	check(joinPath(path, "name"), name)
	longest := utf8.RuneCountInString(name)
	for locale, text := range translated {
		here := joinPath(path, "name_localizations."+locale)
		f.choice(joinPath(path, "name_localizations"), slices.Contains(locales, locale), strings.Join(locales, ", "))
		check(here, text)
		longest = max(longest, utf8.RuneCountInString(text))
	}
	return longest
}

// texts checks a description and its translations and returns their number of characters.
func (f *formErrors) texts(path, text string, translated map[string]string) int {
	f.length(joinPath(path, "description"), text, 1, 100)
	longest := utf8.RuneCountInString(text)
	for locale, t := range translated {
		f.choice(joinPath(path, "description_localizations"), slices.Contains(locales, locale),
			strings.Join(locales, ", "))
		f.length(joinPath(path, "description_localizations."+locale), t, 1, 100)
		longest = max(longest, utf8.RuneCountInString(t))
	}
	return longest
}

// options checks a list of options; depth counts subcommands, size grows by the characters that count against 8000.
func (f *formErrors) options(path string, list []wire.Option, depth int, size *int) {
	f.count(path, len(list), 0, 25)
	seen, optional := map[string]bool{}, false
	for i, o := range list {
		here := joinPath(path, i)
		f.refuseReadOnly(here, "name_localized", o.NameLocalized)
		f.refuseReadOnly(here, "description_localized", o.DescLocalized)
		f.choice(joinPath(here, "type"), o.Type >= optSub && o.Type <= optAttachment, "1 … 11")
		*size += f.names(here, o.Name, o.NameLocalizations, true)
		*size += f.texts(here, o.Description, o.DescLocalizations)
		if seen[o.Name] {
			f.add(joinPath(here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
				"Option name already exists")
		}
		seen[o.Name] = true
		sub := o.Type == optSub || o.Type == optGroup
		switch {
		case sub && depth > 0 && (o.Type == optGroup || depth > 1):
			f.add(joinPath(here, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
				"Sub-command option nesting is invalid")
		case sub:
			f.options(joinPath(here, "options"), o.Options, depth+1+o.Type%2, size)
		case len(o.Options) > 0:
			f.add(joinPath(here, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
				"Only subcommands have options")
		}
		if o.Required && optional {
			f.add(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
				"Required options must be placed before non-required options")
		}
		optional = optional || !o.Required && !sub
		if o.Autocomplete && len(o.Choices) > 0 {
			f.add(joinPath(here, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
				"Autocomplete and choices exclude each other")
		}
		if (o.Autocomplete || len(o.Choices) > 0) && o.Type != optString && o.Type != optInteger &&
			o.Type != optNumber {
			f.add(joinPath(here, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
				"Only strings and numbers have choices or autocomplete")
		}
		f.choices(joinPath(here, "choices"), o.Choices, o.Type, size)
	}
}

// refuseReadOnly refuses a field that only responses have.
func (f *formErrors) refuseReadOnly(path, field, value string) {
	if value != "" {
		f.add(joinPath(path, field), "UNKNOWN_FIELD", "Discord has no such field here.")
	}
}

// choices checks an option's choices, registered or sent for autocomplete; size grows as in options.
func (f *formErrors) choices(path string, list []wire.Choice, kind int, size *int) {
	f.count(path, len(list), 0, 25)
	for i, b := range list {
		here := joinPath(path, i)
		f.refuseReadOnly(here, "name_localized", b.NameLocalized)
		f.length(joinPath(here, "name"), b.Name, 1, 100)
		longest := utf8.RuneCountInString(b.Name)
		for locale, t := range b.NameLocalizations {
			f.length(joinPath(here, "name_localizations."+locale), t, 1, 100)
			longest = max(longest, utf8.RuneCountInString(t))
		}
		text, isText := b.Value.(string)
		number, isNumber := b.Value.(float64)
		switch {
		case kind == optString && !isText, (kind == optInteger || kind == optNumber) && !isNumber,
			kind == optInteger && number != float64(int64(number)):
			f.add(joinPath(here, "value"), "BASE_TYPE_BAD_TYPE", "Choice value does not fit the option's type")
		case isText:
			f.length(joinPath(here, "value"), text, 0, 100)
		}
		*size += longest + utf8.RuneCountInString(text)
	}
}
