package all_test

import (
	"strings"
	"testing"

	"yeye/bot/feature/all"
	"yeye/bot/interaction"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/services"
	"yeye/bot/view"
	"yeye/bot/view/words"
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
		if mentions := strings.ReplaceAll(help, "`/", strings.Repeat("x", 24)); len([]rune(mentions)) > 1900 {
			t.Errorf("%s: %d characters with mentions of commands", l.Tag(), len([]rune(mentions)))
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
		for _, timing := range match.Timings() {
			name := view.TimingText(words.In(say), timing)
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
