package characters_test

import (
	"testing"

	"yeye/bot/internal/desk"
)

// Whoever mentions the bot is greeted, and offered what can be begun here.
func TestGreeting(t *testing.T) {
	desk.Run(t, map[string]string{
		"in a channel": `
			mei: @yeye hi!          => public … Would you like to play … [Play the Kid] … [Challenge everybody]
			mei: [Play the Kid]     => card versus … Kid (Black)
			tom: @yeye and now?     => public … A game is being played here
			tom: that was fine      => unheard`,
		"in a direct conversation": `
			in dm
			mei: hello              => not [Challenge everybody]
			mei: [Play the Kid]     => card versus`,
	}, "play", "challenges", "characters")
}
