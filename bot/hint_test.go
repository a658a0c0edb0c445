package bot_test

import (
	"strings"
	"testing"

	"yeye/ai/explain"
	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox/person"
	"yeye/game"
)

func mv(text string) game.Move {
	m, err := game.ParseMove(text)
	if err != nil {
		panic(err)
	}
	return m
}

// While it thinks the channel's queue is free, and the response arrives in the end.
func TestHintHoldsNothingUp(t *testing.T) {
	a := &bottest.Advised{Gate: make(chan struct{}), Hint: explain.Hint{Move: mv("h2e2"), Line: []game.Move{mv("h2e2"), mv("h9g7")},
		Reasons: []explain.Reason{{Kind: explain.Centers, Piece: game.NewPiece(game.Red, game.Cannon), At: 25}}}}
	h := bottest.OpenHurried(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7"}}), bottest.WithAnalyst(a))
	mei := h.Connect(1)
	mei.Command("play")
	ask := func() *person.Message {
		t.Helper()
		m := mei.Command("hint")
		mei.Eventually("the question", func() bool {
			if now := mei.Message(m.ID); now != nil {
				m = now
			}
			return !m.Loading()
		})
		return m
	}
	mei.Press(ask(), "Show the hint") // acknowledged
	if m := mei.Press(ask(), "Show the hint"); !m.Ephemeral() || !strings.Contains(m.Content, "still thinking") {
		t.Errorf("a second question meanwhile: %s", m.Content)
	}
	mei.Say("h0g2")
	mei.Wait(person.ShowsMove("h0g2"), person.ShowsMove("h9g7"))
	mark := mei.Last
	close(a.Gate)
	mei.Last = mark
	answer := mei.Wait(person.IsEphemeral(), person.Contains("middle file"))
	if !strings.Contains(answer.Content, "Likely: h2e2 h9g7") {
		t.Errorf("%s", answer.Content)
	}
	if m := mei.Command("hint"); !m.Ephemeral() || !strings.Contains(m.Content, "Hint:") && !m.Loading() {
		t.Errorf("another question afterwards: %s", m.Content)
	}
}

// A hint given to a typed word is a reply, and goes away with the next move.
func TestHintByAWord(t *testing.T) {
	a := &bottest.Advised{Hint: explain.Hint{Move: mv("h2e2"), Reasons: []explain.Reason{{}}}}
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7"}}), bottest.WithAnalyst(a))
	mei := h.Connect(1)
	card := mei.Command("play", person.Opt("side", "red"))
	mei.Press(mei.Press(card, "Hint"), "Show the hint")
	mei.Wait(person.Is(card.ID), person.Contains("You took a hint"))
	mei.Say("<@" + h.Info.ApplicationID + "> hint")
	hint := mei.Wait(person.Contains("**Hint: `h2e2`"), person.HasAttachment())
	if hint.Ephemeral() || hint.Reference == nil {
		t.Errorf("by the word: %+v", hint)
	}
	mei.Say("b0c2")
	mei.Wait(person.ShowsMove("h9g7"))
	mei.Eventually("the hint goes away", func() bool { return !strings.Contains(h.Transcript(), "**Hint") })
	h.ExpectPings()
}
