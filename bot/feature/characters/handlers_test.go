package characters_test

import (
	"testing"

	"yeye/bot/internal/desk"
)

// Whoever mentions the bot is greeted, and offered what can be begun here.
func TestGreeting(t *testing.T) {
	desk.Run(t, map[string]string{
		"in a channel": `
			mei: @yeye hi!          => public … Fancy a game … [Play the Kid] … [Challenge everybody]
			mei: [Play the Kid]     => card versus … Kid (Black)
			tom: @yeye and now?     => public … There's a game on here
			tom: that was fine      => unheard`,
		"in a direct conversation": `
			in dm
			mei: hello              => not [Challenge everybody]
			mei: [Play the Kid]     => card versus`,
	}, "play", "challenges", "characters")
}
