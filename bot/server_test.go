package bot_test

import (
	"slices"
	"strings"
	"testing"

	"yeye/bot/sandbox/person"
)

// in makes a person act in another channel while f runs.
func (g *user) in(channel string, f func()) {
	was := g.h.channel
	g.h.channel = channel
	defer func() { g.h.channel = was }()
	f()
}

// refusedWith requires a private response that contains a text.
func refusedWith(t *testing.T, what string, m *person.Message, text string) {
	t.Helper()
	if !m.Private() || !strings.Contains(m.Content, text) {
		t.Errorf("%s: %s, want %q", what, m.Content, text)
	}
}

// Deleting a game deletes its questions.
func TestDeletedWithItsOffers(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mod, tom, linh := h.connect(0), h.connect(1), h.connect(2)
	sitDown(h, tom, linh)
	offer := offers(tom, "draw", "offers a draw")
	mod.press(mod.command("moderate", person.Opt("act", "delete")), "Delete")
	mod.eventually("board and offer are gone", func() bool {
		list, err := mod.Messages(h.ctx(), h.channel, 50)
		if err != nil {
			t.Fatal(err)
		}
		return !slices.ContainsFunc(list, func(m *person.Message) bool {
			return m.ID == offer.ID || len(m.Attachments) > 0 || len(m.Components) > 0
		})
	})
}
