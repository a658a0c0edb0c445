package bot_test

import (
	"strings"
	"testing"

	"yeye/bot/old/bot"
	"yeye/bot/session"
	"yeye/bot/old/store"
)

// withLimits bounds how many games may be open.
func withLimits(l session.Limits) hallOption {
	return func(h *hall, o *bot.Options) {
		o.Sessions = session.NewService(o.Boards.(*store.Store), session.WithClock(h.now), session.WithLimits(l))
	}
}

// Whoever has as many games open as may be is told so, privately, and how to go on.
func TestTooManyGames(t *testing.T) {
	h := openHall(t, withThinker(&scripted{}), withLimits(session.Limits{Person: 1}))
	mei := h.sit(0)
	mei.command("play")
	for _, c := range h.info.Channels[1:2] {
		mei.in(c.ID, func() {
			m := mei.command("play")
			if !m.Private() || !strings.Contains(m.Content, "as many games as may be open") || !strings.Contains(m.Content, "/games") {
				t.Errorf("told: %+v", m)
			}
		})
	}
	mei.press(mei.command("resign"), "Yes, resign")
	mei.eventually("the game is over", func() bool {
		_, err := h.store.ByPlace(h.ctx(), session.Place(h.channel))
		return err != nil
	})
	mei.in(h.info.Channels[1].ID, func() { mei.command("play") })
	if _, err := h.store.ByPlace(h.ctx(), session.Place(h.info.Channels[1].ID)); err != nil {
		t.Errorf("after that: %v", err)
	}
}
