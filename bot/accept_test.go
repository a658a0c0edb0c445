package bot_test

import (
	"strings"
	"testing"

	"yeye/bot/sandbox/person"
)

func TestDrawWithACharacter(t *testing.T) {
	h := openEnv(t)
	mei := h.connect(1)
	mei.command("play", person.Opt("opponent", "1"), person.Opt("side", "red"))
	mei.wait(person.WithPicture())
	refusedWith(t, "at the beginning", mei.command("draw"), "**Kid** looks at the board")
	mei.press(mei.command("resign"), "Yes, resign")
	mei.wait(person.Contains("resigned"), person.WithPicture())
	mei.command("play", person.Opt("position", "3k1a3/4a4/9/9/9/9/4N4/9/9/4K4 w"), person.Opt("side", "red"))
	mei.wait(person.WithPicture(), person.Contains("to move"))
	mei.command("draw")
	if m := mei.wait(person.Contains("by agreement"), person.WithPicture()); !strings.Contains(m.Content, "**Draw**") {
		t.Errorf("%s", m.Content)
	}
}
