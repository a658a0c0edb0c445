package tournamentbot_test

import (
	"errors"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/internal/desk"
)

// friday plays a Swiss of two to its end, and returns the first and the second.
func friday(t *testing.T, d *desk.Desk) (won, lost string) {
	t.Helper()
	d.Play(`
		linh: /tournament system=swiss name=Friday rounds=3 clock=5+3 => card tournament
		mei: [Join]      => private
		tom: [Join]      => private
		linh: [Director] => private
		linh: [Start]    => edit
		due`)
	won, lost = sides(t, d, 0)
	d.Play(strings.NewReplacer("WON", won, "LOST", lost).Replace(`
		in thread
		WON: h2e2             => card paired
		LOST: h9g7            => card paired
		LOST: /resign         => private
		LOST: [Yes, resign]   => edit
		in channel
		linh: /tournament which=friday => not (box
		linh: [Director]      => private
		linh: [No more rounds] => edit … over`))
	return won, lost
}

// The end of a tournament shows the face of its winner, unless they hide their profile or have been erased: then the card is shown
// again without.
func TestFaces(t *testing.T) {
	d := desk.Open(t, "tournament", "play", "settings", "privacy")
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageEvents | discord.ManageMessages }
	d.Play("online")
	won, lost := friday(t, d)
	shown := "linh: /tournament which=friday => card tournament … 🥇 WON … (box 🏆 Winner: **WON**: https://cdn.discordapp.com/embed/avatars/0.png) [Table]"
	play := func(script string) { d.Play(strings.NewReplacer("WON", won, "LOST", lost).Replace(script)) }
	play(shown)
	play(`
		LOST: /settings profile=nobody => private
		` + shown + `
		WON: /settings profile=nobody  => private
		linh: /tournament which=friday => not (box
		WON: /settings profile=server  => private
		` + shown)
	wanted := func() (rev int) {
		if err := d.DB.Read().Row(t.Context(), `SELECT wanted FROM cards WHERE kind = 'tournament'`).Scan(&rev); err != nil {
			t.Fatal(err)
		}
		return rev
	}
	before := wanted()
	if err := d.PersonalData.Erase(t.Context(), desk.People[won]); err != nil {
		t.Fatal(err)
	}
	if wanted() <= before {
		t.Error("the card keeps the face of who is erased")
	}
	play(`
		linh: /tournament which=friday => card tournament … 🥇 player 1
		linh: /tournament which=friday => not (box`)
}

// Whoever cannot be fetched, as one who has left the server, has no face, and the card is shown nevertheless.
func TestNoFace(t *testing.T) {
	d := desk.Open(t, "tournament", "play")
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageEvents | discord.ManageMessages }
	d.Play("online")
	won, _ := friday(t, d)
	d.PictureError = errors.New("unknown member")
	d.Play("linh: /tournament which=friday => card tournament … 🥇 " + won + "\nlinh: /tournament which=friday => not (box")
}
