package bot_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"yeye/bot/sandbox/person"
)

func TestRules(t *testing.T) {
	for _, c := range []struct{ language, text, button string }{
		{"en-US", "60 moves of each side", "Play the Kid"}, {"zh-CN", "各走 60 回合", "和小孩下一局"},
		{"zh-TW", "各走 60 回合", "和小孩下一局"}, {"vi", "60 nước", "Chơi với Cậu nhóc"},
	} {
		t.Run(c.language, func(t *testing.T) {
			h := openEnvIn(t, c.language, withThinker(&scripted{}))
			mei := h.connect(1)
			m := mei.command("rules")
			if !m.Private() || !strings.Contains(m.Content, c.text) || len(m.Attachments) != 1 || m.Attachments[0].Description == "" || utf8.RuneCountInString(m.Content) > 2000 {
				t.Fatalf("%+v", m)
			}
			mei.press(m, c.button)
			mei.wait(person.WithPicture(), func(m *person.Message) bool { return !m.Private() })
			if m := mei.command("rules"); len(m.Components) != 0 {
				t.Errorf("while a game is on: %+v", m.Components)
			}
		})
	}
}
