package profile_test

import (
	"testing"

	"yeye/bot/discord"
	"yeye/bot/internal/desk"
)

// The own profile is for everybody only where its player may write.
func TestWhereItIsPosted(t *testing.T) {
	d := desk.Open(t, "profile")
	d.Play("mei: /profile => public")
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ViewChannel }
	d.Play("mei: /profile => private")
}
