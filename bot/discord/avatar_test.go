package discord

import "testing"

// The picture chosen for a server goes before that for everywhere; who has none gets one by the time of their account.
func TestPicture(t *testing.T) {
	for _, c := range []struct {
		have Avatars
		want string
	}{
		{Avatars{Guild: "a_1", User: "2"}, "https://cdn.discordapp.com/guilds/5/users/80351110224678912/avatars/a_1.png"},
		{Avatars{User: "2"}, "https://cdn.discordapp.com/avatars/80351110224678912/2.png"},
		{Avatars{}, "https://cdn.discordapp.com/embed/avatars/5.png"}, // 80351110224678912 >> 22 = 19157197529
	} {
		if got := c.have.URL("5", "80351110224678912"); got != c.want {
			t.Errorf("%+v: %s", c.have, got)
		}
	}
}
