package feature_test

import (
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/store/scheduler"
)

// Anything that two features add under one name is refused, with both their names; what is merely similar is not.
func TestCheck(t *testing.T) {
	open := door.Anybody.Alone()
	command := func(name string, kind discord.CommandKind) feature.Feature {
		return feature.Feature{Commands: []interaction.Command{{Name: name, Kind: kind, Door: open}}}
	}
	action := func(a string) feature.Feature {
		return feature.Feature{Components: []interaction.Component{{Action: a, Door: open}}}
	}
	for _, c := range []struct {
		what    string
		a, b    feature.Feature
		refused string
	}{
		{"a command", command("roll", 0), command("roll", 0), `command "roll"`},
		{"a command of the usual kind", command("roll", 0), command("roll", discord.SlashCommand), `command "roll"`},
		{"a command of another kind", command("roll", 0), command("roll", discord.UserCommand), ""},
		{"other commands", command("roll", 0), command("rolls", 0), ""},
		{"an action", action("roll"), action("roll"), `"roll"`},
		{"other actions", action("roll"), action("throw"), ""},
		{"an action and a command", action("roll"), command("roll", 0), ""},
		{"a kind of card", feature.Feature{Cards: map[id.Kind]display.Source{"dice": nil}}, feature.Feature{Cards: map[id.Kind]display.Source{"dice": nil}}, `"dice"`},
		{"a job", feature.Feature{Jobs: []scheduler.Handler{{Kind: "roll", Door: open}}}, feature.Feature{Jobs: []scheduler.Handler{{Kind: "roll", Door: open}}}, `"roll"`},
		{"periodic work", feature.Feature{Periodic: []scheduler.Periodic{{Name: "roll"}}}, feature.Feature{Periodic: []scheduler.Periodic{{Name: "roll"}}}, `"roll"`},
	} {
		c.a.Name, c.b.Name = "first", "second"
		err := feature.Check([]feature.Feature{c.a, c.b})
		switch {
		case c.refused == "" && err != nil:
			t.Errorf("%s: %v", c.what, err)
		case c.refused != "" && (err == nil || !strings.Contains(err.Error(), "first and second both add") || !strings.Contains(err.Error(), c.refused)):
			t.Errorf("%s: %v", c.what, err)
		}
	}
	err := feature.Check([]feature.Feature{{Name: "dice"}, {Name: "dice"}})
	if err == nil || !strings.Contains(err.Error(), "the name dice") {
		t.Errorf("two of one name: %v", err)
	}
	// All errors are reported at once.
	twice := feature.Feature{Name: "dice", Commands: []interaction.Command{{Name: "roll", Door: open}}, Components: []interaction.Component{{Action: "again", Door: open}}}
	if err := feature.Check([]feature.Feature{twice, twice}); strings.Count(err.Error(), "both add") != 3 {
		t.Errorf("%v", err)
	}
}

// Whatever a feature adds without a door is refused, with its name.
func TestCheckDoors(t *testing.T) {
	open := door.Anybody.Alone()
	for what, f := range map[string]feature.Feature{
		`command "roll" of kind 1`:           {Commands: []interaction.Command{{Name: "roll"}}},
		`command "roll" of kind 1 with dice`: {Commands: []interaction.Command{{Name: "roll", Door: open, Doors: map[string]door.Door{"dice": {}}}}},
		`controls of action "roll"`:          {Components: []interaction.Component{{Action: "roll", Door: door.Door{Who: door.Anybody}}}},
		`typed text dice 1`:                  {Text: []interaction.TextHandler{{Door: door.Door{Audience: door.Alone}}}},
		`jobs of kind "roll" without a door`: {Jobs: []scheduler.Handler{{Kind: "roll"}}},
	} {
		f.Name = "dice"
		err := feature.Check([]feature.Feature{f})
		if err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
