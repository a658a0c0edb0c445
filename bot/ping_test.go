package bot_test

import (
	"strings"
	"testing"
	"time"

	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// The board of a turn is posted, but the response is lost; before the retry the turn has passed. The card that is then found pinged
// for the previous turn: a new one pings the player whose turn it is now.
func TestTurnPingsAfterALostAnswer(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(0), h.connect(1)
	sitDown(h, mei, tom)
	mei.say("h2e2")
	mei.wait(person.Moved("h2e2"))
	tom.say("h9g7")
	tom.wait(person.Moved("h9g7"))
	h.expectPings(tom.Username + ": …challenges you")
	h.pass(3 * time.Minute)
	h.order(sandbox.Fault{Kind: "status", Method: "POST", Path: "/channels/*/messages", Status: 500, After: true, Count: -1})
	mei.say("h0g2")
	tom.wait(person.Moved("h0g2"))
	h.pass(3 * time.Minute)
	tom.say("i9h9")
	h.mend()
	mei.wait(person.Moved("i9h9"))
	mei.eventually("whose turn it is now is called", func() bool { return len(h.pings()) > 1 })
	h.expectPings(tom.Username+": …h0g2", mei.Username+": …i9h9")
}

// The player to move was pinged when the board of that turn was posted. Anybody may have it posted again, which pings nobody.
func TestBoardCallsNobodyAgain(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom, linh := h.connect(0), h.connect(1), h.connect(2)
	sitDown(h, mei, tom)
	h.expectPings(tom.Username + ": …challenges you")
	h.pass(3 * time.Minute)
	mei.say("h2e2")
	card := tom.wait(person.Moved("h2e2"))
	for range 2 {
		if again := linh.command("board"); again.ID == card.ID || !person.Moved("h2e2")(again) {
			t.Errorf("posted again: %+v", again)
		}
	}
	h.expectPings(tom.Username + ": …h2e2")
	h.pass(3 * time.Minute)
	tom.say("h9g7")
	mei.wait(person.Moved("h9g7"))
	h.expectPings(mei.Username + ": …h9g7")
}

// A reply to a card is often meant for the other player: it counts as addressed to the bot only if it names the bot or is a word
// that the bot knows.
func TestReplyIsNotGreeted(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(0), h.connect(1)
	card := mei.command("play")
	for range 3 {
		if _, err := tom.Reply(h.ctx(), card, "that was a fine move"); err != nil {
			t.Fatal(err)
		}
	}
	tom.last = tom.Mark()
	if _, err := tom.Reply(h.ctx(), card, "<@"+h.info.ApplicationID+"> and now?"); err != nil {
		t.Fatal(err)
	}
	tom.wait(person.Contains("There's a game on here"))
	if n := strings.Count(h.transcript(), "There's a game on here"); n != 1 {
		t.Errorf("%d greetings\n%s", n, h.transcript())
	}
}
