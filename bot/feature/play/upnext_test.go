package play_test

import (
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/feature/lessons"
	"yeye/bot/internal/desk"
	"yeye/bot/player"
)

// won is a game against the Newborn that Red wins by checkmate.
const won = "h2e2 h9i7 h0g2 a9a7 i0h0 b7g7 h0h7 g7g3 h7h3 i9i8 h3g3 d9e8 e2e6 e8d7 b2d2 a6a5 g3h3 i8a8 b0c2 a7c7 a0b0 a8h8 h3h8 b9a7 b0b8 a7b9 h8e8"

// script writes a game as a script in which Mei plays Red.
func script(moves string) string {
	var all []string
	for i, m := range strings.Fields(moves) {
		if i%2 == 0 {
			all = append(all, "mei: "+m+" => card versus")
		} else {
			all = append(all, "character: "+m)
		}
	}
	return strings.Join(all, "\n") + "\n"
}

// primary returns the label of the button that the last message highlights.
func primary(d *desk.Desk) string {
	for _, row := range d.Said.Rows {
		for _, c := range row {
			if b, ok := c.(discord.Button); ok && b.Style == discord.Primary {
				return b.Label
			}
		}
	}
	return ""
}

// The last card, the lessons and the profile name the same next opponent: after a win with help the one who is to be beaten alone, after
// one without the character above.
func TestOneNextOpponent(t *testing.T) {
	d := desk.Open(t, "play", "profile", "learn", "newcomer", "settings")
	for _, task := range lessons.New.Tasks() {
		if err := lessons.NewService(d.DB).Done(t.Context(), desk.People["mei"], task.Name, lessons.New); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.Players.UpdatePreferences(t.Context(), desk.People["mei"], func(p *player.Preferences) { p.Newcomer = player.Marked }); err != nil {
		t.Fatal(err)
	}
	d.Play("mei: /play opponent=0 side=red => card versus\nmei: [No more marks] => card versus\n" + script(won) + `
		mei: /board   => card versus … wins … [Play again]
		mei: /board   => not [Challenge
		mei: /profile => private … Next: … Newborn
		mei: /learn   => private … Now play: Newborn is as new to it as you are. … [Challenge Newborn]
		clock 1m
		mei: /play opponent=0 side=red => card versus
		` + script(won) + `
		mei: /board   => card versus … first win over Newborn without help … [Challenge Kid]
		mei: /profile => private … Next: … Kid
		mei: /learn   => private … Now play: Kid is next. … [Challenge Kid]
		clock 1m
		mei: /play opponent=6 side=red => card versus
		mei: h2e2         => card versus
		character: h9g7
		mei: /resign      => private
		mei: [Yes, resign] => edit
		mei: /board       => card versus … Immortal … [Challenge Kid]`)
	// Who has lost to somebody far stronger is led to whom they are to beat.
	if got := primary(d); got != "Challenge Kid" {
		t.Errorf("%q is highlighted", got)
	}
	d.Play(`
		clock 1m
		mei: /play opponent=1 side=red => card versus
		mei: h2e2         => card versus
		character: h9g7
		mei: /resign      => private
		mei: [Yes, resign] => edit
		mei: /board       => card versus … [Challenge Newborn]`)
	if got := primary(d); got != "Play again" {
		t.Errorf("after a loss to whom they are to beat %q is highlighted", got)
	}
}
