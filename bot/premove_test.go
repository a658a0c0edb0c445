package bot_test

import (
	"strings"
	"testing"

	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox/person"
)

// An opponent learns nothing of a premove before it is played, whatever its outcome: no data that reaches their client names it.
// Its player is informed privately, in direct messages once the response can no longer be changed.
func TestPremoveIsNotSeen(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	mei, tom := h.Connect(0), h.Connect(1)
	bottest.SitDown(h, mei, tom)
	mei.Say("h2e2")
	mei.Wait(person.ShowsMove("h2e2"))
	tom.Say("h7h3")
	mei.Wait(person.ShowsMove("h7h3"))
	before := len(mei.Events())
	if m := tom.Command("move", person.Opt("text", "h3e3")); !m.Ephemeral() || !strings.Contains(m.Content, "Premove saved: `h3e3`") {
		t.Fatalf("kept: %s", m.Content)
	}
	found, err := mei.Autocomplete(h.Ctx(), h.Channel, "move", "text", "h3")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range found {
		t.Errorf("Mei is offered %v", c)
	}
	mine, err := tom.Autocomplete(h.Ctx(), h.Channel, "move", "text", "h3")
	if err != nil || len(mine) == 0 {
		t.Errorf("Tom is offered nothing for later: %v", err)
	}
	mei.Command("view")
	mei.Command("board")
	h.Stop() // the private response can no longer be changed
	h.StartBot(bottest.WithThinker(&bottest.Scripted{}))
	mei.Say("e3e4")
	mei.Wait(person.ShowsMove("e3e4"))
	dm, err := tom.DM(h.Ctx(), h.Info.ApplicationID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tom.Person.Wait(h.Ctx(), person.In(dm), person.Contains("Your premove `h3e3` is no longer legal")); err != nil {
		t.Fatalf("%v\n%s", err, h.Transcript())
	}
	for _, e := range mei.Events()[before:] {
		if text := string(e.Data); strings.Contains(text, "h3e3") || strings.Contains(text, "ept for your turn") || strings.Contains(text, "move you kept") {
			t.Errorf("Mei has seen it: %.300s", text)
		}
	}
	if got, want := h.Moves(), "h2e2 h7h3 e3e4"; got != want {
		t.Errorf("played: %s", got)
	}
}
