package bot_test

import (
	"net/http"
	"strings"
	"testing"

	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox/person"
)

// A card that could not be deleted still has its controls: they are outdated and say so.
func TestOldControl(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7"}}))
	mei := h.Connect(1)
	card := mei.Command("play")
	h.Control(http.MethodPost, "/sandbox/faults", map[string]any{"kind": "status", "method": "DELETE", "path": "/channels/*/messages/" + card.ID, "status": 500, "count": -1}, nil)
	mei.Say("h2e2")
	mei.Wait(person.ShowsMove("h9g7"))
	if m := mei.Choose(card, "Choose a piece to move", "h2"); !m.Ephemeral() || !strings.Contains(m.Content, "moved on") {
		t.Errorf("an old control: %+v", m)
	}
	if m := mei.Press(card, "Resign"); !m.Ephemeral() || !strings.Contains(m.Content, "Resign this game?") {
		t.Errorf("resigning from an old card: %+v", m)
	}
}

// A wrong move typed by the player to move gets a reply without a ping, which is deleted
// with the next legal move. Nobody else gets a response.
func TestTypedWrongMoves(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7"}}))
	mei, tom := h.Connect(1), h.Connect(2)
	mei.Command("play")
	for _, text := range []string{"h2e2", "炮二平五", "hello everybody", "what about b0d1?", "i0i9 i9i0", "e4"} {
		tom.Say(text)
	}
	mei.Say("good morning")
	wrong := mei.Say("i0i4")
	note := mei.Wait(person.Contains("blocked by the pawn on i3"))
	if note.Reference == nil || note.Reference.MessageID != wrong.ID {
		t.Error("the refusal is no reply to the wrong move")
	}
	half := mei.Say("E4")
	asked := mei.Wait(person.Contains("like `h2e2`"))
	if asked.Reference == nil || asked.Reference.MessageID != half.ID {
		t.Error("the answer to half a move is no reply to it")
	}
	mei.Say("h2e2")
	mei.Wait(person.ShowsMove("h9g7"))
	mei.Eventually("the refusals go away", func() bool { return mei.Message(note.ID) == nil && mei.Message(asked.ID) == nil })
	h.Idle()
	if n := len(h.Cards()); n != 1 {
		t.Errorf("%d messages of the bot\n%s", n, h.Transcript())
	}
	if p := h.Pings(); len(p) != 0 {
		t.Errorf("pinged: %v", p)
	}
}

// An event delivered twice changes nothing the second time.
func TestDeliveredTwice(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7", "b9c7"}}))
	mei := h.Connect(1)
	h.Control(http.MethodPost, "/sandbox/faults", map[string]any{"kind": "duplicate", "event": "MESSAGE_CREATE", "count": -1}, nil)
	h.Control(http.MethodPost, "/sandbox/faults", map[string]any{"kind": "duplicate", "event": "INTERACTION_CREATE", "count": -1}, nil)
	mei.Command("play")
	mei.Say("h2e2")
	mei.Wait(person.ShowsMove("h9g7"))
	mei.Command("move", person.Opt("text", "h0g2"))
	card := mei.Wait(person.ShowsMove("b9c7"))
	if !strings.Contains(card.Content, "move 3") {
		t.Errorf("the game is not where it should be: %s", card.Content)
	}
	h.Idle() // the effects of the second delivery are over
	if n := mei.Boards(); n != 1 {
		t.Errorf("%d boards are left", n)
	}
}

// A move typed while the bot was away is played when it is back; other messages are not
// answered.
func TestTypedWhileAway(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7"}}))
	mei := h.Connect(1)
	mei.Command("play")
	h.Stop()
	mei.Say("i0i4")
	mei.Say("is anybody there?")
	mei.Say("h2e2")
	h.StartBot()
	mei.Wait(person.ShowsMove("h2e2"), person.ShowsMove("h9g7"))
	mei.Eventually("one board stands, and no refusal", func() bool {
		list, err := mei.Messages(h.Ctx(), h.Channel, 50)
		if err != nil {
			t.Fatal(err)
		}
		boards, said := 0, 0
		for _, m := range list {
			boards += len(m.Attachments)
			if m.Author.Bot {
				said++
			}
		}
		return boards == 1 && said == 1
	})
}
