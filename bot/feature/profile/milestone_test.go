package profile

import (
	"context"
	"errors"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/internal/testplay"
	"yeye/bot/match/view"
	"yeye/bot/player"
	"yeye/bot/store/scheduler"
)

// A first win over a strong character on a server is a job, and its message names the player in plain text, has the last board and
// the same nonce each time. It is posted if the server and the player want it.
func TestMilestones(t *testing.T) {
	e := newEnv(t)
	var posted []discord.Message
	var fails error
	e.REST = posting(func(m discord.Message) error {
		posted = append(posted, m)
		return fails
	})
	var recorded []interaction.Announcement
	e.Posted = func(_ context.Context, c id.Channel, m id.Message, a interaction.Announcement) {
		if m != "1" || c == "" {
			t.Errorf("message %q in channel %q is recorded", m, c)
		}
		recorded = append(recorded, a)
	}
	jobs := func() int { return e.Count(`SELECT COUNT(*) FROM jobs WHERE slot = 'milestone'`) }
	e.Start(testplay.Versus("mei", 2), testplay.Smothered...)
	if jobs() != 0 {
		t.Error("Xiaoqing is a milestone")
	}
	alone := testplay.Versus("tom", 5)
	alone.Guild = ""
	e.Start(alone, testplay.Smothered...)
	if jobs() != 0 {
		t.Error("in a direct conversation there is nobody to be told")
	}
	m := e.Start(testplay.Versus("mei", 5), testplay.Smothered...)
	e.Start(testplay.Versus("mei", 5), testplay.Smothered...)
	if jobs() != 1 {
		t.Errorf("%d jobs after two wins", jobs())
	}
	job := scheduler.Job{Subject: m.Subject(), Version: 5, Owner: "mei"}
	say := func(g guild.Settings, p player.Preferences, want int) {
		t.Helper()
		posted = nil
		_, err := e.Guilds.Edit(t.Context(), "server", guild.Edit{Milestones: &g.Milestones})
		e.OK(err)
		e.OK(e.Players.SetPreferences(t.Context(), "mei", p))
		if err := e.announce(t.Context(), job); !errors.Is(err, fails) || len(posted) != want {
			t.Errorf("%+v, %+v: %d posted, %v", g, p, len(posted), err)
		}
	}
	say(guild.Settings{}, player.Preferences{}, 0)
	say(guild.Settings{Milestones: true}, player.Preferences{Milestones: "off"}, 0)
	say(guild.Settings{Milestones: true}, player.Preferences{Profile: "nobody"}, 0)
	say(guild.Settings{Milestones: true}, player.Preferences{}, 1)
	said := posted[0]
	if len(recorded) != 1 || recorded[0] != (interaction.Announcement{Subject: m.Subject(), About: view.AboutMilestone, Turn: m.Turn}) {
		t.Errorf("recorded for when the match is deleted: %+v", recorded)
	}
	if key := view.OutcomeKey(&m, view.AboutMilestone, m.Turn, ""); key != "" {
		t.Errorf("the announcement would be edited to %s", key)
	}
	if said.Content != "🎉 **name of mei** has beaten Grandpa." || len(said.Files) != 1 || len(said.Mention) > 0 || said.Nonce == "" || len(said.Nonce) > 25 {
		t.Errorf("%q to %v by %q", said.Content, said.Mention, said.Nonce)
	}
	say(guild.Settings{Milestones: true}, player.Preferences{Milestones: "on"}, 1)
	if posted[0].Nonce != said.Nonce {
		t.Error("what is tried again has another nonce")
	}
	fails = errors.New("no connection")
	say(guild.Settings{Milestones: true}, player.Preferences{}, 1)
	fails = nil
	job.Owner = "" // erased meanwhile
	say(guild.Settings{Milestones: true}, player.Preferences{}, 0)
	for _, l := range []string{"en-US", "zh-CN", "zh-TW", "vi"} {
		m.Locale = l
		message, err := e.milestoneMessage(&m, 5)
		if err != nil || strings.Contains(message.Content, "profile.") || !strings.Contains(message.Content, "name of mei") {
			t.Errorf("%s: %q, %v", l, message.Content, err)
		}
	}
}

// posting is called with each message that is posted.
type posting func(m discord.Message) error

func (p posting) Create(_ context.Context, _ id.Channel, m discord.Message) (id.Message, error) {
	return "1", p(m)
}
