package bot

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/old/locale"
)

// Registered compares the commands that Discord knows with those of this version,
// and names what is absent there, what is no longer ours, and what is not as it is
// here. Translations are passed over: Discord gives them only when asked.
func Registered(cat *locale.Catalog, there []*discordgo.ApplicationCommand) (absent, foreign, changed []string) {
	type key struct {
		kind discordgo.ApplicationCommandType
		name string
	}
	of := func(c *discordgo.ApplicationCommand) key {
		return key{cmp.Or(c.Type, discordgo.ChatApplicationCommand), c.Name}
	}
	known := make(map[key]string)
	for _, c := range there {
		known[of(c)] = outline(c)
	}
	for _, c := range definitions(cat) {
		switch is, ok := known[of(c)]; {
		case !ok:
			absent = append(absent, c.Name)
		case is != outline(c):
			changed = append(changed, c.Name)
		}
		delete(known, of(c))
	}
	for k := range known {
		foreign = append(foreign, k.name)
	}
	slices.Sort(foreign)
	return absent, foreign, changed
}

// outline is what of a command must be the same, as text.
func outline(c *discordgo.ApplicationCommand) string {
	type shape struct {
		Type         int
		Name, About  string
		Required     bool
		Autocomplete bool
		Choices      []string
		Below        []shape
	}
	var shapes func([]*discordgo.ApplicationCommandOption) []shape
	shapes = func(options []*discordgo.ApplicationCommandOption) (all []shape) {
		for _, o := range options {
			s := shape{Type: int(o.Type), Name: o.Name, About: o.Description, Required: o.Required, Autocomplete: o.Autocomplete, Below: shapes(o.Options)}
			for _, choice := range o.Choices {
				s.Choices = append(s.Choices, choice.Name)
			}
			all = append(all, s)
		}
		return all
	}
	text, _ := json.Marshal(shape{Name: c.Name, About: c.Description, Below: shapes(c.Options)}) // strings and such: no error
	return string(text)
}
