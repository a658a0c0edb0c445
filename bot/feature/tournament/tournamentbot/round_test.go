package tournamentbot

import (
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/feature/tournament"
	"yeye/bot/locale"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
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
		text := joinLines(lines)
		if n := strings.Count(text, "https"); n != c.links || len([]rune(text)) > discord.MaxContent || !strings.Contains(text, "34 moves") {
			t.Errorf("%+v: %d links, %d characters\n%s", c, n, len([]rune(text)), text)
		}
	}
}

// Of many rounds the last are shown, byes under the numbers of their rounds like games.
func TestRoundsAreNumbered(t *testing.T) {
	bundle, err := locale.New(words.Catalog(), view.Catalog(), locale.Embedded("tournament", catalog))
	if err != nil {
		t.Fatal(err)
	}
	row := tournament.Row{Results: make([]tournament.Cell, 17)}
	for i := range row.Results {
		row.Results[i] = tournament.Cell{Opponent: 2, Side: 1, Points: 2}
	}
	row.Results[15] = tournament.Cell{Kind: tournament.Bye}
	text := resultsText((&view.Readers{Bundle: bundle}).InLocale("en-US"), &tournament.Tournament{}, row)
	lines := strings.Split(text, "\n")
	if len(lines) != 15 || !strings.HasPrefix(lines[0], "3. ") || lines[13] != "16. bye · 2" || !strings.HasPrefix(lines[14], "17. ") {
		t.Error(text)
	}
}
