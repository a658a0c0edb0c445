package bot_test

import (
	"strings"
	"testing"
	"time"

	"yeye/bot"
	"yeye/bot/daily"
	"yeye/bot/id"
)

// Two bots with one token work on one database when the puzzle of the day is due. One card is posted; after both have been away for an
// hour, and people have talked, there is still one, and it shows how many have solved the puzzle. The next day there is another.
func TestDailyPostedOnce(t *testing.T) {
	h := openEnv(t)
	first, both := h.stop, []*bot.Bot{h.core}
	h.startBot(func(_ *env, o *bot.Options) { o.Worker = "another" })
	both = append(both, h.core)
	t.Cleanup(first)
	mei := h.connect(1)
	guild := id.Guild(h.info.GuildID)
	set := daily.Server{Guild: guild, Channel: id.Channel(h.channel), Hour: h.now().UTC().Add(2 * time.Hour).Hour(), Zone: "UTC", Locale: "en"}
	if err := h.core.Daily.Set(h.ctx(), set); err != nil {
		t.Fatal(err)
	}
	shows := func(n int, text string) {
		t.Helper()
		mei.eventually(text, func() bool {
			h.idle(both...)
			card := mei.card()
			return mei.boards() == n && card != nil && strings.Contains(card.Content, text) || h.soon()
		})
	}
	due := func() {
		t.Helper()
		next, err := h.core.Daily.Next(h.ctx(), set)
		if err != nil {
			t.Fatal(err)
		}
		h.pass(next.Sub(h.now()) + time.Second)
	}
	due()
	shows(1, "**Puzzle of the day #")
	n, err := h.core.Daily.Now(h.ctx(), guild)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		mei.say("hello")
	}
	first()
	h.stop()
	h.pass(time.Hour)
	h.startBot()
	both = []*bot.Bot{h.core}
	if _, counted, err := h.core.Daily.Note(h.ctx(), daily.Try{Player: "201", Guild: guild, Number: n, Mark: daily.Right, Solved: true}); err != nil || !counted {
		t.Fatal(counted, err)
	}
	h.server.ResetRequests()
	h.pass(6 * time.Minute)
	shows(1, "1 has tried, 1 solved it.")
	h.spends(map[string]int{"edit": 1, "read": 1}) // it was away, and looks whether another has posted
	due()
	shows(2, "**Puzzle of the day #")
}
