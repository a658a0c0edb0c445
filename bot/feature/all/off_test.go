package all_test

import (
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/internal/desk"
)

// What a server has switched off is said to work in direct messages only where it does.
func TestSwitchedOffElsewhere(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "ring", "tournament", "vote", "puzzle", "endgame", "learn", "guess", "guildadmin")
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild }
	for command, off := range map[string]string{"ring": "ring", "tournament": "tournament", "vote": "vote", "puzzle": "puzzle", "endgame": "endgame",
		"learn": "learn", "guess": "guess"} {
		d.Do("tom", "/server off="+off)
		said := d.Do("mei", "/"+command)
		if !strings.Contains(said, "switched off on this server.") {
			t.Errorf("/%s: %s", command, said)
		}
		d.In("dm")
		there := d.Do("mei", "/"+command)
		d.In("channel")
		if works := !strings.Contains(there, d.Readers.In("en").Text("refuse.alone")); strings.Contains(said, "direct message") != works {
			t.Errorf("/%s: %s\nin a direct conversation: %s", command, said, there)
		}
	}
}
