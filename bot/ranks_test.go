package bot_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// rolesOf returns the names of a member's roles.
func (h *env) rolesOf(g *user) (names []string) {
	h.t.Helper()
	var guild struct {
		Roles []struct{ ID, Name string }
	}
	var member struct{ Roles []string }
	for path, out := range map[string]any{"": &guild, "/members/" + g.ID: &member} {
		if err := g.Do(h.ctx(), http.MethodGet, "/guilds/"+h.info.GuildID+path, nil, out); err != nil {
			h.t.Fatal(err)
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
func (h *env) changes() (n int) {
	for _, r := range h.server.Requests() {
		if r.Kind == "role" {
			n += r.Count
		}
	}
	return n
}

// A server chooses a role, and a member gets it with one request: also if Discord fails, and the bot dies before it could try again. An
// erasure takes it.
func TestRanks(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"f9e8", "b7c7", "f9e8", "b7c7"}}))
	mei, linh := h.connect(0), h.connect(2)
	page := mei.press(mei.command("server"), "Roles for ranks")
	if !strings.Contains(page.Content, "no roles are given") {
		t.Fatal(page.Content)
	}
	menu := mei.choose(page, "Choose a rank", "c1")
	for _, c := range menu.Controls() {
		if strings.HasPrefix(c.Placeholder, "Role for") {
			var names []string
			for _, o := range c.Options {
				names = append(names, o.Label)
			}
			if !slices.Equal(names, []string{"Master", "Student", "no role"}) {
				t.Fatalf("offered are %q: Club is above the bot's role, and the bot's own is nobody's", names)
			}
			page = mei.choose(menu, c.Placeholder, c.Options[1].Value)
		}
	}
	if !strings.Contains(page.Content, "has beaten Kid: <@&") {
		t.Fatal(page.Content)
	}
	wins := func() {
		linh.command("play", person.Opt("side", "red"))
		for _, m := range []string{"b2c2", "c2c6", "c6c9"} {
			linh.say(m)
			linh.wait(person.Moved(m))
		}
	}
	h.server.ResetRequests()
	h.order(sandbox.Fault{Kind: "status", Path: "/guilds/*/members/*/roles/*", Status: 500, Count: 1000})
	wins()
	linh.eventually("it is asked for", func() bool { return h.changes() > 0 })
	if has := h.rolesOf(linh); len(has) > 0 {
		t.Errorf("has %q", has)
	}
	h.stop()
	h.mend()
	h.server.ResetRequests()
	h.startBot()
	linh.eventually("the role is given", func() bool {
		h.pass(time.Minute)
		return slices.Equal(h.rolesOf(linh), []string{"Student"})
	})
	wins()
	h.idle()
	if n := h.changes(); n != 1 {
		t.Errorf("%d requests for one change", n)
	}
	linh.press(linh.command("privacy", person.Opt("act", "delete")), "Delete everything about me")
	linh.eventually("the role is taken", func() bool { return len(h.rolesOf(linh)) == 0 })
}
