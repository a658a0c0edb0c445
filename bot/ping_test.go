package bot_test

import (
	"strings"
	"testing"
	"time"

	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// The board of a turn is posted, but the response is lost; before the retry the turn has passed. The card that is then found pinged
// for the previous turn: a new one pings the player whose turn it is now.
func TestTurnPingsAfterALostAnswer(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	mei, tom := h.Connect(0), h.Connect(1)
	bottest.SitDown(h, mei, tom)
	mei.Say("h2e2")
	mei.Wait(person.ShowsMove("h2e2"))
	tom.Say("h9g7")
	tom.Wait(person.ShowsMove("h9g7"))
	h.ExpectPings(tom.Username + ": …challenges you")
	h.Pass(3 * time.Minute)
	h.Order(sandbox.Fault{Kind: "status", Method: "POST", Path: "/channels/*/messages", Status: 500, After: true, Count: -1})
	mei.Say("h0g2")
	tom.Wait(person.ShowsMove("h0g2"))
	h.Pass(3 * time.Minute)
	tom.Say("i9h9")
	h.Mend()
	mei.Wait(person.ShowsMove("i9h9"))
	mei.Eventually("whose turn it is now is called", func() bool { return len(h.Pings()) > 1 })
	h.ExpectPings(tom.Username+": …h0g2", mei.Username+": …i9h9")
}

// The player to move was pinged when the board of that turn was posted. Anybody may have it posted again, which pings nobody.
func TestBoardCallsNobodyAgain(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	mei, tom, linh := h.Connect(0), h.Connect(1), h.Connect(2)
	bottest.SitDown(h, mei, tom)
	h.ExpectPings(tom.Username + ": …challenges you")
	h.Pass(3 * time.Minute)
	mei.Say("h2e2")
	card := tom.Wait(person.ShowsMove("h2e2"))
	for range 2 {
		if again := linh.Command("board"); again.ID == card.ID || !person.ShowsMove("h2e2")(again) {
			t.Errorf("posted again: %+v", again)
		}
	}
	h.ExpectPings(tom.Username + ": …h2e2")
	h.Pass(3 * time.Minute)
	tom.Say("h9g7")
	mei.Wait(person.ShowsMove("h9g7"))
	h.ExpectPings(mei.Username + ": …h9g7")
}

// A reply to a card is often meant for the other player: it counts as addressed to the bot only if it names the bot or is a word
// that the bot knows.
func TestReplyIsNotGreeted(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	mei, tom := h.Connect(0), h.Connect(1)
	card := mei.Command("play")
	for range 3 {
		if _, err := tom.Reply(h.Ctx(), card, "that was a fine move"); err != nil {
			t.Fatal(err)
		}
	}
	tom.Last = tom.Mark()
	if _, err := tom.Reply(h.Ctx(), card, "<@"+h.Info.ApplicationID+"> and now?"); err != nil {
		t.Fatal(err)
	}
	tom.Wait(person.Contains("There's a game on here"))
	if n := strings.Count(h.Transcript(), "There's a game on here"); n != 1 {
		t.Errorf("%d greetings\n%s", n, h.Transcript())
	}
}

// Who takes a move back and plays it again calls the other with each move, but once without asking until the other moves, and never
// themselves.
func TestTakebackCallsOnce(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	mei, tom := h.Connect(0), h.Connect(1)
	bottest.SitDown(h, mei, tom)
	h.ExpectPings(tom.Username + ": …challenges you")
	h.Pass(3 * time.Minute)
	mei.Say("h2e2")
	card := tom.Wait(person.ShowsMove("h2e2"))
	mei.Command("undo")
	mei.Say("h2e2")
	tom.Wait(person.ShowsMove("h2e2"), func(m *person.Message) bool { return m.ID != card.ID })
	h.ExpectPings(tom.Username+": …h2e2", tom.Username+": …h2e2")
	bottest.Offers(mei, "undo", "asks to take back")
	h.ExpectPings(tom.Username + ": …asks to take back")
}
