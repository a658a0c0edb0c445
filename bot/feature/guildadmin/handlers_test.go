package guildadmin_test

import (
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/internal/desk"
)

// open makes a desk at which everybody runs the server.
func open(t *testing.T) *desk.Desk {
	d := desk.Open(t)
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild | discord.ManageMessages }
	return d
}

// /server names a role and channels only while they decide anything.
func TestWhatIsInForce(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /server role=77       => private … those with a role, and managers · <@&77>
		mei: /server channel=701   => private … in certain channels only · <#701> … · <@&77>`)
	got := d.Do("mei", "/server start=managers games=threads")
	if !strings.Contains(got, "those who manage the server**") || !strings.Contains(got, "each in a thread of its own**") {
		t.Errorf("what is not in force is named: %s", got)
	}
	d.Play(`mei: /server start=role games=channels => private … · <#701> … · <@&77>`)
}

// Before a game is deleted the moderator is told what stays: of one that is over, what it has counted for.
func TestDeletingAGameThatIsOver(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /play side=red       => card versus
		mei: h2e2                 => card versus
		character: h9g7
		tom: /moderate act=delete => private Delete the game mei – Kid … ending it would keep it
		mei: /resign              => private … [Yes, resign]
		mei: [Yes, resign]        => edit You resigned
		tom: /moderate act=delete => private Delete the game mei – Kid … what it has counted for … stays. [Delete]
		tom: [Delete]             => edit The game has been deleted
		mei: /history             => private You have not finished a game yet
		mei: /profile             => public … 0 won, 0 drawn, 1 lost
		mei: /challenge user=@tom side=red => card challenge
		tom: [Decline]            => card challenge
		tom: /moderate act=delete => private Delete the game mei – tom … ending it would keep it`)
}
