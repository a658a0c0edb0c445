package bot_test

import (
	"strings"
	"testing"
	"time"

	"yeye/bot"
	"yeye/bot/feature/daily"
	"yeye/bot/id"
	"yeye/bot/internal/bottest"
)

// Two bots with one token work on one database when the puzzle of the day is due. One card is posted; after both have been away for an
// hour, and people have talked, there is still one, and it shows how many have solved the puzzle. The next day there is another.
func TestDailyPostedOnce(t *testing.T) {
	h := bottest.Open(t)
	first, both := h.Stop, []*bot.Bot{h.Bot}
	h.StartBot(func(_ *bottest.Env, o *bot.Options) { o.Worker = "another" })
	both = append(both, h.Bot)
	t.Cleanup(first)
	mei := h.Connect(1)
	guild := id.Guild(h.Info.GuildID)
	set := daily.Server{Guild: guild, Channel: id.Channel(h.Channel), Hour: h.Now().UTC().Add(2 * time.Hour).Hour(), Zone: "UTC", Locale: "en"}
	if err := h.Bot.Daily.Enable(h.Ctx(), set); err != nil {
		t.Fatal(err)
	}
	shows := func(n int, text string) {
		t.Helper()
		mei.Eventually(text, func() bool {
			h.Idle(both...)
			card := mei.Card()
			return mei.Boards() == n && card != nil && strings.Contains(card.Content, text) || h.Soon()
		})
	}
	due := func() {
		t.Helper()
		next, err := h.Bot.Daily.Next(h.Ctx(), set)
		if err != nil {
			t.Fatal(err)
		}
		h.Pass(next.Sub(h.Now()) + time.Second)
	}
	due()
	shows(1, "**Puzzle of the day #")
	n, err := h.Bot.Daily.Now(h.Ctx(), guild)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		mei.Say("hello")
	}
	first()
	h.Stop()
	h.Pass(time.Hour)
	h.StartBot()
	both = []*bot.Bot{h.Bot}
	h.CountRequests()
	if _, counted, err := h.Bot.Daily.RecordTry(h.Ctx(),
		daily.Try{Player: "201", Guild: guild, Number: n, Mark: daily.Right, Solved: true}); err != nil || !counted {
		t.Fatal(counted, err)
	}
	h.Pass(6 * time.Minute)
	shows(1, "1 person has tried it, 1 solved it.")
	// It was away, and looks once whether another has posted: on a slow machine before these requests are counted.
	if _, kinds := h.Spent(); kinds["edit"] != 1 || kinds["read"] > 1 || len(kinds) > 2 {
		t.Errorf("requests: %v, want an edit and at most a read", kinds)
	}
	due()
	shows(2, "**Puzzle of the day #")
}
