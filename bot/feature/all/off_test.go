package all_test

import (
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/guild"
	"yeye/bot/internal/desk"
)

// What a server has switched off is said to work in direct messages only where it does.
func TestSwitchedOffElsewhere(t *testing.T) {
	d := desk.Open(t, "play", "challenges", "ring", "tournament", "vote", "puzzle", "endgame", "learn", "guess", "guildadmin")
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild }
	for command, off := range map[string]string{"ring": "ring", "tournament": "tournament", "vote": "vote", "puzzle": "puzzle", "endgame": "endgame",
		"learn": "learn", "guess": "guess"} {
		d.Do("tom", "/server off="+off)
		text := d.Do("mei", "/"+command)
		if !strings.Contains(text, "switched off on this server.") {
			t.Errorf("/%s: %s", command, text)
		}
		d.In("dm")
		there := d.Do("mei", "/"+command)
		d.In("channel")
		works := !strings.Contains(there, d.Readers.InLocale("en").Text("refuse.alone"))
		if strings.Contains(text, "direct message") != works {
			t.Errorf("/%s: %s\nin a direct conversation: %s", command, text, there)
		}
	}
}

// mateInTwo is a puzzle whose first move is f2f8.
const mateInTwo = "A\t2b1k1b2/3Ra4/n8/p1p1p1p1p/4r4/2P6/P6rP/5R3/3K5/2BA1A3 w\tf2f8 e5d5 d8d5\t1300\t110"

// A move where no game is reaches no puzzle and no lesson that is switched off, whether it is given to /move or typed; where they are on, it does.
func TestMoveReachesNothingSwitchedOff(t *testing.T) {
	d := judging(t, mateInTwo)
	off := func(feature string, on bool) {
		t.Helper()
		if _, err := d.Guilds.Edit(t.Context(), desk.Guild, guild.Edit{Switched: map[string]bool{feature: on}}); err != nil {
			t.Fatal(err)
		}
	}
	for feature, begin := range map[string]string{
		"puzzle": "mei: /puzzle => private\nmei: [I play now and then] => edit",
		"learn":  "tom: /learn => private\ntom: [I've never played] => edit **Lesson 1",
	} {
		d.Play(begin)
		who := begin[:3]
		played := map[string]string{"puzzle": "f2f8", "learn": "a0a4"}[feature]
		off(feature, false)
		if got := d.Do(who, "/move text="+played); !strings.Contains(got, "There's no game") {
			t.Errorf("%s, switched off: %s", feature, got)
		}
		if got := d.Do(who, played); strings.Contains(got, "lesson or puzzle") {
			t.Errorf("%s, switched off, typed: %s", feature, got)
		}
		off(feature, true)
		if got := d.Do(who, "/move text="+played); strings.Contains(got, "There's no game") {
			t.Errorf("%s, on: %s", feature, got)
		}
	}
}
