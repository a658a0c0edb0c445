package bot_test

import (
	"strings"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox/person"
)

// A question is answered as it was asked: if another offer has replaced it, its buttons do nothing, and it soon says that it is
// over.
func TestOfferReplaced(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	mei, tom := h.Connect(1), h.Connect(0)
	bottest.SitDown(h, mei, tom)
	mei.Say("h2e2")
	mei.Wait(person.ShowsMove("h2e2"))
	h.Pass(time.Minute)
	undo := bottest.Offers(mei, "undo", "asks to take")
	draw := bottest.Offers(mei, "draw", "offers a draw")
	// The click comes before its message is edited, or after: then there is no such button.
	m, err := tom.Person.Press(h.Ctx(), undo, "Accept")
	if err == nil && (!m.Ephemeral() || !strings.Contains(m.Content, "no longer")) || err != nil && !strings.Contains(err.Error(), "no such component") {
		t.Errorf("accepting a takeback that is no longer asked for: %+v %v", m, err)
	}
	tom.Eventually("the request for a takeback is over", func() bool {
		m := tom.Message(undo.ID)
		return m != nil && strings.Contains(m.Content, "is no longer open") && len(m.Components) == 0
	})
	if m := tom.Press(draw, "Decline"); m.ID != draw.ID || !strings.Contains(m.Content, "declined") {
		t.Errorf("declining the draw that is offered: %+v", m)
	}
	if live, err := h.Bot.Matches.InChannel(h.Ctx(), id.Channel(h.Channel)); err != nil || live.Game.Ply() != 1 {
		t.Errorf("afterwards: %+v %v", live, err)
	}
}
