package bot_test

import (
	"strings"
	"testing"

	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// A move that was typed twice, and refused the second time, is not played later: the
// search for moves typed while the bot was away can take long, and the move may have
// become legal again meanwhile.
func TestTypedTwiceIsNotPlayedLater(t *testing.T) {
	var log bottest.Logbook
	h := bottest.Open(t, bottest.WithLog(&log), bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7", "b9c7", "i9h9", "a9b9"}}))
	mei := h.Connect(1)
	mei.Command("play")
	mei.Say("h2e2")
	mei.Wait(person.ShowsMove("h9g7"))
	mei.Say("h0g2")
	mei.Wait(person.ShowsMove("b9c7"))
	mei.Say("h0g2") // it seemed that nobody answered
	mei.Wait(person.FromBot(), func(m *person.Message) bool { return m.Reference != nil })
	const looked = "looked for moves typed while the bot was away"
	before := strings.Count(log.String(), looked)
	h.Order(sandbox.Fault{Kind: "slow", Method: "GET", Path: "/channels/*/messages", DelayMS: 6000})
	h.Order(sandbox.Fault{Kind: "invalid_session"})
	mei.Eventually("the bot looks for what was typed", func() bool { return len(h.Ordered()) == 0 })
	mei.Say("g2h0")
	mei.Wait(person.ShowsMove("i9h9"))
	mei.Eventually("it has looked", log.Has(looked, before+1))
	mei.Say("b0c2")
	mei.Wait(person.ShowsMove("a9b9"))
	if got, want := h.Moves(), "h2e2 h9g7 h0g2 b9c7 g2h0 i9h9 b0c2 a9b9"; got != want {
		t.Errorf("played: %s", got)
	}
}

// A response that Discord carries out late still counts: the bot waits for it before it
// posts, and pings, again.
func TestAnswerTakenInLate(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	mei, tom := h.Connect(1), h.Connect(0)
	h.Order(sandbox.Fault{Kind: "late", Method: "POST", Path: "/interactions/*/*/callback", DelayMS: 6100})
	asked := mei.Command("challenge", person.Opt("user", tom.ID))
	tom.Press(asked, "Accept")
	if pings := h.Pings(); len(pings) != 1 {
		t.Errorf("pings: %v", pings)
	}
}
