package tell_test

import (
	"bytes"
	"image/gif"
	"strings"
	"testing"

	"yeye/bot/internal/desk"
	"yeye/bot/match/engine"
	"yeye/render"
)

func open(t *testing.T) *desk.Desk {
	return desk.OpenWith(t, desk.Options{Engine: engine.Options{Searcher: desk.Hasty()}},
		"play", "challenges", "hint", "replay", "analysis", "exhibition", "tell")
}

// The last card tells the game, once it is analyzed, to the one who asks; then to everybody, by name.
func TestTellIt(t *testing.T) {
	d := open(t)
	d.Play(desk.Lost + `
		mei: /board          => card versus … [Play again] [Challenge Newborn] … [Analyze] [Tell it] [Replay] [Share]
		mei: [Tell it]       => private **Tell it** · … In the queue … [Show progress]
		mei: [Show progress] => edit … In the queue
		due
		mei: [Show progress] => edit … Kid … e2e6 … resigned … [Share]`)
	if film, err := gif.DecodeAll(bytes.NewReader(d.Picture().Data)); err != nil || len(film.Image) < 3 || len(d.Picture().Data) > render.TaleLimit {
		t.Errorf("%d bytes, %v", len(d.Picture().Data), err)
	}
	if d.Picture().Description == "" || !strings.Contains(d.Said.Content, "you") {
		t.Errorf("%q, %q", d.Said.Content, d.Picture().Description)
	}
	d.Play(`
		mei: [Share]   => public … Kid … mei … e2e6 … resigned
		mei: /analyze  => private … [Tell it]
		mei: [Tell it] => private … Kid … e2e6`)
	if strings.Contains(d.Said.Content, "<@") {
		t.Errorf("it mentions somebody: %q", d.Said.Content)
	}
}

// Who looks on hears names, in every language, and nothing of a telling is missing.
func TestTellingToOthers(t *testing.T) {
	d := open(t)
	d.Play(desk.Lost + "mei: [Tell it] => private\ndue")
	for l, want := range map[string]string{"en-US": "mei", "zh-CN": "第2回合", "zh-TW": "第2回合", "vi": "ước 2"} {
		d.Locale = l
		d.Play("mei: /board => card versus\nlinh: [Tell it] => private")
		if text := d.Said.Content; !strings.Contains(text, want) || !strings.Contains(text, "mei") || strings.Contains(text, "no value") || strings.Count(text, "\n") != 2 {
			t.Errorf("%s: %q", l, text)
		}
	}
}

// A game that is being played is not told, nor one without moves.
func TestNothingToTell(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /play side=red => card versus
		mei: /resign        => private
		mei: [Yes, resign]  => edit`)
	d.Play("mei: /board => not [Tell it]")
}

// A draw is told by the character that played.
func TestDrawn(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /play side=red opponent=1 position="5k3/9/9/9/9/9/9/9/4R4/3K5 w - - 118 9" => card versus
		mei: e1i1      => card versus
		character: f9f8
		mei: /board    => card versus … Draw … [Tell it]
		mei: [Tell it] => private
		due
		mei: [Tell it] => private … Kid … It was a tie … 60 moves each`)
}

// Only a draw is told as one: the telling of an exhibition that was stopped begins with who tells it.
func TestStopped(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /exhibition red=2 black=1 => card exhibition
		character: h2e2
		character: h9g7
		mei: [Stop]                    => card exhibition … ended without a result … [Tell it]
		mei: [Tell it]                 => private
		due`)
	for l, want := range map[string]string{"en-US": "Xiaoqing**:\n", "zh-CN": "小青**：\n", "zh-TW": "小青**：\n", "vi": "Tiểu Thanh**:\n"} {
		d.Locale = l
		d.Play("mei: /board => card exhibition\nmei: [Tell it] => private")
		if text := d.Said.Content; !strings.Contains(text, want) || strings.Contains(text, "no value") {
			t.Errorf("%s: %q", l, text)
		}
	}
}
