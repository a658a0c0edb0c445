package bot_test

import (
	"strings"
	"testing"
	"time"

	"yeye/bot/sandbox/person"
)

// A player who wants no pings gets none in any flow, and is named instead.
func TestPingsOff(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(1), h.connect(0)
	tom.command("settings", person.Opt("pings", "off"))
	sitDown(h, mei, tom)
	h.pass(3 * time.Minute)
	mei.say("h2e2")
	card := mei.wait(person.Moved("h2e2"))
	if !strings.Contains(card.Content, "to move") || strings.Contains(card.Content, "<@"+tom.ID+">") {
		t.Errorf("the card: %s", card.Content)
	}
	mei.command("draw")
	h.pass(3 * time.Minute)
	h.expectPings()
	tom.say("h9g7") // Mei has not chosen so
	tom.wait(person.Moved("h9g7"))
	h.expectPings(mei.Username + ": …h9g7")
	h.pass(6*24*time.Hour + time.Minute)
	tom.wait(person.Contains("six days"))
	h.expectPings(mei.Username + ": …six days")
}

// Each move a message of its own, in words.
func TestSpeak(t *testing.T) {
	th := &scripted{moves: []string{"h7e7", "h9g7"}, gate: make(chan struct{}, 2)}
	h := openEnv(t, withThinker(th))
	mei := h.connect(1)
	mei.command("settings", person.Opt("speak", "on"))
	mei.command("play")
	board := mei.wait(person.WithPicture(), person.Contains("to move"))
	mei.choose(mei.choose(board, "Choose a piece to move", "h2"), "Where to? (炮 cannon h2)", "h2e2")
	said := mei.wait(person.Contains("Red: cannon from h2 to e2"), person.Contains("thinking"))
	th.gate <- struct{}{}
	answer := mei.wait(person.Contains("Black: cannon from h7 to e7"), person.Contains("to move"))
	if said.ID == board.ID || answer.ID == said.ID || answer.ID == board.ID {
		t.Errorf("messages %s, %s, %s", board.ID, said.ID, answer.ID)
	}
	th.gate <- struct{}{}
	mei.say("e2e6")
	last := mei.wait(person.Contains("cannon from e2 takes the pawn on e6"), person.Contains("Check!"))
	if strings.Contains(strings.SplitN(last.Content, "\n", 2)[0], "`") {
		t.Errorf("spoken: %s", last.Content)
	}
}
