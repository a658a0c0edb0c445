package bot_test

import (
	"strings"
	"testing"

	"yeye/bot/interaction"
)

// /help names every command, in every language, and fits in a message.
func TestHelpNamesEveryCommand(t *testing.T) {
	features := program()
	texts, err := bundle()
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
