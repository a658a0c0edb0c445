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
