package interaction

import (
	"cmp"
	"context"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/locale"
	"yeye/game/notation"
)

// Handler answers a request. An error is put into words by the router's Refuse.
type Handler func(context.Context, *Request) (Response, error)

// ControlHandler handles the use of a control.
type ControlHandler func(context.Context, *Request, discord.ControlID) (Response, error)

// Completer offers choices for the option that is being typed into. It runs at every keystroke, and people wait for it.
type Completer func(context.Context, *Request) ([]discord.Choice, error)

// Command is a slash command, or one of a context menu: how it is registered with Discord and what it does. Its texts are in the
// catalogs under "command.NAME": name, about, and for each option OPTION.name and OPTION.about.
type Command struct {
	Name     string
	Kind     discord.CommandKind // 0 is a slash command
	Needs    int64               // the permission whose holders see it, in guilds only; 0 shows it to everybody, everywhere
	Door     door.Door
	Doors    map[string]door.Door // of uses with an option, by its name or as name=value: they go through that door instead
	Options  func(Texts) []discord.CommandOption
	Handle   Handler
	Complete Completer
}

// Component handles the use of an action's controls. Actions never change: messages live for years.
type Component struct {
	Action string
	Door   door.Door
	OnCard bool // it is on cards, and its custom id names the card's subject and turn
	Handle ControlHandler
}

// TextHandler answers typed text: what is addressed to the bot, a word of play, or what some reader may mean as a move. It is not
// asked about conversation. The router tries the handlers whose Wants is true, in the order of features, until one has a response.
type TextHandler struct {
	Door door.Door
	// Wants decides by the text alone.
	Wants  func(*Typed) bool
	Handle Handler
}

// Says wants a word of play that is addressed to the bot.
func Says(word notation.Word) func(*Typed) bool {
	return func(t *Typed) bool { return t.Addressed && t.Word == word }
}

// Texts makes the texts of commands in all languages.
type Texts struct{ bundle *locale.Bundle }

// Spelled returns the text that say gives in each language.
func (t Texts) Spelled(say func(*locale.Localizer) string) discord.Text {
	all := t.bundle.All()
	text := discord.Text{Default: say(all[0]), By: map[string]string{}}
	for _, l := range all[1:] {
		text.By[l.Tag()] = say(l)
	}
	return text
}

// Key returns the text under a key, in all languages.
func (t Texts) Key(key string) discord.Text {
	return t.Spelled(func(l *locale.Localizer) string { return l.Text(key) })
}

// Option makes an option of a command, with its texts.
func (t Texts) Option(command, name string, of discord.OptionType) discord.CommandOption {
	key := "command." + command + "." + name
	return discord.CommandOption{Type: of, Name: t.Key(key + ".name"), Description: t.Key(key + ".about")}
}

// Choice makes a choice whose name is the text under the key prefix+value.
func (t Texts) Choice(prefix, value string) discord.Choice {
	return discord.Choice{Name: t.Key(prefix + value), Value: value}
}

// Choices makes a choice of each value.
func (t Texts) Choices(prefix string, values ...string) (all []discord.Choice) {
	for _, v := range values {
		all = append(all, t.Choice(prefix, v))
	}
	return all
}

// door returns the door that a use of the command goes through.
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
	d := discord.Command{Kind: cmp.Or(c.Kind, discord.SlashCommand), Name: t.Key("command." + c.Name + ".name"), Needs: c.Needs}
	if d.Kind != discord.SlashCommand {
		return d // a context menu has no description
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
