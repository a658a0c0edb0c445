package backfill

import (
	"testing"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// Only where Discord has reported an older message is it known that nothing was posted.
func TestIndex(t *testing.T) {
	n := newIndex([]id.Guild{"1", "2"})
	reported := func() bool {
		select {
		case <-n.reported:
			return true
		default:
			return false
		}
	}
	n.record(discord.GuildAvailable{ID: "1", Last: map[id.Channel]id.Message{"11": "900", "12": ""}})
	n.record(discord.GuildAvailable{ID: "1"})
	n.record(discord.GuildAvailable{ID: "3"}) // which the bot has just joined
	if reported() {
		t.Error("all have reported, though one has not")
	}
	n.record(discord.GuildAvailable{ID: "2", Last: map[id.Channel]id.Message{"21": "1000"}})
	if !reported() {
		t.Error("not all have reported")
	}
	for _, c := range []struct {
		channel id.Channel
		since   id.Message
		want    bool
	}{
		{"11", "901", true}, {"11", "1000", true}, {"11", "900", false}, {"11", "899", false}, {"11", "99", false},
		{"21", "1001", true}, {"21", "999", false}, {"12", "5000", false}, {"99", "5000", false},
	} {
		if got := n.nothingSince(c.channel, c.since); got != c.want {
			t.Errorf("nothing in %s since %s: %v", c.channel, c.since, got)
		}
	}
	n.forget()
	if n.nothingSince("11", "5000") {
		t.Error("known after it was forgotten")
	}
	n.record(discord.GuildAvailable{ID: "2", Last: map[id.Channel]id.Message{"21": "1000"}})
	if n = nil; n.nothingSince("11", "5000") {
		t.Error("known before anything was reported")
	}
	n.record(discord.GuildAvailable{ID: "2"})
	n.forget()
	if n = newIndex(nil); !reported() {
		t.Error("a bot that is nowhere waits")
	}
}
