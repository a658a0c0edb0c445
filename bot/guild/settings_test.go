package guild

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"yeye/bot/id"
)

func TestWhoMayStart(t *testing.T) {
	everybody, role, managers := Settings{}, Settings{Starters: RoleHolders, Role: "7"}, Settings{Starters: Managers}
	stranger, member, manager := Access{}, Access{Roles: []id.Role{"3", "7"}}, Access{Manager: true}
	for _, c := range []struct {
		settings Settings
		access   Access
		may      bool
	}{
		{everybody, stranger, true},
		{role, stranger, false}, {role, member, true}, {role, manager, true}, {role, Access{Roles: []id.Role{"3"}}, false},
		{managers, stranger, false}, {managers, member, false}, {managers, manager, true},
	} {
		if err := c.settings.MayStart(c.access); c.may != (err == nil) || !c.may && !errors.As(err, new(*StartersError)) {
			t.Errorf("%+v with %+v: %v", c.access, c.settings, err)
		}
	}
}

func TestWhereGamesGo(t *testing.T) {
	listed := Settings{Games: ListedChannels, Channels: []id.Channel{"a", "b"}}
	for _, c := range []struct {
		settings        Settings
		channel, parent id.Channel
		want            bool
	}{
		{Settings{}, "x", "", true}, {Settings{Games: OwnThreads}, "x", "", true},
		{listed, "a", "", true}, {listed, "x", "", false}, {listed, "x", "b", true}, {listed, "x", "y", false},
		{Settings{Games: ListedChannels}, "a", "", false},
	} {
		err := c.settings.AllowsChannel(c.channel, c.parent)
		var channels *ChannelsError
		if (err == nil) != c.want || err != nil && !errors.As(err, &channels) {
			t.Errorf("%q under %q with %+v: %v", c.channel, c.parent, c.settings, err)
		}
	}
}

func TestNames(t *testing.T) {
	for w := SameChannel; w <= ListedChannels; w++ {
		if got, ok := ParseWhere(w.String()); !ok || got != w {
			t.Errorf("%v reads as %v", w, got)
		}
	}
	for s := Everybody; s <= Managers; s++ {
		if got, ok := ParseStarters(s.String()); !ok || got != s {
			t.Errorf("%v reads as %v", s, got)
		}
	}
	for _, name := range []string{"elsewhere", ""} {
		if _, ok := ParseWhere(name); ok {
			t.Errorf("%q is read", name)
		}
	}
}

func TestEdits(t *testing.T) {
	to := func(w Where) *Where { return &w }
	by := func(s Starters) *Starters { return &s }
	full := Settings{Games: ListedChannels}
	for n := range MaxChannels {
		full.Channels = append(full.Channels, id.Channel(fmt.Sprint(n)))
	}
	one := Settings{Games: ListedChannels, Channels: []id.Channel{"a"}}
	for _, c := range []struct {
		name string
		from Settings
		edit Edit
		want Settings
		err  error
	}{
		{"nothing", one, Edit{}, one, nil},
		{"the first channel", Settings{}, Edit{Channel: "a"}, one, nil},
		{"another", one, Edit{Channel: "b"}, Settings{Games: ListedChannels, Channels: []id.Channel{"a", "b"}}, nil},
		{"the last is taken off", one, Edit{Channel: "a"}, Settings{Channels: []id.Channel{}}, nil},
		{"one too many", full, Edit{Channel: "a"}, full, ErrManyChannels},
		{"one of many is taken off", full, Edit{Channel: "0"}, Settings{Games: ListedChannels, Channels: full.Channels[1:]}, nil},
		{"of a list not in force", Settings{Games: OwnThreads, Channels: []id.Channel{"a", "b"}}, Edit{Channel: "a"}, Settings{Games: ListedChannels, Channels: []id.Channel{"a", "b"}}, nil},
		{"listed, but none is", Settings{}, Edit{Games: to(ListedChannels)}, Settings{}, ErrNoChannel},
		{"threads", one, Edit{Games: to(OwnThreads)}, Settings{Games: OwnThreads, Channels: []id.Channel{"a"}}, nil},
		{"a feature off", Settings{}, Edit{Switched: map[string]bool{"learn": false}}, Settings{Off: []string{"learn"}}, nil},
		{"off already", Settings{Off: []string{"learn"}}, Edit{Switched: map[string]bool{"learn": false}}, Settings{Off: []string{"learn"}}, nil},
		{"on again", Settings{Off: []string{"learn", "puzzle"}}, Edit{Switched: map[string]bool{"learn": true}}, Settings{Off: []string{"puzzle"}}, nil},
		{"several", Settings{Off: []string{"learn"}}, Edit{Switched: map[string]bool{"learn": true, "vote": true, "ring": false, "daily": false}},
			Settings{Off: []string{"daily", "ring"}}, nil},
		{"a role", Settings{}, Edit{Role: "7"}, Settings{Starters: RoleHolders, Role: "7"}, nil},
		{"which role?", Settings{}, Edit{Starters: by(RoleHolders)}, Settings{}, ErrNoRole},
		{"a role for later", Settings{}, Edit{Role: "7", Starters: by(Managers)}, Settings{Starters: Managers, Role: "7"}, nil},
	} {
		before := fmt.Sprint(c.from)
		got, err := c.from.With(c.edit)
		if !errors.Is(err, c.err) {
			t.Errorf("%s: %v, want %v", c.name, err, c.err)
		}
		if d := cmp.Diff(c.want, got); err == nil && d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
		if fmt.Sprint(c.from) != before {
			t.Errorf("%s: what was edited has changed itself", c.name)
		}
	}
}
