package all_test

import (
	"fmt"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/feature/all"
	"yeye/bot/guild"
	"yeye/bot/interaction"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/bot/services"
)

// /help names every command and flipped chess, in every language, tells everything that features declare, and fits in a message.
func TestHelp(t *testing.T) {
	var names []string
	var commands []interaction.Command
	for _, f := range program() {
		names = append(names, f.Name)
		commands = append(commands, f.Commands...)
	}
	d := desk.Open(t, names...)
	for _, l := range d.Readers.Bundle.All() {
		d.Locale = l.Tag()
		d.Play("mei: /help => private")
		help := d.Said.Content
		t.Log(help)
		first, _, apart := strings.Cut(help, "\n\n")
		for _, name := range []string{"learn", "rules", "play"} {
			if !apart || !strings.Contains(first, "\n### ") || !strings.Contains(first, "`/"+l.Text("command."+name+".name")+"`") {
				t.Errorf("%s: not for newcomers first, and apart: %s", l.Tag(), first)
			}
		}
		for _, one := range commands {
			if one.Kind == 0 && one.Name != "help" && !strings.Contains(help, "`/"+l.Text("command."+one.Name+".name")+"`") {
				t.Errorf("%s: /%s is not named", l.Tag(), one.Name)
			}
		}
		for key := range texts(t)[l.Tag()] {
			if strings.HasPrefix(key, "help.") && strings.Count(key, ".") == 2 && !strings.Contains(help, l.Text(key)) {
				t.Errorf("%s: %s is not told", l.Tag(), key)
			}
		}
		help += "\n" + l.Text("told.typing") // where it is so
		if n := len([]rune(strings.ReplaceAll(help, "`/", strings.Repeat("x", 22)))); n > discord.MaxContent {
			t.Errorf("%s: %d characters with mentions of commands", l.Tag(), n)
		}
	}
}

// /help names no command of what the server has switched off, and all of them in a direct conversation.
func TestHelpHere(t *testing.T) {
	var names []string
	off := map[string]bool{}
	for _, f := range program() {
		names = append(names, f.Name)
		if f.Optional {
			off[f.Name] = false
		}
	}
	d := desk.Open(t, names...)
	if _, err := d.Guilds.Edit(t.Context(), desk.Guild, guild.Edit{Switched: off}); err != nil {
		t.Fatal(err)
	}
	d.Play("mei: /help => private")
	here := d.Said.Content
	d.Play("in dm\nmei: /help => private")
	for _, f := range program() {
		for _, c := range f.Commands {
			name := "`/" + d.Readers.InLocale("en").Text("command."+c.Name+".name") + "`"
			if f.Optional && c.Kind == 0 && (strings.Contains(here, name) || !strings.Contains(d.Said.Content, name)) {
				t.Errorf("%s of %s\nhere: %s\nalone: %s", name, f.Name, here, d.Said.Content)
			}
		}
	}
}

// The choices of a clock fit Discord's limits in each language, and no two look alike.
func TestClockChoices(t *testing.T) {
	cat, err := services.Bundle(program())
	if err != nil {
		t.Fatal(err)
	}
	for _, say := range cat.All() {
		seen := map[string]bool{}
		for _, timing := range match.TimeControls() {
			name := view.TimeControlText(words.In(say), timing)
			if seen[name] || strings.Contains(name, "{{") || strings.Contains(name, "clock.") || len([]rune(name)) > 100 {
				t.Errorf("%s: %q", say.Tag(), name)
			}
			seen[name] = true
		}
	}
}

// The choice of an opponent describes how each of them plays, in the client's language.
func TestOpponentsSayHowTheyPlay(t *testing.T) {
	commands, err := services.Commands(all.Features)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range commands {
		for _, o := range c.Options {
			for _, choice := range o.Choices {
				if c.Name.Default == "play" && o.Name.Default == "opponent" && choice.Value == "1" {
					if en, zh := choice.Name.Default, choice.Name.By["zh-CN"]; en != "Kid · sees captures, forgets a lot" || zh != "小孩 · 会吃子，常漏看" {
						t.Errorf("the Kid is %q and %q", en, zh)
					}
					return
				}
			}
		}
	}
	t.Error("no opponents to choose from")
}

// What is said of a card that cannot be shown fits every card: a tournament's has no moves, and /board shows none.
func TestUndeliveredCards(t *testing.T) {
	for language, all := range texts(t) {
		for key, text := range all {
			if (strings.HasPrefix(key, "delivery.later") || strings.HasPrefix(key, "delivery.forbidden")) && strings.Contains(fmt.Sprint(text), "/board") {
				t.Errorf("%s: %s: %v", language, key, text)
			}
		}
	}
}

// Whoever is asked reads a whole sentence: a button below it does not end one.
func TestQuestionsOfRisksAreWhole(t *testing.T) {
	for language, all := range texts(t) {
		for key, text := range all {
			if strings.HasPrefix(key, "ask.risk.") && !strings.HasSuffix(text["other"], ".") && !strings.HasSuffix(text["other"], "。") {
				t.Errorf("%s: %s: %v", language, key, text)
			}
		}
	}
}
