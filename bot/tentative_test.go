package bot_test

import (
	"testing"

	"yeye/bot/sandbox/person"
)

// Four digits and pinyin are moves for readers of Chinese alone, and only if they are legal: otherwise they are talk, to which the
// bot does not respond.
func TestTentativeMoves(t *testing.T) {
	for _, c := range []struct{ locale, text, played string }{
		{"zh-CN", "7747", "h2e2"}, {"zh-CN", "p2p5", "h2e2"}, {"vi", "P25", "h2e2"}, {"vi", "M2+3", "h0g2"},
	} {
		t.Run(c.locale+" "+c.text, func(t *testing.T) {
			h := openEnvIn(t, c.locale, withThinker(&scripted{moves: []string{"h9g7", "b9c7"}}))
			mei := h.connect(1)
			mei.command("play", person.Opt("opponent", "1"), person.Opt("side", "red"))
			mei.say("2026") // a year
			mei.say(c.text)
			mei.wait(person.Moved(c.played))
			if n := len(h.cards()); n > 2 {
				t.Errorf("the bot answered talk:\n%s", h.transcript())
			}
		})
	}
	t.Run("en-US", func(t *testing.T) {
		h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}))
		mei := h.connect(1)
		mei.command("play", person.Opt("opponent", "1"), person.Opt("side", "red"))
		mei.say("7747")
		mei.say("h2e2")
		mei.wait(person.Moved("h9g7"))
		mei.eventually("one card and nothing else", func() bool { return len(h.cards()) == 1 })
	})
}
