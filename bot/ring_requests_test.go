package bot_test

import (
	"testing"

	"yeye/bot/feature/ring"
	"yeye/bot/id"
	"yeye/bot/internal/bottest"
)

// What a ring takes of the bot's requests, with its first two games: its card is posted anew for each call, and edited for those who
// join or sit down, whose own clicks are answered for nothing. A game adds its card, and the last of it.
func TestRequestsOfARing(t *testing.T) {
	h := bottest.Open(t)
	mei, tom, linh := h.Connect(0), h.Connect(1), h.Connect(2)
	is := func(holds func(r *ring.Ring) bool) {
		t.Helper()
		mei.Eventually("the ring goes on", func() bool {
			h.Idle()
			r, err := h.Bot.Rings.InChannel(h.Ctx(), id.Channel(h.Channel))
			return err == nil && holds(&r)
		})
	}
	press := func(u *bottest.User, label string) {
		t.Helper()
		for _, m := range h.Cards() { // the newest first
			if _, ok := m.Control(label); ok {
				u.Press(m, label)
				h.Idle()
				return
			}
		}
		t.Fatalf("no %s\n%s", label, h.Transcript())
	}
	playing := func(r *ring.Ring) bool { return r.State == ring.Playing }
	for _, step := range []struct {
		what string
		most int
		do   func()
	}{
		{"a ring and its first game", 2, func() { mei.Command("ring"); is(playing) }},
		{"two who join", 1, func() {
			press(tom, "Join the queue")
			press(linh, "Join the queue")
			is(func(r *ring.Ring) bool { return len(r.Waiting()) == 2 })
		}},
		{"the result, and the call of two", 4, func() {
			mei.Press(mei.Command("resign"), "Yes, resign")
			is(func(r *ring.Ring) bool { return r.State == ring.Calling })
		}},
		{"two who sit down, and their game", 2, func() {
			press(tom, "I'm here")
			press(linh, "I'm here")
			is(playing)
		}},
	} {
		h.CountRequests()
		step.do()
		total, kinds := h.Made()
		t.Log(step.what, total, kinds)
		if total > step.most {
			t.Errorf("%s took %d requests with the bot's token: %v", step.what, total, kinds)
		}
	}
}
