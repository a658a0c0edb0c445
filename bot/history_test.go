package bot_test

import (
	"strings"
	"testing"

	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// Another player's game can be viewed from elsewhere, also by its id, while everybody may view the channel in which it was played,
// and not after that channel is closed.
func TestHistoryOfAClosedChannel(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7", "h9g7"}}))
	mei, tom, linh := h.connect(0), h.connect(1), h.connect(2)
	xiangqi, teahouse := h.channel, h.info.Channels[1].ID
	lose := func(g *user, first string) {
		g.command("play", person.Opt("side", "red"))
		g.say(first)
		g.wait(person.Moved("h9g7"))
		g.press(g.command("resign"), "Yes, resign")
		g.wait(person.Contains("resigned"))
	}
	tom.in(teahouse, func() { lose(tom, "h2e2") })
	list := linh.command("history", person.Opt("player", tom.ID))
	if !list.Private() || !strings.Contains(list.Content, "lost** to Kid") {
		t.Fatalf("from another channel: %s", list.Content)
	}
	chosen := linh.choose(list, "Look at a game", optionOf(t, list, "Look at a game"))
	if !strings.Contains(chosen.Content, "resigned") {
		t.Fatalf("a game: %s", chosen.Content)
	}
	watched := linh.press(chosen, "Replay")
	if !watched.Private() || watched.ID == chosen.ID || !strings.Contains(watched.Content, "0/2") {
		t.Errorf("replayed: %s", watched.Content)
	}
	if file := linh.press(chosen, "Export"); !strings.Contains(linh.file(file), "H2-E2") {
		t.Errorf("exported: %s", file.Content)
	}
	// Closed to everybody except the owner, which does not help the owner either: only what everybody may view counts.
	h.order(sandbox.Fault{Kind: "permissions", ChannelID: channelID(t, teahouse), Everybody: true, Deny: []string{"VIEW_CHANNEL"}})
	linh.eventually("the channel is closed", func() bool {
		return strings.Contains(linh.command("history", person.Opt("player", tom.ID)).Content, "no finished game")
	})
	for _, label := range []string{"Replay", "Export", "Share"} {
		refusedWith(t, label, linh.press(chosen, label), "no longer have that game")
	}
	refusedWith(t, "a page of the replay", linh.press(watched, "▶"), "no longer have that game")
	refusedWith(t, "the list", mei.command("history", person.Opt("player", tom.ID)), "no finished game")
	if m := tom.command("history"); !strings.Contains(m.Content, "one game") {
		t.Errorf("the player's own: %s", m.Content)
	}
	if got, err := linh.Autocomplete(h.ctx(), xiangqi, "history", "opponent", "", person.Opt("player", tom.ID)); err != nil || len(got) != 0 {
		t.Errorf("offered: %v %v", got, err)
	}
	if got, err := tom.Autocomplete(h.ctx(), xiangqi, "history", "opponent", "ki"); err != nil || len(got) != 1 || got[0].Name != "Kid" {
		t.Errorf("offered: %v %v", got, err)
	}
}

// channelID returns a channel in the form that faults use.
func channelID(t *testing.T, of string) sandbox.Snowflake {
	t.Helper()
	got, err := sandbox.ParseSnowflake(of)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// optionOf returns the value of the first option of a select.
func optionOf(t *testing.T, m *person.Message, prompt string) string {
	t.Helper()
	c, ok := m.Control(prompt)
	if !ok || len(c.Options) == 0 {
		t.Fatalf("nothing to choose from: %+v", m.Controls())
	}
	return c.Options[0].Value
}
