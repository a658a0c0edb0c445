package standing

import (
	"testing"

	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/player"
)

// A player is compared with characters by their rating; others learn it only if they may see the profile, and nothing is known
// about a player whose games do not show it.
func TestLike(t *testing.T) {
	e := newEnv(t)
	for range 3 {
		e.beat("mei", "tom")
	}
	e.beat("linh", "mei")
	for _, c := range []struct {
		name        string
		asker, whom id.Player
		guild       id.Guild
		closed      bool
		known       bool
	}{
		{"oneself", "mei", "mei", "", false, true},
		{"another on the server", "tom", "mei", "server", false, true},
		{"another elsewhere", "tom", "mei", "", false, false},
		{"whose profile is closed", "tom", "mei", "server", true, false},
		{"a stranger", "tom", "anna", "server", false, false},
		{"oneself without games", "anna", "anna", "server", false, false},
	} {
		profile := ""
		if c.closed {
			profile = "nobody"
		}
		e.ok(e.players.SetPreferences(t.Context(), c.whom, player.Preferences{Profile: profile}))
		level, known, err := e.like(t.Context(), &interaction.Request{Player: c.asker, Guild: c.guild}, c.whom)
		if err != nil || known != c.known || known && level != 3 && level != 4 {
			t.Errorf("%s: level %d, %v, %v", c.name, level, known, err)
		}
	}
}
