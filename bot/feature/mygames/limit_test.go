package mygames_test

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
)

// A page fits a message, whatever the opponents are called and however long the ids are.
func TestLongestPageFits(t *testing.T) {
	const channels = "999999999999999999"
	// Its length stands also for what lines lack here: the message in the link, a three-digit move, and the longer side.
	server := id.Guild(strings.Repeat("9", 19+len("/9999999999999999999")+2+2))
	for _, language := range []string{"en-US", "vi", "zh-CN", "zh-TW"} {
		d := desk.Open(t, "play", "challenges", "mygames")
		channel := 0
		d.Change = func(i *discord.Interaction) {
			i.Guild, i.Channel, i.Locale = server, id.Channel(channels+strconv.Itoa(channel)), language
			i.User.Name = strings.Repeat("_", 32)
			for p := range i.Users {
				i.Users[p] = discord.User{ID: p, Name: i.User.Name}
			}
		}
		accept := map[string]string{"en-US": "Accept", "vi": "Đồng ý", "zh-CN": "接受", "zh-TW": "接受"}[language]
		for ; channel < 9; channel++ {
			d.Do("mei", "/challenge user=@tom side=red clock=1d")
			if got := d.Do("tom", "["+accept+"]"); !strings.HasPrefix(got, "card duel") {
				t.Fatalf("%s: %s", language, got)
			}
		}
		page, controls, _ := strings.Cut(strings.TrimPrefix(d.Do("mei", "/games"), "private "), " [◀]")
		if !strings.Contains(controls, "1/2") {
			t.Fatalf("%s: one page: %s", language, page)
		}
		if n := utf8.RuneCountInString(page); n > discord.MaxContent || strings.Count(page, "\n") != 8 {
			t.Errorf("%s: a page has %d characters: %s", language, n, page)
		}
	}
}
