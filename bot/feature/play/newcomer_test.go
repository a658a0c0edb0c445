package play_test

import (
	"strings"
	"testing"

	"yeye/bot/internal/desk"
)

// Who says in a game against the Kid that they have never played is led to the Newborn: the game that has hardly begun makes room.
func TestNewcomersFirstGame(t *testing.T) {
	desk.Run(t, map[string]string{
		"at once": `
			mei: /play side=red        => card versus … [I've never played]
			mei: [I've never played]   => private Welcome! … [Challenge Newborn] [Lessons] [Rules]
			mei: [Challenge Newborn]   => card versus … Newborn`,
		"after a move": `
			mei: /play side=red        => card versus … [I've never played]
			mei: h2e2                  => card versus
			character: h9g7
			mei: [I've never played]   => private Welcome! … [Challenge Newborn] [Lessons] [Rules]
			mei: [Challenge Newborn]   => private … against Kid … without a result … [Challenge Newborn] [No, play on]
			mei: [No, play on]         => edit Good, the game goes on
			mei: h0g2                  => card versus … Kid`,
		"after a move, surely": `
			mei: /play side=black      => card versus
			character: h2e2
			mei: h9g7                  => card versus
			mei: [I've never played]   => private Welcome! … [Challenge Newborn]
			mei: [Challenge Newborn]   => private … against Kid … [Challenge Newborn] [No, play on]
			mei: [Challenge Newborn]   => card versus … Newborn`,
		"against the Newborn": `
			mei: /play opponent=0      => card versus … [I've never played]
			mei: [I've never played]   => private Welcome! … [Rules]
			mei: [Challenge Newborn]   => no such control`,
	}, "play")
}

// The question stays as long as a game lasts, and is not put again to a player who has finished one without it.
func TestNewcomerQuestionStays(t *testing.T) {
	const moves = `
		mei: a3a4 => card versus
		character: a6a5
		mei: c3c4 => card versus
		character: c6c5
		mei: e3e4 => card versus
		character: e6e5
		mei: g3g4 => card versus
		character: g6g5
		mei: i3i4 => card versus
		character: i6i5`
	d := desk.Open(t, "play")
	d.Play("mei: /play side=red => card versus" + moves + `
		mei: /board         => card versus … [I've never played]
		mei: [Resign]       => private
		mei: [Yes, resign]  => edit
		mei: /play side=red => card versus … [I've never played]` + moves + `
		mei: a4a5 => card versus
		character: a9a5
		mei: c4c5 => card versus
		character: i9i8
		mei: g4g5 => card versus
		character: i8i9
		mei: i4i5 => card versus
		character: a5a9
		mei: b0a2 => card versus
		character: i9i8
		mei: /board         => card versus … [I've never played]
		mei: [Resign]       => private
		mei: [Yes, resign]  => edit`)
	if card := d.Do("mei", "/play side=red"); strings.Contains(card, "never played") {
		t.Errorf("asked again: %s", card)
	}
}

// A newcomer who moves a piece as it cannot move sees in a small picture where it can go: against a character, and only then.
func TestShape(t *testing.T) {
	d := desk.Open(t, "play", "settings", "challenges")
	d.Play(`
		mei: /settings newcomer=on         => private
		mei: /play opponent=0 side=red     => card versus
		mei: h0h1                          => private … (file board.png: … can go to g2 i2
		mei: /move text=h0f1               => private … (file board.png
		mei: e0e1                          => card versus
		tom: /settings newcomer=off        => private
		in 701
		tom: /play opponent=0 side=red     => card versus`)
	if said := d.Do("tom", "h0h1"); strings.Contains(said, "board.png") {
		t.Errorf("who is no newcomer: %s", said)
	}
	d.In("702")
	d.Play(`
		mei: /challenge user=@tom side=red => card challenge
		tom: [Accept]                      => card duel`)
	if said := d.Do("mei", "h0h1"); !strings.HasPrefix(said, "private") || strings.Contains(said, "board.png") {
		t.Errorf("between people: %s", said)
	}
}

// Who says in the middle of a game that they have never played is told no first move: it may be a mistake by then.
func TestNoFirstMoveLater(t *testing.T) {
	d := desk.Open(t, "play", "help")
	d.Play(`
		mei: /play side=red       => card versus
		mei: h2h9                 => card versus
		character: i9h9
		mei: [I've never played]  => private Welcome!`)
	if strings.Contains(d.Said.Content, "first move") {
		t.Errorf("with a cannon gone: %s", d.Said.Content)
	}
}
