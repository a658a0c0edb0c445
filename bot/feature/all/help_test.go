package all_test

import (
	"strings"
	"testing"

	"yeye/bot/feature/all"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/services"
	"yeye/bot/view"
	"yeye/bot/view/words"
)

// /help names every command, in every language, and fits in a message.
func TestHelpNamesEveryCommand(t *testing.T) {
	features := program()
	texts, err := services.Bundle(features)
	if err != nil {
		t.Fatal(err)
	}
	var commands []interaction.Command
	for _, f := range features {
		commands = append(commands, f.Commands...)
	}
	for _, l := range texts.All() {
		help := l.Text("told.help")
		for _, one := range commands {
			if one.Kind == 0 && one.Name != "help" && !strings.Contains(help, "`/"+l.Text("command."+one.Name+".name")+"`") {
				t.Errorf("%s: /%s is not named", l.Tag(), one.Name)
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
