package exhibition_test

import (
	"testing"

	"yeye/bot/discord"
	"yeye/bot/internal/desk"
)

// An exhibition is stopped by its starter or by a moderator.
func TestWhoStops(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "exhibition")
	d.Change = func(i *discord.Interaction) {
		if i.User.Name == "mei" {
			i.Permissions = discord.ManageMessages
		}
	}
	d.Play(`
		tom: /exhibition red=5 black=1 => card exhibition … Grandpa is thinking … [Stop]
		linh: [Stop]                   => private … Only the player
		mei: [Stop]                    => private
		tom: /board                    => card exhibition … A moderator ended this game
		tom: /exhibition red=0 black=0 => card exhibition
		tom: /exhibition red=0 black=0 => private … already a game here
		tom: [Stop]                    => card exhibition … ended without a result`)
}
