package bot_test

import (
	"bytes"
	"image/gif"
	"strings"
	"testing"

	"yeye/bot/sandbox/person"
)

// fourPlies makes Mei play two moves against a scripted character and resign.
func fourPlies(h *env, mei *user) {
	h.t.Helper()
	mei.command("play")
	mei.say("h2e2")
	mei.wait(person.Moved("h9g7"))
	mei.say("h0g2")
	mei.wait(person.Moved("i9h9"))
	mei.command("resign") // the message that arrives with it may be an earlier card's end
	mei.press(mei.wait(person.Contains("Resign this game?")), "Yes, resign")
	mei.wait(person.Contains("resigned"), person.WithPicture())
}

var fourAnswers = []string{"h9g7", "i9h9"}

func TestReplay(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: fourAnswers}))
	mei, tom := h.connect(1), h.connect(2)
	if m := mei.command("replay"); !m.Private() || !strings.Contains(m.Content, "No game") {
		t.Errorf("a replay of nothing: %s", m.Content)
	}
	fourPlies(h, mei)

	page := mei.command("replay")
	if !page.Private() || !strings.Contains(page.Content, "0/4") || !strings.Contains(page.Content, "Starting position") || len(page.Attachments) != 1 {
		t.Fatalf("the first page: %+v", page)
	}
	for _, c := range []string{"⏮", "◀"} {
		if b, ok := page.Control(c); !ok || !b.Disabled {
			t.Errorf("%s at the beginning: %+v", c, b)
		}
	}
	for _, step := range []struct{ press, want string }{
		{"▶", "1/4"}, {"▶", "2/4"}, {"◀", "1/4"}, {"⏭", "4/4"}, {"⏮", "0/4"},
	} {
		next := mei.press(page, step.press)
		if next.ID != page.ID || !strings.Contains(next.Content, step.want) {
			t.Fatalf("%s: %s", step.press, next.Content)
		}
		page = next
	}
	page = mei.choose(page, "Jump to a move", "3")
	if !strings.Contains(page.Content, "3/4") || !strings.Contains(page.Content, "`h0g2`") ||
		!strings.Contains(page.Attachments[0].Description, "horse h0 to g2") {
		t.Errorf("jumped: %s", page.Content)
	}

	// The pages survive a restart.
	h.stop()
	h.startBot()
	page = mei.press(page, "▶")
	if !strings.Contains(page.Content, "4/4") || !strings.Contains(page.Content, "resigned") {
		t.Errorf("after a restart: %s", page.Content)
	}

	film := mei.press(page, "GIF")
	if film.ID == page.ID || !film.Private() || len(film.Attachments) != 1 || film.Attachments[0].Description == "" {
		t.Fatalf("the film: %+v", film)
	}
	data, err := mei.Picture(h.ctx(), film.Attachments[0])
	if err != nil {
		t.Fatal(err)
	}
	if g, err := gif.DecodeAll(bytes.NewReader(data)); err != nil || len(g.Image) < 5 {
		t.Errorf("the GIF: %v", err)
	}

	// In public everybody sees it, and only its owner turns the pages.
	open := mei.command("replay", person.Opt("public", true))
	if open.Private() {
		t.Fatalf("not public: %+v", open)
	}
	if m := tom.press(open, "▶"); !m.Private() || !strings.Contains(m.Content, "Somebody else") {
		t.Errorf("somebody else turns: %s", m.Content)
	}
	if m := mei.press(open, "▶"); m.ID != open.ID || !strings.Contains(m.Content, "1/4") {
		t.Errorf("its owner turns: %s", m.Content)
	}
	if p := h.pings(); len(p) != 0 {
		t.Errorf("pinged: %v", p)
	}
}
