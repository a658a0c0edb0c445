package bot_test

import (
	"strings"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox/person"
	"yeye/bot/store"
)

// A vote takes one request for the card of both moves, and one for each time the number of votes changes on it, at most every fifteen
// seconds; the ballots themselves take none.
func TestRequestsOfAVote(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7", "b9c7"}}))
	voters := []*bottest.User{h.Connect(0), h.Connect(1), h.Connect(2)}
	voters[0].Command("vote", person.Opt("time", "2"))
	for _, one := range []struct{ vote, other, answer string }{{"h2e2", "h0g2", "h9g7"}, {"h0g2", "b0c2", "b9c7"}} {
		h.CountRequests()
		start := time.Now()
		for _, v := range voters {
			v.Command("move", person.Opt("text", one.other))
			v.Command("move", person.Opt("text", one.vote))
		}
		voters[0].Eventually("some have voted", func() bool { return !strings.Contains(h.Cards()[0].Content, "Nobody has voted yet") })
		h.Pass(15 * time.Second)
		voters[0].Wait(person.Contains("3 people have voted"))
		if total, kinds := h.Made(); total > 2+int(time.Since(start)/(15*time.Second)) { // a slow machine needs longer for the ballots
			t.Errorf("6 ballots took %d requests with the bot's token: %v", total, kinds)
		}
		h.CountRequests()
		h.Pass(2 * time.Minute)
		voters[0].Wait(person.ShowsMove(one.answer))
		voters[0].Eventually("one card is left", func() bool { return len(h.Cards()) == 1 })
		if total, kinds := h.Made(); total > 3 {
			t.Errorf("a move and its answer took %d requests with the bot's token: %v", total, kinds)
		}
	}
}

// The time for a vote does not run while the bot is away.
func TestVoteWhileAway(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7"}}))
	mei := h.Connect(0)
	started := time.Now()
	mei.Command("vote", person.Opt("time", "2"))
	mei.Eventually("it is recorded that the bot is there", func() bool {
		at, err := store.Fact(h.Ctx(), h.Store.Read(), "alive")
		return err == nil && at != ""
	})
	h.Stop()
	h.Pass(time.Hour)
	h.StartBot()
	h.Idle()
	ends := func() time.Duration {
		of, err := h.Bot.Matches.InChannel(h.Ctx(), id.Channel(h.Channel))
		if err != nil {
			t.Fatal(err)
		}
		v, err := h.Bot.Votes.Get(h.Ctx(), of.ID)
		if err != nil || v.Prolonged {
			t.Fatalf("%+v %v", v, err)
		}
		return v.Ends.Sub(h.Now())
	}
	if left, passed := ends(), time.Since(started); left < 2*time.Minute-passed-time.Second || left > 2*time.Minute {
		t.Errorf("%v are left after %v besides the hour", left, passed)
	}
	mei.Command("move", person.Opt("text", "h2e2"))
	h.Pass(2*time.Minute + 5*time.Second)
	mei.Wait(person.ShowsMove("h9g7"))
}
