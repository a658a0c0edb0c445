package bot_test

import (
	"strings"
	"testing"

	"yeye/bot/sandbox/person"
)

func TestGames(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}))
	mei, tom := h.connect(1), h.connect(0)
	if m := mei.command("games"); !m.Private() || !strings.Contains(m.Content, "no games going") {
		t.Errorf("none: %s", m.Content)
	}
	first := h.channel
	sitDown(h, mei, tom)
	second := h.info.Channels[1].ID
	h.channel = second
	mei.command("challenge", person.Opt("user", tom.ID))
	h.channel = first
	mei.say("h2e2")
	card := mei.wait(person.Moved("h2e2"))
	dm, err := mei.DM(h.ctx(), h.info.ApplicationID)
	if err != nil {
		t.Fatal(err)
	}
	h.channel = dm
	kid := mei.command("play")
	var m *person.Message
	mei.eventually("the card's link is known", func() bool {
		m = mei.command("games")
		return strings.Contains(m.Content, "/channels/@me/"+dm+"/"+kid.ID)
	})
	lines := strings.Split(m.Content, "\n")
	if len(lines) != 4 || !strings.Contains(lines[0], "games, challenges and studies: 3") {
		t.Fatalf("%s", m.Content)
	}
	if !strings.Contains(lines[1], "Your turn") || !strings.Contains(lines[1], "Kid") || !strings.Contains(lines[1], "/channels/@me/"+dm+"/"+kid.ID) {
		t.Errorf("against the Kid: %s", lines[1])
	}
	rest := strings.Join(lines[2:], "\n")
	if !strings.Contains(rest, "/channels/"+mei.GuildID+"/"+first+"/"+card.ID) || !strings.Contains(rest, "to move, you are Red") || !strings.Contains(rest, "<t:") {
		t.Errorf("against Tom: %s", rest)
	}
	if !strings.Contains(rest, "You challenged") || !strings.Contains(rest, "/channels/"+mei.GuildID+"/"+second+"/") {
		t.Errorf("the challenge: %s", rest)
	}
}
