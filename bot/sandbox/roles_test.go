package sandbox_test

import (
	"slices"
	"testing"

	"yeye/bot/sandbox"
)

// Who manages roles gives and takes those below their own highest, and no managed ones.
func TestRoles(t *testing.T) {
	te := start(t, sandbox.Options{})
	guild := "/guilds/" + te.info.GuildID
	ids := map[string]string{}
	for _, r := range te.raw("bot", "GET", guild, "").json["roles"].([]any) {
		of := r.(map[string]any)
		ids[of["name"].(string)] = of["id"].(string)
	}
	member := guild + "/members/" + te.info.Users[2].ID
	for _, c := range []struct {
		who, method, role string
		want              int
	}{
		{"bot", "PUT", ids["Student"], 204}, {"bot", "PUT", ids["Student"], 204}, {"bot", "PUT", ids["Master"], 204}, {"bot", "DELETE", ids["Student"], 204},
		{"bot", "PUT", ids["Club"], 403}, {"bot", "PUT", ids["Yeye"], 403}, {"bot", "PUT", ids["@everyone"], 404}, {"bot", "PUT", "12345678901234567", 404},
		{"linh", "PUT", ids["Student"], 403}, {"mei", "PUT", ids["Club"], 204}, {"mei", "PUT", ids["Yeye"], 403},
	} {
		if r := te.raw(c.who, c.method, member+"/roles/"+c.role, ""); r.status != c.want {
			t.Errorf("%s %s %s: %d %s", c.who, c.method, c.role, r.status, r.body)
		}
	}
	if has := te.raw("bot", "GET", member, "").json["roles"].([]any); !slices.Equal(has,
		[]any{ids["Master"], ids["Club"]}) {
		t.Errorf("has %v", has)
	}
	if r := te.raw("bot", "PUT", guild+"/members/12345678901234567/roles/"+ids["Student"], ""); r.status != 404 ||
		r.json["code"] != 10007.0 {
		t.Errorf("nobody: %d %s", r.status, r.body)
	}
}
