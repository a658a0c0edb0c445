package bot_test

import (
	"testing"

	"yeye/ai/explain"
	"yeye/bot/sandbox/person"
)

// moveByHand moves a piece by the two selects of a card, and waits until it has moved.
func (g *user) moveByHand(card *person.Message, prompt, move string) *person.Message {
	g.h.t.Helper()
	g.choose(card, "Choose a piece to move", move[:2])
	chosen := g.wait(person.Is(card.ID), func(m *person.Message) bool { _, ok := m.Control(prompt); return ok })
	g.choose(chosen, prompt, move)
	return g.wait(person.Is(card.ID), func(m *person.Message) bool { return lastMove(m) == move })
}

// A study goes on where it is by selects and buttons, on one card; a typed move makes a new card, as in a game.
func TestStudyStaysOnItsCard(t *testing.T) {
	a := &advised{hint: explain.Hint{Move: mv("h0g2"), Reasons: []explain.Reason{{}}}}
	h := openEnv(t, withThinker(&scripted{}), withAnalyst(a))
	mei, tom := h.connect(1), h.connect(2)
	card := mei.command("study", person.Opt("public", true))
	moved := mei.moveByHand(card, "Where to? (炮 cannon h2)", "h2e2")
	moved = mei.moveByHand(moved, "Where to? (马 horse h9)", "h9g7")
	mei.press(moved, "Play engine move")
	moved = mei.wait(person.Moved("h0g2"))
	if moved.ID != card.ID {
		t.Fatalf("the engine's move is on another card: %s", moved.Content)
	}
	if m := tom.press(moved, "Play engine move"); !m.Private() {
		t.Errorf("somebody else: %s", m.Content)
	}
	mei.press(moved, "◀")
	mei.wait(person.Is(card.ID), func(m *person.Message) bool { return lastMove(m) == "h9g7" })
	mei.say("b0c2")
	if typed := mei.wait(person.Moved("b0c2")); typed.ID == card.ID {
		t.Error("a typed move is shown on the card above it")
	}
	h.expectPings()
}
