package tournament

import (
	"strings"
	"testing"

	"yeye/bot/discord"
)

// A message of a round has links as long as there is room for them, and is never too long for Discord.
func TestFitting(t *testing.T) {
	row := "`1` Mei **2–0** Ting · [34 moves](https://discord.com/channels/1/2)"
	for _, c := range []struct {
		rows, longer int
		links        int
	}{{1, 0, 1}, {12, 0, 12}, {12, 110, 0}, {12, 300, 0}} {
		lines := make([]string, c.rows)
		for i := range lines {
			lines[i] = strings.Repeat("x", c.longer) + row
		}
		text := fitting(lines)
		if n := strings.Count(text, "https"); n != c.links || len([]rune(text)) > discord.MaxContent || !strings.Contains(text, "34 moves") {
			t.Errorf("%+v: %d links, %d characters\n%s", c, n, len([]rune(text)), text)
		}
	}
}
