package bot_test

import (
	"strings"
	"testing"

	"yeye/bot/sandbox/person"
)

// Against a character a move may be typed while it thinks: it is played as soon as the answer arrives, and one card shows both.
func TestTypedWhileTheCharacterThinks(t *testing.T) {
	th := &scripted{moves: []string{"h9g7", "b9c7"}, gate: make(chan struct{}, 2)}
	h := openEnv(t, withThinker(th))
	mei := h.connect(0)
	mei.command("play", person.Opt("opponent", "1"), person.Opt("side", "red"))
	mei.say("h2e2")
	mei.wait(person.Moved("h2e2"), person.Contains("thinking"))
	mei.say("h0g2")
	mei.wait(person.Contains("Premove saved: `h0g2`"))
	mei.say("i0h0") // another instead: a horse is there, but may be captured
	mei.wait(person.Contains("Premove saved: `i0h0`"))
	mei.say("b0c2")
	mei.wait(person.Contains("Premove saved: `b0c2`"))
	th.gate <- struct{}{}
	mei.wait(person.Moved("b0c2"))
	mei.eventually("what was said about it is gone", func() bool { return !strings.Contains(h.transcript(), "Kept for") })
	th.gate <- struct{}{}
	mei.wait(person.Moved("b9c7"), person.Contains("to move"))
	if got, want := h.moves(), "h2e2 h9g7 b0c2 b9c7"; got != want {
		t.Errorf("played: %s", got)
	}
}

// A premove that is no longer legal is not played, and the player is informed.
func TestTypedPremoveMissed(t *testing.T) {
	th := &scripted{moves: []string{"b7b0"}, gate: make(chan struct{}, 1)}
	h := openEnv(t, withThinker(th))
	mei := h.connect(0)
	mei.command("play", person.Opt("opponent", "1"), person.Opt("side", "red"))
	mei.say("h2e2")
	mei.wait(person.Moved("h2e2"), person.Contains("thinking"))
	mei.say("b0c2")
	mei.wait(person.Contains("Premove saved: `b0c2`"))
	th.gate <- struct{}{}
	mei.wait(person.Contains("Your premove `b0c2` is no longer legal"))
	mei.wait(person.Moved("b7b0"), person.Contains("to move"))
	if got, want := h.moves(), "h2e2 b7b0"; got != want {
		t.Errorf("played: %s", got)
	}
}

// An opponent learns nothing of a premove before it is played, whatever its outcome: no data that reaches their client names it.
// Its player is informed privately, in direct messages once the response can no longer be changed.
func TestPremoveIsNotSeen(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(0), h.connect(1)
	sitDown(h, mei, tom)
	mei.say("h2e2")
	mei.wait(person.Moved("h2e2"))
	tom.say("h7h3")
	mei.wait(person.Moved("h7h3"))
	before := len(mei.Events())
	if m := tom.command("move", person.Opt("text", "h3e3")); !m.Private() || !strings.Contains(m.Content, "Premove saved: `h3e3`") {
		t.Fatalf("kept: %s", m.Content)
	}
	found, err := mei.Autocomplete(h.ctx(), h.channel, "move", "text", "h3")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range found {
		t.Errorf("Mei is offered %v", c)
	}
	mine, err := tom.Autocomplete(h.ctx(), h.channel, "move", "text", "h3")
	if err != nil || len(mine) == 0 {
		t.Errorf("Tom is offered nothing for later: %v", err)
	}
	mei.command("view")
	mei.command("board")
	h.stop() // the private response can no longer be changed
	h.startBot(withThinker(&scripted{}))
	mei.say("e3e4")
	mei.wait(person.Moved("e3e4"))
	dm, err := tom.DM(h.ctx(), h.info.ApplicationID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tom.Wait(h.ctx(), person.In(dm), person.Contains("Your premove `h3e3` is no longer legal")); err != nil {
		t.Fatalf("%v\n%s", err, h.transcript())
	}
	for _, e := range mei.Events()[before:] {
		if text := string(e.Data); strings.Contains(text, "h3e3") || strings.Contains(text, "ept for your turn") || strings.Contains(text, "move you kept") {
			t.Errorf("Mei has seen it: %.300s", text)
		}
	}
	if got, want := h.moves(), "h2e2 h7h3 e3e4"; got != want {
		t.Errorf("played: %s", got)
	}
}
