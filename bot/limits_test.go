package bot_test

import (
	"strings"
	"testing"

	"yeye/bot"
	"yeye/bot/id"
	"yeye/bot/match"
)

// withLimits bounds how many games may be open.
func withLimits(l match.Limits) envOption {
	return func(_ *env, o *bot.Options) { o.Limits = l }
}

// A player at the limit of open games is informed privately, with what to do.
func TestTooManyGames(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}), withLimits(match.Limits{Player: 1}))
	mei := h.connect(0)
	mei.command("play")
	for _, c := range h.info.Channels[1:2] {
		mei.in(c.ID, func() {
			m := mei.command("play")
			if !m.Private() || !strings.Contains(m.Content, "as many games open as anybody may") || !strings.Contains(m.Content, "/games") {
				t.Errorf("told: %+v", m)
			}
		})
	}
	mei.press(mei.command("resign"), "Yes, resign")
	mei.eventually("the game is over", func() bool {
		_, err := h.core.Matches.InChannel(h.ctx(), id.Channel(h.channel))
		return err != nil
	})
	mei.in(h.info.Channels[1].ID, func() { mei.command("play") })
	if _, err := h.core.Matches.InChannel(h.ctx(), id.Channel(h.info.Channels[1].ID)); err != nil {
		t.Errorf("after that: %v", err)
	}
}
