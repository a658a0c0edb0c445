package desk

import (
	"fmt"
	"slices"

	"yeye/bot/discord"
	"yeye/bot/feature/all"
	"yeye/bot/match"
	"yeye/bot/services"
)

// EveryFeature returns the names of the program's features.
func EveryFeature() (names []string) {
	for _, f := range all.Features(new(services.Services)) {
		names = append(names, f.Name)
	}
	return names
}

// Crawl makes a first user use every command that needs no permission, without options and with each of them, and a
// second user answer what can be answered. Both press every control that they see, once for each kind of game, and play
// on in the games that start. Each command is used in a new channel. Commands and controls of the skipped feature are
// left out.
func (d *Desk) Crawl(who, other, skipped string) {
	d.t.Helper()
	c := crawler{d: d, people: []string{who, other}, pressed: map[string]bool{}, skip: map[string]bool{}}
	commands := d.Commands
	for _, f := range all.Features(new(services.Services)) {
		if f.Name != skipped {
			continue
		}
		for _, one := range f.Components {
			c.skip[one.Action] = true
		}
		for _, one := range f.Commands {
			c.skip["/"+one.Name] = true
		}
	}
	definitions, err := services.Commands(all.Features)
	d.must(err)
	for i, one := range commands {
		if c.skip["/"+one.Name] || one.DefaultPermissions != 0 || one.Kind != 0 && one.Kind != discord.SlashCommand {
			continue
		}
		at := slices.IndexFunc(definitions, func(def discord.Command) bool { return def.Name.Default == one.Name })
		c.command(one.Name, definitions[at].Options)
		if i%4 == 3 {
			d.Play("clock 2h\ndue")
		}
	}
	d.Play("in channel\nclock 2h\ndue")
}

type crawler struct {
	d        *Desk
	people   []string
	pressed  map[string]bool // by who, action and kind of game
	skip     map[string]bool
	channels int
}

// command uses a command in each way.
func (c *crawler) command(name string, options []discord.CommandOption) {
	ways := []string{""}
	for _, o := range options {
		ways = append(ways, " "+o.Name.Default+"="+c.value(&o))
	}
	for _, way := range ways {
		c.channels++
		c.d.In(fmt.Sprint(10_000 + c.channels))
		c.d.Do(c.people[0], "/"+name+way)
		for range 2 {
			c.press()
			c.move()
		}
	}
}

// value returns one of an option's values.
func (c *crawler) value(o *discord.CommandOption) string {
	switch {
	case len(o.Choices) > 0:
		return o.Choices[len(o.Choices)-1].Value
	case o.Type == discord.UserOption:
		return "@" + c.people[1]
	case o.Type == discord.BooleanOption:
		return "true"
	case o.Type == discord.StringOption:
		return "h2e2"
	}
	return "2"
}

// press makes both users press the controls that they have not pressed before, the second user first, to answer the
// first one's request.
func (c *crawler) press() {
	d := c.d
	for _, who := range []string{c.people[1], c.people[0]} {
		for range 6 {
			key := func(s seen) string { return fmt.Sprint(who, s.action, d.card.Subject.Kind) }
			all := d.visible(who)
			at := slices.IndexFunc(all, func(s seen) bool { return !c.skip[s.action] && !c.pressed[key(s)] })
			if at < 0 {
				break
			}
			s := all[at]
			c.pressed[key(s)] = true
			clear(d.used) // Crawl does not check that used menus are renewed
			if d.form = nil; d.Do(who, s.what) != "" && d.form != nil {
				d.Do(who, "(a few words)")
			}
		}
	}
}

// move plays some moves in the channel's game.
func (c *crawler) move() {
	d := c.d
	for range 4 {
		m, err := d.Matches.InChannel(d.t.Context(), d.channel)
		if err != nil || m.Status != match.Open || !m.Mode.Positions() {
			return
		}
		legal := m.FullGame().Position().LegalMoves(nil)
		seat := m.Seats[m.ToMove()]
		who := slices.IndexFunc(c.people, func(name string) bool { return People[name] == seat.Player })
		switch {
		case len(legal) == 0:
			return
		case seat.Character():
			d.Do("character", legal[0].String())
		case who >= 0:
			d.Do(c.people[who], legal[0].String())
		default:
			return
		}
	}
}

// seen is a control that a user can use.
type seen struct{ action, what string }

// visible returns the controls that a user can use: those of their last private answer, of the last public one, and of
// the last card.
func (d *Desk) visible(who string) (all []seen) {
	d.t.Helper()
	rows := slices.Concat(d.answers[who], d.answers[""])
	if s := d.card.Subject; !s.None() {
		if card, err := d.Sources[s.Kind].Card(d.t.Context(), s.ID, 0, d.card.Arg); err == nil {
			rows = append(rows, card.Message.Rows...)
		}
	}
	for _, one := range slices.Concat(rows...) {
		switch one := one.(type) {
		case discord.Button:
			if id, ok := discord.ParseControlID(one.CustomID); ok && !one.Disabled && one.Label != "" {
				all = append(all, seen{id.Action, "[" + one.Label + "]"})
			}
		case discord.Select:
			if id, ok := discord.ParseControlID(one.CustomID); ok && one.Users {
				all = append(all, seen{id.Action, "{" + one.Placeholder + "} @tom"})
			} else if ok && len(one.Options) > 0 {
				all = append(all, seen{id.Action, "{" + one.Placeholder + "} " + one.Options[len(one.Options)-1].Value})
			}
		}
	}
	return all
}
