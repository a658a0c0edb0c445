package play_test

import (
	"testing"

	"yeye/bot/internal/desk"
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
