package play_test

import (
	"testing"

	"yeye/bot/internal/desk"
	"yeye/bot/match"
)

// Pressed twice, "Play again" begins one game.
func TestPlayAgainTwice(t *testing.T) {
	d := desk.Open(t, "play")
	d.Play(`
		mei: /play side=black => card versus
		mei: /resign          => private
		mei: [Yes, resign]    => edit
		mei: /board           => card versus … [Play again]`)
	d.Keep("mei")
	d.Play(`
		mei: [Play again] => card versus … (Red) … to move
		mei: [Play again] => private … already`)
	d.Keep("tom")
	d.Play("mei: [Play again] => not <#")
}

// A game against a character counts as one without a clock does, and so does the next one, which has the same clock.
func TestPlayAgainOnAClock(t *testing.T) {
	d := desk.Open(t, "play")
	rated := func(when string) {
		t.Helper()
		if m, err := d.Matches.InChannel(t.Context(), desk.Channel); err != nil || m.CasualReason != match.Rated ||
			m.Clock.TimeControl.String() != "5+3" {
			t.Errorf("%s: %v on %v, %v", when, m.CasualReason, m.Clock.TimeControl, err)
		}
	}
	d.Play("mei: /play side=black clock=5+3 => card versus … 5 minutes + 3 seconds a move")
	rated("the first")
	d.Play(`
		mei: /resign      => private
		mei: [Yes, resign] => edit
		mei: /board       => card versus … [Play again]
		mei: [Play again] => card versus … 5 minutes + 3 seconds a move`)
	rated("again")
}
