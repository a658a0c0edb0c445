package bot_test

import (
	"strings"
	"testing"

	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// Another player's game can be viewed from elsewhere, also by its id, while everybody may view the channel in which it was played,
// and not after that channel is closed.
func TestHistoryOfAClosedChannel(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7", "h9g7"}}))
	mei, tom, linh := h.Connect(0), h.Connect(1), h.Connect(2)
	xiangqi, teahouse := h.Channel, h.Info.Channels[1].ID
	lose := func(g *bottest.User, first string) {
		g.Command("play", person.Opt("side", "red"))
		g.Say(first)
		g.Wait(person.ShowsMove("h9g7"))
		g.Press(g.Command("resign"), "Yes, resign")
		g.Wait(person.Contains("resigned"))
	}
	tom.In(teahouse, func() { lose(tom, "h2e2") })
	list := linh.Command("history", person.Opt("player", tom.ID))
	if !list.Ephemeral() || !strings.Contains(list.Content, "lost** to Kid") {
		t.Fatalf("from another channel: %s", list.Content)
	}
	chosen := linh.Choose(list, "Look at a game", optionOf(t, list, "Look at a game"))
	if !strings.Contains(chosen.Content, "resigned") {
		t.Fatalf("a game: %s", chosen.Content)
	}
	watched := linh.Press(chosen, "Replay")
	if !watched.Ephemeral() || watched.ID == chosen.ID || !strings.Contains(watched.Content, "0/2") {
		t.Errorf("replayed: %s", watched.Content)
	}
	if file := linh.Press(chosen, "Export"); !strings.Contains(linh.File(file), "H2-E2") {
		t.Errorf("exported: %s", file.Content)
	}
	// Closed to everybody except the owner, which does not help the owner either: only what everybody may view counts.
	h.Order(sandbox.Fault{Kind: "permissions", ChannelID: bottest.Snowflake(t, teahouse), Everybody: true, Deny: []string{"VIEW_CHANNEL"}})
	linh.Eventually("the channel is closed", func() bool {
		return strings.Contains(linh.Command("history", person.Opt("player", tom.ID)).Content, "no finished game")
	})
	for _, label := range []string{"Replay", "Export", "Share"} {
		bottest.RefusedWith(t, label, linh.Press(chosen, label), "no longer have that game")
	}
	bottest.RefusedWith(t, "a page of the replay", linh.Press(watched, "▶"), "no longer have that game")
	bottest.RefusedWith(t, "the list", mei.Command("history", person.Opt("player", tom.ID)), "no finished game")
	if m := tom.Command("history"); !strings.Contains(m.Content, "one game") {
		t.Errorf("the player's own: %s", m.Content)
	}
	if got, err := linh.Autocomplete(h.Ctx(), xiangqi, "history", "opponent", "", person.Opt("player", tom.ID)); err != nil || len(got) != 0 {
		t.Errorf("offered: %v %v", got, err)
	}
	if got, err := tom.Autocomplete(h.Ctx(), xiangqi, "history", "opponent", "ki"); err != nil || len(got) != 1 || got[0].Name != "Kid" {
		t.Errorf("offered: %v %v", got, err)
	}
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
