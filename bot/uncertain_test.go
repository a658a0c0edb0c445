package bot_test

import (
	"testing"
	"time"

	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// A first response whose acknowledgement was lost may have been carried out, even if
// Discord no longer knows the interaction at the next try: its card must not stay beside
// the one that is sent then.
func TestAnswerLostThenUnknown(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7", "b9c7"}}))
	mei := h.Connect(1)
	mei.Command("play")
	mei.Say("h2e2")
	mei.Wait(person.ShowsMove("h9g7"))
	h.Order(sandbox.Fault{Kind: "cut", Path: "/interactions/**", After: true})
	h.Order(sandbox.Fault{Kind: "status", Path: "/interactions/**", Code: 10062})
	mei.Act("command", "h0g2")
	mei.ShowsOneBoard("h0g2", "b9c7")
}

// A card that was sent without a record of it, and could not be looked for then, is found
// later even if the game does not go on.
func TestStrayIsFoundLater(t *testing.T) {
	th := &bottest.Scripted{Moves: []string{"h9g7"}, Gate: make(chan struct{}, 1)}
	h := bottest.Open(t, bottest.WithThinker(th))
	mei := h.Connect(1)
	mei.Command("play")
	h.Order(sandbox.Fault{Kind: "status", Method: "POST", Path: "/channels/*/messages", Status: 500, After: true, Count: 2})
	h.Order(sandbox.Fault{Kind: "status", Method: "GET", Path: "/channels/*/messages", Code: 50001, Count: 2})
	mei.Ponders("h2e2")
	th.Gate <- struct{}{}
	mei.Eventually("two boards stand", func() bool { return mei.Boards() == 2 })
	last := time.Now()
	mei.Eventually("one board stands, and nothing is owed", func() bool {
		if time.Since(last) > 250*time.Millisecond { // an hour passes in a second
			last = time.Now()
			h.Pass(15 * time.Minute)
		}
		n, err := h.Bot.Display.CountOutdated(h.Ctx(), 10)
		return err == nil && n == 0 && mei.Boards() == 1
	})
	mei.ShowsOneBoard("h2e2", "h9g7")
}
