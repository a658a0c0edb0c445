package bot_test

import (
	"testing"

	"yeye/ai/explain"
	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox/person"
)

// moveByHand moves a piece by the two selects of a card, and waits until it has moved.
func moveByHand(g *bottest.User, card *person.Message, prompt, move string) *person.Message {
	g.Env.T.Helper()
	g.Choose(card, "Choose a piece to move", move[:2])
	chosen := g.Wait(person.Is(card.ID), func(m *person.Message) bool { _, ok := m.Control(prompt); return ok })
	g.Choose(chosen, prompt, move)
	return g.Wait(person.Is(card.ID), func(m *person.Message) bool { return bottest.LastMove(m) == move })
}

// A study goes on where it is by selects and buttons, on one card; a typed move makes a new card, as in a game.
func TestStudyStaysOnItsCard(t *testing.T) {
	a := &bottest.Advised{Hint: explain.Hint{Move: mv("h0g2"), Reasons: []explain.Reason{{}}}}
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}), bottest.WithAnalyst(a))
	mei, tom := h.Connect(1), h.Connect(2)
	card := mei.Command("study", person.Opt("public", true))
	moved := moveByHand(mei, card, "Where to? (炮 cannon h2)", "h2e2")
	moved = moveByHand(mei, moved, "Where to? (馬 horse h9)", "h9g7")
	mei.Press(moved, "Play engine move")
	moved = mei.Wait(person.ShowsMove("h0g2"))
	if moved.ID != card.ID {
		t.Fatalf("the engine's move is on another card: %s", moved.Content)
	}
	if m := tom.Press(moved, "Play engine move"); !m.Ephemeral() {
		t.Errorf("somebody else: %s", m.Content)
	}
	mei.Press(moved, "◀")
	mei.Wait(person.Is(card.ID), func(m *person.Message) bool { return bottest.LastMove(m) == "h9g7" })
	mei.Say("b0c2")
	if typed := mei.Wait(person.ShowsMove("b0c2")); typed.ID == card.ID {
		t.Error("a typed move is shown on the card above it")
	}
	h.ExpectPings()
}
