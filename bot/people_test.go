package bot_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/sandbox/person"
)

// sitDown has Mei challenge Tom and Tom accept; Mei plays Red. It returns the
// board's card.
func sitDown(h *env, mei, tom *user) *person.Message {
	h.t.Helper()
	asked := mei.command("challenge", person.Opt("user", tom.ID), person.Opt("side", "red"))
	card := tom.press(asked, "Accept")
	if card.ID != asked.ID || len(card.Attachments) != 1 {
		h.t.Fatalf("accepted at once, the challenge does not become the board: %+v", card)
	}
	return card
}

func (h *env) pass(d time.Duration) {
	h.t.Helper()
	h.sandboxDo(http.MethodPost, "/sandbox/clock", map[string]any{"advance": d.String()}, nil)
}

// expectPings requires exactly these pings since its last call.
func (h *env) expectPings(want ...string) {
	h.t.Helper()
	var got []string
	for _, p := range h.pings() {
		got = append(got, p.Username+": "+p.Preview)
	}
	ok := len(got) == len(want)
	for i := range want {
		ok = ok && i < len(got) && strings.HasPrefix(got[i], strings.SplitN(want[i], "…", 2)[0]) &&
			strings.Contains(got[i], strings.SplitN(want[i]+"…", "…", 3)[1])
	}
	if !ok {
		h.t.Errorf("pings:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	h.sandboxDo(http.MethodDelete, "/sandbox/pings", nil, nil)
}

// offers uses a command that makes an offer, and finds its message: the card
// changes at the same time.
func offers(g *user, command, text string) *person.Message {
	g.h.t.Helper()
	g.command(command)
	return g.wait(person.Contains(text), func(m *person.Message) bool { return len(m.Attachments) == 0 && len(m.Components) > 0 })
}

// A question is answered as it was asked: if another offer has replaced it, its buttons do nothing, and it soon says that it is
// over.
func TestOfferReplaced(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(1), h.connect(0)
	sitDown(h, mei, tom)
	mei.say("h2e2")
	mei.wait(person.Moved("h2e2"))
	h.pass(time.Minute)
	undo := offers(mei, "undo", "asks to take")
	draw := offers(mei, "draw", "offers a draw")
	// The click comes before its message is edited, or after: then there is no such button.
	m, err := tom.Press(h.ctx(), undo, "Accept")
	if err == nil && (!m.Private() || !strings.Contains(m.Content, "no longer")) || err != nil && !strings.Contains(err.Error(), "no such component") {
		t.Errorf("accepting a takeback that is no longer asked for: %+v %v", m, err)
	}
	tom.eventually("the request for a takeback is over", func() bool {
		m := tom.Message(undo.ID)
		return strings.Contains(m.Content, "has lapsed") && len(m.Components) == 0
	})
	if m := tom.press(draw, "Decline"); m.ID != draw.ID || !strings.Contains(m.Content, "declined") {
		t.Errorf("declining the draw that is offered: %+v", m)
	}
	if live, err := h.core.Matches.InChannel(h.ctx(), id.Channel(h.channel)); err != nil || live.Game.Ply() != 1 {
		t.Errorf("afterwards: %+v %v", live, err)
	}
}

func TestResting(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}))
	mei := h.connect(1)
	card := mei.command("play")
	h.pass(25 * time.Hour)
	resting := mei.wait(person.Contains("This game is adjourned"), person.WithPicture())
	if resting.ID != card.ID {
		t.Error("resting made a new card")
	}
	h.expectPings()
	mei.press(resting, "Go on")
	mei.wait(person.Contains("to move"), person.WithPicture(), func(m *person.Message) bool { return !strings.Contains(m.Content, "adjourned") })
	mei.say("h2e2")
	mei.wait(person.Moved("h9g7"))
}

func TestExhibition(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h2e2", "h9g7"}}))
	mei, tom := h.connect(1), h.connect(2)
	card := mei.command("exhibition", person.Opt("red", "5"), person.Opt("black", "1"))
	if !strings.Contains(card.Content, "Grandpa is thinking") {
		t.Errorf("the card: %s", card.Content)
	}
	moved := mei.wait(person.Moved("h2e2"))
	if moved.ID != card.ID {
		t.Error("an exhibition posts card after card")
	}
	if m := tom.press(moved, "Stop"); !m.Private() {
		t.Errorf("another stops it: %s", m.Content)
	}
	mei.press(mei.Message(card.ID), "Stop")
	mei.wait(person.Contains("without a result"))
	h.expectPings()
}

// Pressed twice, "Play again" begins one game.
func TestPlayAgainTwice(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei := h.connect(1)
	mei.command("play", person.Opt("side", "black"))
	card := mei.wait(person.Contains("<@"+mei.ID+"> to move"), person.WithPicture()) // no answer changes the card as she presses
	mei.press(mei.press(card, "Resign"), "Yes, resign")
	over := mei.wait(person.Contains("resigned"), person.WithPicture())
	mei.press(over, "Play again")
	mei.wait(person.Contains("(Red)"), person.Contains("to move"), person.WithPicture(), func(m *person.Message) bool { return m.ID != over.ID })
	if m := mei.press(over, "Play again"); !m.Private() || !strings.Contains(m.Content, "already") || strings.Contains(m.Content, "<#") {
		t.Errorf("the second time: %s", m.Content)
	}
}
