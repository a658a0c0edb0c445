package bot_test

import (
	"strings"
	"testing"

	"yeye/bot/sandbox/person"
)

// A person whose client speaks a language sees the commands, the cards, the
// refusals and the pictures' descriptions in it, and writes moves as they do.
func TestLanguages(t *testing.T) {
	for locale, c := range map[string]struct{ play, move, card, refusal, alt string }{
		"zh-CN": {"对弈", "炮二平五", "轮到", "蹩住了马腿", "轮到红方走"},
		"zh-TW": {"對弈", "砲二平五", "輪到", "蹩住了馬腿", "輪到紅方走"},
		"vi":    {"chơi", "P2-5", "Đến lượt", "cản chân", "Đến lượt Đỏ"},
	} {
		t.Run(locale, func(t *testing.T) {
			h := openEnvIn(t, locale, withThinker(&scripted{moves: []string{"h9g7"}}))
			mei := h.connect(0)
			names, err := mei.Commands(h.ctx(), h.channel, 1)
			if err != nil || len(names) == 0 {
				t.Fatal(err)
			}
			card := mei.command("play")
			if !strings.Contains(card.Content, c.card) || !strings.Contains(card.Attachments[0].Description, c.alt) {
				t.Errorf("the card: %s\n%s", card.Content, card.Attachments[0].Description)
			}
			if m := mei.command("move", person.Opt("text", "b0d1")); !strings.Contains(m.Content, c.refusal) {
				t.Errorf("the refusal: %s", m.Content)
			}
			mei.say(c.move)
			mei.wait(person.Moved("h2e2"), person.Moved("h9g7"))
		})
	}
}

// In Chinese a piece is named by the character on it, once, and not by the name of its
// kind, which differs between the sides; and by its file, as its owner counts.
func TestPiecesInChinese(t *testing.T) {
	h := openEnvIn(t, "zh-CN", withThinker(&scripted{}))
	mei := h.connect(0)
	card := mei.command("play", person.Opt("side", "red"))
	c, _ := card.Control("选择要走的棋子")
	for i, want := range []string{"九路车", "九路兵", "八路马", "八路炮", "七路相"} {
		if len(c.Options) <= i || c.Options[i].Label != want {
			t.Fatalf("the pieces: %+v", c.Options)
		}
	}
	if m := mei.command("move", person.Opt("text", "a0a9")); !strings.Contains(m.Content, "九路的车被自己的兵挡住了") {
		t.Errorf("%s", m.Content)
	}
	if alt := card.Attachments[0].Description; !strings.Contains(alt, "相 c0 g0") || !strings.Contains(alt, "象 c9 g9") || !strings.Contains(alt, "卒 a6") {
		t.Errorf("%s", alt)
	}
}
