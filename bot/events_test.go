package bot_test

import (
	"testing"

	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// Two messages arrive in the wrong order: legal moves are played once.
func TestEventsOutOfOrder(t *testing.T) {
	for _, event := range []string{"MESSAGE_CREATE", "INTERACTION_CREATE"} {
		t.Run(event, func(t *testing.T) {
			h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7", "b9c7", "i9h9"}}))
			mei := h.connect(1)
			mei.command("play")
			mei.say("h2e2")
			mei.wait(person.Moved("h9g7"))
			h.order(sandbox.Fault{Kind: "reorder", Event: event})
			way := map[string]string{"MESSAGE_CREATE": "typed", "INTERACTION_CREATE": "command"}[event]
			mei.act(way, "h0g2") // held back until the next event, or for a moment
			mei.eventually("the answer is stored", func() bool { return h.moves() == "h2e2 h9g7 h0g2 b9c7" })
			mei.showsOneBoard("h0g2", "b9c7")
			mei.act("typed", "b0c2")
			mei.showsOneBoard("b0c2", "i9h9")
			if got := h.moves(); got != "h2e2 h9g7 h0g2 b9c7 b0c2 i9h9" {
				t.Errorf("played: %s", got)
			}
		})
	}
}

// An event never arrives, and the session is lost: the move is found where it was typed.
func TestEventLost(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7", "b9c7"}}))
	mei := h.connect(1)
	mei.command("play")
	mei.say("h2e2")
	mei.wait(person.Moved("h9g7"))
	h.order(sandbox.Fault{Kind: "lose", Event: "MESSAGE_CREATE"})
	mei.say("h0g2")
	mei.eventually("the event is lost", func() bool { return len(h.ordered()) == 0 })
	h.order(sandbox.Fault{Kind: "invalid_session"})
	mei.showsOneBoard("h0g2", "b9c7")
	if got := h.moves(); got != "h2e2 h9g7 h0g2 b9c7" {
		t.Errorf("played: %s", got)
	}
}

// The interaction's token expires before any response, and the channel cannot be reached
// for a moment: the move is kept and the board follows.
func TestTokenExpires(t *testing.T) {
	h := openHurriedEnv(t, withThinker(&scripted{moves: []string{"h9g7", "b9c7"}}))
	mei := h.connect(1)
	mei.command("play")
	mei.say("h2e2")
	mei.wait(person.Moved("h9g7"))
	h.order(sandbox.Fault{Kind: "slow", Path: "/interactions/**", DelayMS: 1500})
	h.order(sandbox.Fault{Kind: "status", Method: "POST", Path: "/channels/*/messages", Code: 50001})
	acted := make(chan struct{})
	go func() { mei.act("command", "h0g2"); close(acted) }()
	mei.eventually("the answer is on its way", func() bool { return len(h.ordered()) == 1 })
	h.order(sandbox.Fault{Kind: "expire_tokens"})
	<-acted
	mei.eventually("the answer is stored", func() bool { return h.moves() == "h2e2 h9g7 h0g2 b9c7" })
	mei.showsOneBoard("h0g2", "b9c7")
}
