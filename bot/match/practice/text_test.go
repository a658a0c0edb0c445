package practice

import (
	"strings"
	"testing"
	"unicode/utf8"

	"yeye/ai/masters"
	"yeye/bot/discord"
	"yeye/bot/locale"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/bot/player"
	"yeye/game"
)

func readers(t *testing.T) *view.Readers {
	t.Helper()
	b, err := locale.New(words.Catalog(), view.Catalog(), Catalog())
	if err != nil {
		t.Fatal(err)
	}
	return &view.Readers{Bundle: b}
}

func after(t *testing.T, text string) *Page {
	t.Helper()
	moves, err := game.ParseMoves(text)
	if err != nil {
		t.Fatal(err)
	}
	g, err := game.Replay(game.Start(), game.NoRepetition, moves)
	if err != nil {
		t.Fatal(err)
	}
	page, _ := pageOf(g)
	return page
}

// A page is short in every language, writes moves as its reader does, and offers what it tells.
func TestText(t *testing.T) {
	for tag, want := range map[string]string{
		"en-US": "`h2e2`** · 17093 games · 1905–2013",
		"zh-CN": "炮二平五** · 17093 局 · 1905–2013 年",
		"zh-TW": "炮二平五** · 17093 局",
		"vi":    "P2-5** · 17093 ván",
	} {
		r := readers(t).InLocale(tag)
		p := after(t, "")
		text := p.Text(r)
		if !strings.Contains(text, want) || !strings.Contains(text, "🟥🟥🟥⬜⬜⬜⬛⬛ 38 · 33 · 29 %") {
			t.Errorf("%s: %s", tag, text)
		}
		lines := strings.Split(text, "\n")
		for _, line := range lines {
			if utf8.RuneCountInString(strings.Trim(line, "*-# ")) > 44 {
				t.Errorf("%s: %s", tag, line)
			}
		}
		if options := p.Options(r.Words); len(options) != 5 || len(lines) != 12 || options[0].Value != "h2e2" {
			t.Errorf("%s: %d lines, %+v", tag, len(lines), options)
		}
		for _, line := range []string{"h2e2 h9g7 a0a1 a9a8", "a0a1", "h2e2 h9g7 a0a1"} {
			if p := after(t, line); strings.Contains(p.Text(r), "🟥") || p.Options(r.Words) != nil {
				t.Errorf("%s after %s: %s", tag, line, p.Text(r))
			}
		}
		if got := after(t, "h2e2 h9g7 a0a1 a9a8").Text(r); len(strings.Split(got, "\n")) != 2 {
			t.Errorf("%s does not say how far practice went: %s", tag, got)
		}
		if got := after(t, "a0a1").Text(r); len(strings.Split(got, "\n")) != 1 {
			t.Errorf("%s: %s", tag, got)
		}
	}
}

// For a screen reader there is no bar.
func TestAloud(t *testing.T) {
	r := readers(t).WithPreferences(player.Preferences{Speak: "on"}, "en-US")
	text := after(t, "").Text(r)
	if strings.ContainsAny(text, "🟥⬜⬛") || !strings.Contains(text, "Red won 38 percent, 33 percent were drawn, Black won 29 percent.") {
		t.Error(text)
	}
	if utf8.RuneCountInString(text) > discord.MaxContent/2 {
		t.Errorf("%d characters", utf8.RuneCountInString(text))
	}
}

func TestShares(t *testing.T) {
	for _, c := range []struct {
		counts [3]int
		whole  int
		want   [3]int
	}{
		{[3]int{1, 1, 1}, 100, [3]int{33, 34, 33}},
		{[3]int{1, 1, 1}, 8, [3]int{3, 2, 3}},
		{[3]int{3, 0, 0}, 8, [3]int{8, 0, 0}},
		{[3]int{0, 0, 7}, 8, [3]int{0, 0, 8}},
		{[3]int{}, 8, [3]int{}},
		{[3]int{6498, 5607, 4976}, 100, [3]int{38, 33, 29}},
	} {
		if got := shares(c.counts, c.whole); got != c.want {
			t.Errorf("%v of %d: %v, want %v", c.counts, c.whole, got, c.want)
		}
	}
	one := masters.Move{First: 1990, Last: 1990}
	if got := years(words.In(readers(t).InLocale("en-US").Localizer), &one); got != " · 1990" {
		t.Errorf("one year: %q", got)
	}
}
