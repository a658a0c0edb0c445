package characters

import (
	"strings"
	"testing"

	"yeye/ai/character"
	"yeye/bot/guild"
	"yeye/bot/match"
	"yeye/bot/match/voice"
	"yeye/bot/player"
	"yeye/game"
)

func (e *env) exhibit(start string, red, black character.Level) match.Match {
	e.t.Helper()
	p := game.Start()
	if start != "" {
		var err error
		p, err = game.ParseFEN(start)
		e.ok(err)
	}
	return e.start(match.Terms{Mode: match.Exhibition, Guild: "server", Position: p, Locale: "en-US", Seats: [2]match.Seat{{Level: red}, {Level: black}}})
}

// answers has the characters of an exhibition move, each with the value that its search gives.
func (e *env) answers(m match.Match, moves string, value ...int) match.Match {
	e.t.Helper()
	for i, text := range strings.Fields(moves) {
		m = e.play(m, value[min(i, len(value)-1)], text)
	}
	return m
}

// The two speak to each other beside a comment: the one who has moved about the moment, the other in answer.
func TestDialogue(t *testing.T) {
	e := newEnv(t)
	m := e.answers(e.exhibit("", 5, 1), "h2e2 h9g7", 0)
	for _, language := range voice.Languages() {
		lines := strings.Split(e.heard(m, language, player.Preferences{}), "\n")
		if len(lines) != 3 || lines[1] == "" || lines[2] == "" || lines[1] == lines[2] {
			t.Errorf("%s: %q", language, lines)
		}
	}
	lines := strings.Split(e.heard(m, "en", player.Preferences{}), "\n")
	if !strings.Contains(lines[1], "Kid") || !strings.Contains(lines[2], "Grandpa") {
		t.Errorf("who speaks: %q", lines)
	}
	m = e.answers(m, "h0g2 i9h9 c3c4 c6c5 g3g4 g6g5", 0)
	if got := e.heard(m, "en", player.Preferences{}); got != "" {
		t.Errorf("long after it: %q", got)
	}
}

// A comment stays for some boards, and the next one comes no sooner than ten plies later.
func TestCommentary(t *testing.T) {
	e := newEnv(t)
	m := e.answers(e.exhibit("", 5, 1), "h2e2 h9g7", 0)
	if got := e.heard(m, "en", player.Preferences{}); !strings.Contains(got, "Grandpa opens with the central cannon") {
		t.Fatalf("%q", got)
	}
	for _, language := range voice.Languages() {
		if e.heard(m, language, player.Preferences{}) == "" {
			t.Errorf("nothing in %s", language)
		}
	}
	silent := true
	_, err := e.servers.Edit(t.Context(), "server", guild.Edit{Silent: &silent})
	e.ok(err)
	if got := e.heard(m, "en", player.Preferences{}); got != "" {
		t.Errorf("on a silent server: %q", got)
	}
	silent = false
	_, err = e.servers.Edit(t.Context(), "server", guild.Edit{Silent: &silent})
	e.ok(err)
	m = e.answers(m, "h0g2 i9h9 c3c4", 0)
	if e.heard(m, "en", player.Preferences{}) == "" {
		t.Error("gone before anybody could read it")
	}
	m = e.answers(m, "c6c5", 900) // Black likes what it sees: too soon for another word
	if got := e.heard(m, "en", player.Preferences{}); got != "" {
		t.Errorf("a comment on a comment: %q", got)
	}
	m = e.answers(m, "b0a2 b9a7 g3g4 g6g5 i3i4 i6i5 a0a1", 0, 0, 0, 0, 0, 0, -900)
	if got := e.heard(m, "en", player.Preferences{}); !strings.Contains(got, "getting hard for Grandpa") {
		t.Errorf("%q", got)
	}
}

// An exchange is called one, and nobody is said to have lost anything.
func TestCommentaryOfATrade(t *testing.T) {
	e := newEnv(t)
	m := e.answers(e.exhibit("", 5, 1), "b2b9 a9b9", 0)
	if got := e.heard(m, "en", player.Preferences{}); !strings.Contains(got, "trade pieces of about the same worth") {
		t.Errorf("%q", got)
	}
}

// Which moves turned a game is for its report to say: the last card names none, so that the two cannot contradict each other.
func TestLastCardNamesNoTurningPoint(t *testing.T) {
	e := newEnv(t)
	m := e.answers(e.exhibit("3k5/9/9/2p6/9/9/9/9/R8/1R2K4 w - - 0 30", 5, 4), "a1a2 c6c5 a2a8 c5c4 b0b9", 0, 0, 900, -9000, 30000)
	if got := e.heard(m, "en", player.Preferences{}); m.Status != match.Ended || got != "" {
		t.Errorf("%v: %q", m.Outcome, got)
	}
}
