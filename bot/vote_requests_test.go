package bot_test

import (
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/sandbox/person"
	"yeye/bot/store"
)

// A vote takes one request for the card of both moves, and one for each time the number of votes changes on it, at most every fifteen
// seconds; the ballots themselves take none.
func TestRequestsOfAVote(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7", "b9c7"}}))
	voters := []*user{h.connect(0), h.connect(1), h.connect(2)}
	voters[0].command("vote", person.Opt("time", "2"))
	for _, one := range []struct{ vote, other, answer string }{{"h2e2", "h0g2", "h9g7"}, {"h0g2", "b0c2", "b9c7"}} {
		h.server.ResetRequests()
		for _, v := range voters {
			v.command("move", person.Opt("text", one.other))
			v.command("move", person.Opt("text", one.vote))
		}
		voters[0].wait(person.Contains("voted"))
		h.pass(15 * time.Second)
		voters[0].wait(person.Contains("3 have voted"))
		if total, kinds := h.spent(); total > 2 {
			t.Errorf("6 ballots took %d requests with the bot's token: %v", total, kinds)
		}
		h.server.ResetRequests()
		h.pass(2 * time.Minute)
		voters[0].wait(person.Moved(one.answer))
		voters[0].eventually("one card is left", func() bool { return len(h.cards()) == 1 })
		if total, kinds := h.spent(); total > 3 {
			t.Errorf("a move and its answer took %d requests with the bot's token: %v", total, kinds)
		}
	}
}

// The time for a vote does not run while the bot is away.
func TestVoteWhileAway(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}))
	mei := h.connect(0)
	mei.command("vote", person.Opt("time", "2"))
	mei.eventually("it is recorded that the bot is there", func() bool {
		at, err := store.Fact(h.ctx(), h.store.Read(), "alive")
		return err == nil && at != ""
	})
	h.stop()
	h.pass(time.Hour)
	h.startBot()
	h.idle()
	ends := func() time.Duration {
		of, err := h.core.Matches.InChannel(h.ctx(), id.Channel(h.channel))
		if err != nil {
			t.Fatal(err)
		}
		v, err := h.core.Votes.Get(h.ctx(), of.ID)
		if err != nil || v.Prolonged {
			t.Fatalf("%+v %v", v, err)
		}
		return v.Ends.Sub(h.now())
	}
	if left := ends(); left < 30*time.Second || left > 2*time.Minute {
		t.Errorf("%v are left", left)
	}
	mei.command("move", person.Opt("text", "h2e2"))
	h.pass(2*time.Minute + 5*time.Second)
	mei.wait(person.Moved("h9g7"))
}
