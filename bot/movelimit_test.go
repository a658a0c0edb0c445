package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"yeye/bot/sandbox/person"
)

// From the hundredth half-move without a capture on, cards say when the game will
// be a draw.
func TestMoveLimitIsAnnounced(t *testing.T) {
	for _, c := range []struct {
		language string
		after    int
		want     string
	}{
		{"en-US", 97, ""}, {"en-US", 98, "20 more moves without a capture"}, {"en-US", 117, "One more move"},
		{"zh-CN", 98, "再走 20 着"}, {"zh-TW", 98, "再走 20 著"}, {"vi", 98, "Thêm 20 nước nữa"},
	} {
		t.Run(fmt.Sprint(c.language, c.after+2), func(t *testing.T) {
			h := openEnvIn(t, c.language, withThinker(&scripted{moves: []string{"d9d8"}}))
			mei := h.connect(1)
			mei.command("play", person.Opt("side", "red"), person.Opt("position", fmt.Sprintf("3k5/9/9/9/9/9/4R4/9/9/4K4 w - - %d 60", c.after)))
			mei.wait(person.WithPicture())
			mei.say("e3e4")
			m := mei.wait(person.Moved("d9d8"))
			if !strings.Contains(m.Content, c.want) || strings.Contains(m.Content, "⚠") != (c.want != "") {
				t.Errorf("%s", m.Content)
			}
		})
	}
}
