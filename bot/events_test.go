package bot_test

import (
	"testing"

	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// Two messages arrive in the wrong order: legal moves are played once.
func TestEventsOutOfOrder(t *testing.T) {
	for _, event := range []string{"MESSAGE_CREATE", "INTERACTION_CREATE"} {
		t.Run(event, func(t *testing.T) {
			h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7", "b9c7", "i9h9"}}))
			mei := h.Connect(1)
			mei.Command("play")
			mei.Say("h2e2")
			mei.Wait(person.ShowsMove("h9g7"))
			h.Order(sandbox.Fault{Kind: "reorder", Event: event})
			way := map[string]string{"MESSAGE_CREATE": "typed", "INTERACTION_CREATE": "command"}[event]
			mei.Act(way, "h0g2") // held back until the next event, or for a moment
			mei.Eventually("the answer is stored", func() bool { return h.Moves() == "h2e2 h9g7 h0g2 b9c7" })
			mei.ShowsOneBoard("h0g2", "b9c7")
			mei.Act("typed", "b0c2")
			mei.ShowsOneBoard("b0c2", "i9h9")
			if got := h.Moves(); got != "h2e2 h9g7 h0g2 b9c7 b0c2 i9h9" {
				t.Errorf("played: %s", got)
			}
		})
	}
}

// An event never arrives, and the session is lost: the move is found where it was typed.
func TestEventLost(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7", "b9c7"}}))
	mei := h.Connect(1)
	mei.Command("play")
	mei.Say("h2e2")
	mei.Wait(person.ShowsMove("h9g7"))
	h.Order(sandbox.Fault{Kind: "lose", Event: "MESSAGE_CREATE"})
	mei.Say("h0g2")
	mei.Eventually("the event is lost", func() bool { return len(h.Ordered()) == 0 })
	h.Order(sandbox.Fault{Kind: "invalid_session"})
	mei.ShowsOneBoard("h0g2", "b9c7")
	if got := h.Moves(); got != "h2e2 h9g7 h0g2 b9c7" {
		t.Errorf("played: %s", got)
	}
}

// The interaction's token expires before any response, and the channel cannot be reached
// for a moment: the move is kept and the board follows.
func TestTokenExpires(t *testing.T) {
	h := bottest.OpenHurried(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7", "b9c7"}}))
	mei := h.Connect(1)
	mei.Command("play")
	mei.Say("h2e2")
	mei.Wait(person.ShowsMove("h9g7"))
	h.Order(sandbox.Fault{Kind: "slow", Path: "/interactions/**", DelayMS: 1500})
	h.Order(sandbox.Fault{Kind: "status", Method: "POST", Path: "/channels/*/messages", Code: 50001})
	acted := make(chan struct{})
	go func() { mei.Act("command", "h0g2"); close(acted) }()
	mei.Eventually("the answer is on its way", func() bool { return len(h.Ordered()) < 2 })
	h.Order(sandbox.Fault{Kind: "expire_tokens"})
	<-acted
	mei.Eventually("the answer is stored", func() bool { return h.Moves() == "h2e2 h9g7 h0g2 b9c7" })
	mei.ShowsOneBoard("h0g2", "b9c7")
}
