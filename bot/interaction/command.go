package interaction

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/game/notation"
)

// Handler answers a request. The router's Refuse turns an error into a response.
type Handler func(context.Context, *Request) (Response, error)

// ControlHandler handles the use of a control.
type ControlHandler func(context.Context, *Request, discord.ControlID) (Response, error)

// Loading returns the handler of a control that calls load, and then do with the result; an error of load ends it.
func Loading[T any](load func(context.Context, *Request, discord.ControlID) (T, error),
	do func(context.Context, *Request, discord.ControlID, T) (Response, error)) ControlHandler {
	return func(ctx context.Context, r *Request, c discord.ControlID) (Response, error) {
		loaded, err := load(ctx, r, c)
		if err != nil {
			return Response{}, err
		}
		return do(ctx, r, c, loaded)
	}
}

// ByID converts a function that loads by id to a load for [Loading], which loads by the control's ID.
func ByID[T any](get func(context.Context, id.Match) (T, error)) func(context.Context, *Request,
	discord.ControlID) (T, error) {
	return func(ctx context.Context, _ *Request, c discord.ControlID) (T, error) { return get(ctx, c.ID) }
}

// Completer returns choices for the focused option. It runs at every keystroke, while the user waits.
type Completer func(context.Context, *Request) ([]discord.Choice, error)

// Command is a slash command or a context menu command: how it is registered with Discord and what it does. Its texts
// are in the catalogs under "command.NAME": name, about, and for each option OPTION.name and OPTION.about.
type Command struct {
	Name string
	Kind discord.CommandKind // 0 is a slash command
	// the permission needed to see it, in guilds only; 0 shows it to everyone, in direct conversations too
	DefaultPermissions int64
	Door               door.Door
	Doors              map[string]door.Door // override Door for uses with an option; keyed by "name" or "name=value"
	Options            func(Texts) []discord.CommandOption
	Handle             Handler
	Complete           Completer
}

// Component handles the use of an action's controls. Actions are never renamed: messages live for years.
type Component struct {
	Action string
	Door   door.Door
	OnCard bool // the control is on cards, and its custom id names the card's subject and turn
	Handle ControlHandler
}

// TextHandler answers typed text: text addressed to the bot, a command word such as "undo", or a text that may be a
// move in some notation. It is not called for conversation. The router calls the handlers whose Wants is true, in the
// order of features, until one responds.
type TextHandler struct {
	Door door.Door
	// Wants decides by the text alone.
	Wants  func(*Typed) bool
	Handle Handler
}

// AddressedWord returns a Wants for a command word that is addressed to the bot.
func AddressedWord(word notation.Word) func(*Typed) bool {
	return func(t *Typed) bool { return t.Addressed && t.Word == word }
}

// Texts makes the texts of commands in all languages.
type Texts struct{ bundle *locale.Bundle }

// Localized returns a text in all languages, by calling say for each.
func (t Texts) Localized(say func(*locale.Localizer) string) discord.Text {
	all := t.bundle.All()
	text := discord.Text{Default: say(all[0]), By: map[string]string{}}
	for _, l := range all[1:] {
		text.By[l.Tag()] = say(l)
	}
	return text
}

// Key returns the text under a key, in all languages.
func (t Texts) Key(key string) discord.Text {
	return t.Localized(func(l *locale.Localizer) string { return l.Text(key) })
}

// Option makes an option of a command, with its texts.
func (t Texts) Option(command, name string, of discord.OptionType) discord.CommandOption {
	key := "command." + command + "." + name
	return discord.CommandOption{Type: of, Name: t.Key(key + ".name"), Description: t.Key(key + ".about")}
}

// Pick makes an option of a command that takes one of the choices.
func (t Texts) Pick(command, name string, choices ...discord.Choice) discord.CommandOption {
	o := t.Option(command, name, discord.StringOption)
	o.Choices = choices
	return o
}

// Typed makes an option of a command that takes text; most is its maximum length in characters.
func (t Texts) Typed(command, name string, most int) discord.CommandOption {
	o := t.Option(command, name, discord.StringOption)
	o.MaxLength = most
	return o
}

// Choices makes a choice for each element of a list; value returns its value, say its name in a language.
func Choices[T any](t Texts, of []T, value func(T) string,
	say func(*locale.Localizer, T) string) (all []discord.Choice) {
	for _, one := range of {
		all = append(all, discord.Choice{Value: value(one),
			Name: t.Localized(func(l *locale.Localizer) string { return say(l, one) })})
	}
	return all
}

// Keyed is [Texts.Choices] for elements whose printed form is the value.
func Keyed[T any](t Texts, prefix string, of []T) (all []discord.Choice) {
	for _, one := range of {
		all = append(all, t.Choice(prefix, fmt.Sprint(one)))
	}
	return all
}

// Choice makes a choice whose name is the text under the key prefix+value.
func (t Texts) Choice(prefix, value string) discord.Choice {
	return discord.Choice{Name: t.Key(prefix + value), Value: value}
}

// Choices makes a choice for each value.
func (t Texts) Choices(prefix string, values ...string) []discord.Choice {
	return Keyed(t, prefix, values)
}

// door returns the door that a use of the command must pass.
func (c *Command) door(q *Request) door.Door {
	for option, d := range c.Doors {
		name, value, one := strings.Cut(option, "=")
		if got := q.Options[name]; one && got == value || !one && got != "" {
			return d
		}
	}
	return c.Door
}

// definition returns the command as Discord registers it.
func (c *Command) definition(t Texts) discord.Command {
	d := discord.Command{Kind: cmp.Or(c.Kind, discord.SlashCommand), Name: t.Key("command." + c.Name + ".name"),
		DefaultPermissions: c.DefaultPermissions}
	if d.Kind != discord.SlashCommand {
		return d // a context menu command has no description
	}
	d.Description = t.Key("command." + c.Name + ".about")
	if c.Options != nil {
		d.Options = c.Options(t)
	}
	return d
}

// Definitions returns commands as Discord registers them.
func Definitions(bundle *locale.Bundle, commands []Command) []discord.Command {
	var all []discord.Command
	for i := range commands {
		all = append(all, commands[i].definition(Texts{bundle}))
	}
	return all
}
