package bot_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// rolesOf returns the names of a member's roles.
func rolesOf(h *bottest.Env, g *bottest.User) (names []string) {
	h.T.Helper()
	var guild struct {
		Roles []struct{ ID, Name string }
	}
	var member struct{ Roles []string }
	for path, out := range map[string]any{"": &guild, "/members/" + g.ID: &member} {
		if err := g.Do(h.Ctx(), http.MethodGet, "/guilds/"+h.Info.GuildID+path, nil, out); err != nil {
			h.T.Fatal(err)
		}
	}
	for _, r := range guild.Roles {
		if slices.Contains(member.Roles, r.ID) {
			names = append(names, r.Name)
		}
	}
	return names
}

// changes returns how often the bot asked for a role to be given or taken since the last reset.
func changes(h *bottest.Env) (n int) {
	for _, r := range h.Server.Requests() {
		if r.Kind == "role" {
			n += r.Count
		}
	}
	return n
}

// A server chooses a role, and a member gets it with one request: also if Discord fails, and the bot dies before it could try again. An
// erasure takes it.
func TestRanks(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"f9e8", "b7c7", "f9e8", "b7c7"}}))
	mei, linh := h.Connect(0), h.Connect(2)
	page := mei.Press(mei.Command("server"), "Roles for ranks")
	if !strings.Contains(page.Content, "no roles are given") {
		t.Fatal(page.Content)
	}
	menu := mei.Choose(page, "Choose a rank", "c1")
	for _, c := range menu.Controls() {
		if strings.HasPrefix(c.Placeholder, "Role for") {
			var names []string
			for _, o := range c.Options {
				names = append(names, o.Label)
			}
			if !slices.Equal(names, []string{"Master", "Student", "no role"}) {
				t.Fatalf("offered are %q: Club is above the bot's role, and the bot's own is nobody's", names)
			}
			page = mei.Choose(menu, c.Placeholder, c.Options[1].Value)
		}
	}
	if !strings.Contains(page.Content, "has beaten Kid: <@&") {
		t.Fatal(page.Content)
	}
	wins := func() {
		linh.Command("play", person.Opt("side", "red"))
		for _, m := range []string{"b2c2", "c2c6", "c6c9"} {
			linh.Say(m)
			linh.Wait(person.ShowsMove(m))
		}
	}
	h.CountRequests()
	h.Order(sandbox.Fault{Kind: "status", Path: "/guilds/*/members/*/roles/*", Status: 500, Count: 1000})
	wins()
	linh.Eventually("it is asked for", func() bool { return changes(h) > 0 })
	if has := rolesOf(h, linh); len(has) > 0 {
		t.Errorf("has %q", has)
	}
	h.Stop()
	h.Mend()
	h.Server.ResetRequests() // no bot is there that could make any
	h.StartBot()
	linh.Eventually("the role is given", func() bool {
		h.Pass(time.Minute)
		return slices.Equal(rolesOf(h, linh), []string{"Student"})
	})
	wins()
	h.Idle()
	if n := changes(h); n != 1 {
		t.Errorf("%d requests for one change", n)
	}
	linh.Press(linh.Command("privacy", person.Opt("act", "delete")), "Delete everything about me")
	linh.Eventually("the role is taken", func() bool { return len(rolesOf(h, linh)) == 0 })
}
