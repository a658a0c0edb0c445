package audience

import (
	"testing"

	"yeye/bot/discord"
	"yeye/bot/id"
)

const view = discord.ViewChannel

func server() *Directory {
	d := new(Directory)
	d.Guild(discord.GuildAvailable{ID: "server", EveryonePermissions: view | discord.SendMessages, Channels: []discord.GuildChannel{
		{ID: "square"}, {ID: "cellar", Deny: view}, {ID: "thread", Parent: "square"}, {ID: "below", Parent: "cellar"},
		{ID: "whisper", Parent: "square", Private: true}, {ID: "orphan", Parent: "nowhere"}, {ID: "both", Deny: view, Allow: view},
	}})
	return d
}

// A channel is public if everybody may view it, a thread if its channel is; an unknown one is not.
func TestPublic(t *testing.T) {
	d := server()
	for c, want := range map[id.Channel]bool{"square": true, "cellar": false, "thread": true, "below": false, "whisper": false, "orphan": false, "both": true, "unheard": false} {
		if got := d.Public("server", c); got != want {
			t.Errorf("%s: %v", c, got)
		}
		if d.Public("other", c) {
			t.Errorf("%s of a server that nobody knows is public", c)
		}
	}
	for c, want := range map[id.Channel]id.Channel{"square": "square", "thread": "square", "whisper": "", "below": "cellar"} {
		if got, ok := d.Home("server", c); got != want || !ok {
			t.Errorf("the home of %s: %q %v", c, got, ok)
		}
	}
	if _, ok := d.Home("server", "unheard"); ok {
		t.Error("a channel that nobody knows has a home")
	}
}

// Changes take effect, and a new connection knows nothing until it receives its guilds.
func TestChanges(t *testing.T) {
	d := server()
	hear := func(what string, c id.Channel, want bool, f func()) {
		t.Helper()
		f()
		if got := d.Public("server", c); got != want {
			t.Errorf("%s: %s is public: %v", what, c, got)
		}
	}
	hear("closed", "thread", false, func() {
		d.Channel(discord.ChannelUpdated{Guild: "server", Channel: discord.GuildChannel{ID: "square", Deny: view}})
	})
	hear("opened", "thread", true, func() {
		d.Channel(discord.ChannelUpdated{Guild: "server", Channel: discord.GuildChannel{ID: "square"}})
	})
	hear("made", "new", true, func() { d.Channel(discord.ChannelUpdated{Guild: "server", Channel: discord.GuildChannel{ID: "new"}}) })
	hear("deleted", "new", false, func() { d.Deleted(discord.ChannelDeleted{ID: "new", Guild: "server"}) })
	hear("taken from anyone", "square", false, func() { d.Everybody(discord.EveryonePermissions{Guild: "server"}) })
	hear("everybody administers", "cellar", true, func() { d.Everybody(discord.EveryonePermissions{Guild: "server", Permissions: discord.Administrator}) })
	hear("left", "square", false, func() { d.Gone("server") })
	d = server()
	hear("connected again", "square", false, func() { d.Reset(func(id.Guild) bool { return true }) })
	hear("of a server that nobody knows", "square", false, func() {
		d.Channel(discord.ChannelUpdated{Guild: "server", Channel: discord.GuildChannel{ID: "square"}})
	})
}
