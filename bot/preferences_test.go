package bot_test

import (
	"strings"
	"testing"
	"time"

	"yeye/bot/sandbox/person"
)

func TestChallengeLimits(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom, linh := h.connect(1), h.connect(0), h.connect(2)
	asked := mei.command("challenge", person.Opt("user", tom.ID), person.Opt("side", "red"))
	h.expectPings(tom.Username + ": …challenges you")
	if m := mei.command("challenge", person.Opt("user", tom.ID)); !m.Private() || !strings.Contains(m.Content, "ask again <t:") {
		t.Errorf("asked twice: %s", m.Content)
	}
	mei.command("challenge", person.Opt("user", linh.ID))
	if m := mei.command("challenge"); !m.Private() || !strings.Contains(m.Content, "still waiting") {
		t.Errorf("three at once: %s", m.Content)
	}
	h.expectPings(linh.Username + ": …challenges you")
	// A rematch is asked where both players are, so nobody is pinged a second time.
	card := tom.press(asked, "Accept")
	mei.press(mei.press(card, "Resign"), "Yes, resign")
	over := mei.wait(person.Contains("resigned"), person.WithPicture())
	h.expectPings()
	again := mei.press(over, "Play again")
	if !strings.Contains(again.Content, "challenges you") {
		t.Errorf("the rematch: %s", again.Content)
	}
	h.expectPings()
}

func TestDontAskAgain(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom, linh := h.connect(1), h.connect(0), h.connect(2)
	asked := mei.command("challenge", person.Opt("user", tom.ID))
	if m := linh.press(asked, "Don't ask again"); !m.Private() || !strings.Contains(m.Content, "somebody else") {
		t.Errorf("a stranger: %s", m.Content)
	}
	if m := tom.press(asked, "Don't ask again"); !m.Private() || !strings.Contains(m.Content, "undoes that") {
		t.Errorf("told: %s", m.Content)
	}
	mei.eventually("the challenge is declined and says no more", func() bool {
		m := mei.Message(asked.ID)
		return strings.Contains(m.Content, "declined") && len(m.Components) == 0
	})
	h.pass(time.Hour)
	if m := mei.command("challenge", person.Opt("user", tom.ID)); !m.Private() || !strings.Contains(m.Content, "not taking challenges") {
		t.Errorf("asked again: %s", m.Content)
	}
	open := mei.command("challenge")
	if _, ok := open.Control("Don't ask again"); ok {
		t.Error("an open challenge asks nobody")
	}
	mei.press(open, "Withdraw")
	list := tom.press(tom.command("settings"), "Pings and challenges")
	if _, listed := tom.choose(list, "Take challenges again from … (1)", mei.ID).Control("Take challenges again from … (1)"); listed {
		t.Error("still in the list")
	}
	if m := mei.command("challenge", person.Opt("user", tom.ID)); m.Private() {
		t.Errorf("unblocked, asked: %s", m.Content)
	}
}

func TestWhoMayChallengeMe(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(1), h.connect(0)
	tom.command("settings", person.Opt("challenges", "nobody"))
	if m := mei.command("challenge", person.Opt("user", tom.ID)); !m.Private() || !strings.Contains(m.Content, "not taking challenges") {
		t.Errorf("challenged: %s", m.Content)
	}
	h.expectPings()
	open := mei.command("challenge")
	if card := tom.press(open, "Accept"); len(card.Attachments) != 1 {
		t.Errorf("taking an open seat: %+v", card)
	}
}

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

// The private board follows the setting for its orientation.
func TestTurning(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(1), h.connect(0)
	sitDown(h, mei, tom)
	if m := tom.command("view"); !strings.Contains(m.Attachments[0].Description, "Black below") {
		t.Errorf("default: %s", m.Attachments[0].Description)
	}
	tom.command("settings", person.Opt("turning", "red"))
	if m := tom.command("view"); !strings.Contains(m.Attachments[0].Description, "Red below") {
		t.Errorf("turned: %s", m.Attachments[0].Description)
	}
}
