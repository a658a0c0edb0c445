package interaction

import (
	"cmp"
	"encoding/json"
	"slices"

	"yeye/bot/discord"
)

// Compare compares the commands registered with Discord with those of this version, and returns the names of wanted
// commands that are not registered, of registered ones that this version does not have, and of those that differ.
// Translations are not compared: Discord gives them only on request.
func Compare(commands []discord.Command, registered []discord.Registered) (absent, foreign, changed []string) {
	type key struct {
		kind discord.CommandKind
		name string
	}
	known := make(map[key]string)
	for _, c := range registered {
		known[key{cmp.Or(c.Kind, discord.SlashCommand), c.Name}] = outline(c.Name, c.Description, c.Options)
	}
	for _, c := range commands {
		k := key{cmp.Or(c.Kind, discord.SlashCommand), c.Name.Default}
		switch is, ok := known[k]; {
		case !ok:
			absent = append(absent, k.name)
		case is != outline(c.Name.Default, c.Description.Default, c.Options):
			changed = append(changed, k.name)
		}
		delete(known, k)
	}
	for k := range known {
		foreign = append(foreign, k.name)
	}
	slices.Sort(foreign)
	return absent, foreign, changed
}

// outline encodes the parts of a command that Compare compares.
func outline(name, description string, options []discord.CommandOption) string {
	type shape struct {
		Type         int
		Name, About  string
		Required     bool
		Autocomplete bool
		Choices      []string
		Below        []shape
	}
	s := shape{Name: name, About: description}
	for _, o := range options {
		nested := shape{Type: int(o.Type), Name: o.Name.Default, About: o.Description.Default, Required: o.Required,
			Autocomplete: o.Autocomplete}
		for _, choice := range o.Choices {
			nested.Choices = append(nested.Choices, choice.Name.Default)
		}
		s.Below = append(s.Below, nested)
	}
	text, _ := json.Marshal(s) // plain values: no error
	return string(text)
}
