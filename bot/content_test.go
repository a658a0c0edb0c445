package bot_test

import (
	"net/http"
	"strings"
	"testing"

	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox/person"
)

// If Discord revokes the Message Content intent the bot goes on: the next cards say how to move, and are messages that can be
// replied to, unlike the responses to commands.
func TestGoesOnWithoutMessageContent(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7", "b9c7"}}))
	mei, tom := h.Connect(1), h.Connect(0)
	mei.Command("play", person.Opt("opponent", "1"), person.Opt("side", "red"))
	mei.Say("h2e2")
	card := mei.Wait(person.ShowsMove("h9g7"))
	if strings.Contains(card.Content, "Reply to this message") {
		t.Errorf("the bot reads everything: %s", card.Content)
	}
	h.Control(http.MethodPost, "/sandbox/faults", map[string]any{"kind": "message_content"}, nil)
	mei.Eventually("the bot is back", func() bool {
		return h.Bot.Connections.Gateway.Connected() && !h.Bot.Connections.Gateway.ReadsContent()
	})
	mei.Command("board")
	newest := func(says string) (m *person.Message) {
		mei.Eventually("a card says "+says, func() bool {
			all := h.Cards()
			if len(all) == 0 {
				return false
			}
			m = all[0]
			return strings.Contains(m.Content, says)
		})
		return m
	}
	board := newest("h9g7")
	if !strings.Contains(board.Content, "Reply to this message") || !strings.Contains(board.Content, "/move") {
		t.Errorf("the card does not say how to move: %s", board.Content)
	}
	if _, err := mei.Reply(h.Ctx(), board, "h0g2"); err != nil {
		t.Fatal(err)
	}
	mei.Wait(person.ShowsMove("b9c7"))

	h.Channel = h.Info.Channels[1].ID
	tom.Command("challenge", person.Opt("user", mei.ID), person.Opt("side", "red"))
	asked := newest("challenges")
	if asked.Metadata != nil || asked.Interaction != nil {
		t.Error("a challenge is the answer to a command, so that replies to it mention nobody")
	}
}
