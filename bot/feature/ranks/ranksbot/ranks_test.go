package ranksbot_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
	"yeye/bot/store"
)

// Roles of the server, besides everybody's and the bot's.
const (
	student = id.Role("71")
	master  = id.Role("72")
	chief   = id.Role("73") // of who sets ranks
)

// open makes a desk on a server with roles, at which mei manages the server.
func open(t *testing.T) *desk.Desk {
	t.Helper()
	d := desk.Open(t, "play", "settings", "privacy", "guildadmin", "ranks")
	d.Roles.All = append(d.Roles.All, discord.Role{ID: student, Name: "Student", Permissions: discord.SendMessages, Position: 1},
		discord.Role{ID: master, Name: "Master", Position: 2}, discord.Role{ID: chief, Name: "Chief", Permissions: discord.ManageGuild, Position: 4})
	d.Change = func(i *discord.Interaction) {
		if i.User.Name == "mei" {
			i.Permissions, i.Roles = discord.ManageGuild|discord.ManageMessages, []id.Role{chief}
		}
	}
	return d
}

// beats lets linh win against a character.
func beats(d *desk.Desk, level int) {
	d.Play(fmt.Sprintf(`
		linh: /play side=red opponent=%d => card
		linh: b2c2                       => card
		character: f9e8
		linh: c2c6                       => card
		character: b7c7
		linh: c6c9                       => card
		due`, level))
}

func held(t *testing.T, d *desk.Desk, when string, asked int, want ...string) {
	t.Helper()
	if got := slices.Sorted(maps.Keys(d.Held)); !slices.Equal(got, want) {
		t.Errorf("%s: held %q, want %q", when, got, want)
	}
	if d.Gave != asked {
		t.Errorf("%s: %d requests, want %d", when, d.Gave, asked)
	}
	d.Gave = 0
}

func rows(t *testing.T, d *desk.Desk, table string) int {
	t.Helper()
	n, err := store.Value[int](d.DB.Read().Row(t.Context(), `SELECT COUNT(*) FROM `+table))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A member gets the role of the highest rank and no other; requests are made only for what changes; hiding the profile takes the role, and
// so does an erasure, of which nothing is left.
func TestGivenAndTaken(t *testing.T) {
	d := open(t)
	d.Play(`
		tom: /server ranks=change   => private Only people who manage the server
		mei: /server                => private … Roles for ranks: **none** … [Roles for ranks]
		mei: [Roles for ranks]      => edit **Roles for ranks** … no roles are given … {Choose a rank: c1 c2 c3 c4 c5 c6 r1000
		mei: {Choose a rank} c1     => edit … {Role for: has beaten Kid: 72 71 none} … [All settings]
		mei: {Role for} 71          => edit … - has beaten Kid: <@&71> … [Give no roles]
		mei: {Choose a rank} c3     => edit
		mei: {Role for} 72          => edit … - has beaten Kid: <@&71> … - has beaten Uncle: <@&72>
		mei: [All settings]         => edit **On this server** … Roles for ranks: **for 2 ranks**
		mei: /moderate act=record   => private … <@201>: changed the roles for ranks
		due`)
	held(t, d, "nobody has played", 0)
	beats(d, 0)
	held(t, d, "the Newborn is no rank", 0)
	beats(d, 2)
	held(t, d, "Xiaoqing beaten", 1, "linh 71")
	beats(d, 1)
	held(t, d, "the Kid beaten as well", 0, "linh 71")
	beats(d, 3)
	held(t, d, "Uncle beaten", 2, "linh 72")
	d.Play("linh: /settings profile=nobody => private\ndue")
	held(t, d, "hidden", 1)
	d.Play("linh: /settings profile=server => private\ndue")
	held(t, d, "shown again", 1, "linh 72")
	d.Play(`
		mei: /server ranks=change   => private
		mei: {Choose a rank} c3     => edit
		mei: {Role for} none        => edit … - has beaten Kid: <@&71>
		due`)
	held(t, d, "a rank less", 2, "linh 71")
	if text := d.Do("linh", "/privacy act=export"); !strings.Contains(text, "file") {
		t.Error(text)
	}
	d.Play(`
		linh: /privacy act=delete          => private … [Delete everything about me]
		linh: [Delete everything about me] => edit Done
		due`)
	held(t, d, "erased", 1)
	if n := rows(t, d, "rank_holders") + rows(t, d, "rank_due"); n != 0 {
		t.Errorf("%d rows are left of who was erased", n)
	}
}

// All roles that were given are taken when a server gives none any more.
func TestNoRolesAnyMore(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /server ranks=change => private
		mei: {Choose a rank} c1   => edit
		mei: {Role for} 71        => edit`)
	beats(d, 1)
	held(t, d, "given", 1, "linh 71")
	d.Play(`
		mei: /server ranks=change => private
		tom: [Give no roles]      => no such control
		mei: [Give no roles]      => edit … no roles are given
		due`)
	held(t, d, "cleared", 1)
}

// A role that a member has from somebody else is not the bot's to take, whatever happens; one that the bot gives besides is.
func TestHeldAlready(t *testing.T) {
	d := open(t)
	d.Held["linh 71"] = true
	d.Play(`
		mei: /server ranks=change => private
		mei: {Choose a rank} c1   => edit
		mei: {Role for} 71        => edit
		mei: {Choose a rank} c3   => edit
		mei: {Role for} 72        => edit`)
	beats(d, 1)
	held(t, d, "had it already", 0, "linh 71")
	beats(d, 3)
	held(t, d, "a higher one", 1, "linh 71", "linh 72")
	d.Play("linh: /settings profile=nobody => private\ndue")
	held(t, d, "hidden", 1, "linh 71")
	d.Play("linh: /settings profile=server => private\ndue")
	held(t, d, "shown again", 1, "linh 71", "linh 72")
	d.Play(`
		mei: /server ranks=change => private
		mei: [Give no roles]      => edit
		due`)
	held(t, d, "cleared", 1, "linh 71")
}

// Until it is known which roles a member has, none is given; who turns out to have left is forgotten.
func TestRolesUnknown(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /server ranks=change => private
		mei: {Choose a rank} c1   => edit
		mei: {Role for} 71        => edit`)
	d.MemberError = &discord.APIError{Status: 502}
	beats(d, 1)
	held(t, d, "unknown", 0)
	if n := rows(t, d, "rank_holders"); n != 0 {
		t.Errorf("%d roles count as given", n)
	}
	d.MemberError = &discord.APIError{Status: 404, Code: 10007, Message: "Unknown Member"}
	d.Play("clock 61m\ndue")
	if n := rows(t, d, "rank_due"); n != 0 {
		t.Errorf("%d members are due", n)
	}
	d.MemberError = nil
	beats(d, 1)
	held(t, d, "back", 1, "linh 71")
}

// Which roles can be chosen: only those that change nothing but a name, below the highest roles of the bot and of who chooses.
func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		role discord.Role
		say  string
	}{
		"managed":                   {discord.Role{Position: 1, Managed: true}, "belongs to an integration"},
		"with a permission":         {discord.Role{Position: 1, Permissions: discord.ManageMessages}, "has permissions that not everyone has"},
		"what everybody may":        {discord.Role{Position: 1, Permissions: discord.SendMessages}, ""},
		"harmless":                  {discord.Role{Position: 3}, ""},
		"as high as who chooses":    {discord.Role{Position: 4}, "below your highest role"},
		"as high as the bot":        {discord.Role{Position: 5}, "below my highest role"},
		"above the bot":             {discord.Role{Position: 6}, "below my highest role"},
		"with everything":           {discord.Role{Position: 1, Permissions: discord.Administrator}, "has permissions"},
		"gone":                      {discord.Role{}, "no longer exists"},
		"with an unknown new right": {discord.Role{Position: 1, Permissions: 1 << 60}, "has permissions"},
	} {
		d := open(t)
		d.Play(`
			mei: /server ranks=change => private
			mei: {Choose a rank} r1500 => edit`)
		for i := range d.Roles.All {
			if d.Roles.All[i].ID != student {
				continue
			}
			if c.role.ID = student; name == "gone" {
				c.role.ID = "1"
			}
			d.Roles.All[i] = c.role
		}
		got := d.Do("mei", "{Role for} 71")
		if c.say == "" && !strings.Contains(got, "rating 1500 or more: <@&71>") || !strings.Contains(got, c.say) {
			t.Errorf("%s: %s", name, got)
		}
		if n := rows(t, d, "ranks"); (n == 1) != (c.say == "") {
			t.Errorf("%s: %d ranks are stored", name, n)
		}
		listed := strings.Contains(d.Do("mei", "/server ranks=change")+d.Do("mei", "{Choose a rank} c1"), " 71 ")
		if listed != (c.say == "") {
			t.Errorf("%s: offered %v", name, listed)
		}
	}
}

// Where more roles can be chosen than fit into the menu, the lowest are in it, where new ones are, and the one that is given now.
func TestManyRoles(t *testing.T) {
	d := open(t)
	d.Roles.All[1].Position, d.Roles.All[4].Position = 100, 99
	for i := range 30 {
		d.Roles.All = append(d.Roles.All, discord.Role{ID: id.Role(fmt.Sprint(600 + i)), Name: fmt.Sprint("Colour ", i), Position: 10 + i})
	}
	if d.Roles.All[4].ID != chief {
		t.Fatal("the roles have moved")
	}
	d.Play(`
		mei: /server ranks=change => private
		mei: {Choose a rank} c1   => edit … Only the lowest roles fit in the menu … {Role for: has beaten Kid: 621 620
		mei: {Role for} 621       => edit
		mei: {Choose a rank} c1   => edit … Kid: 621 620 619 … 600 72 71 none}`)
	for i := range d.Roles.All {
		if d.Roles.All[i].ID == "621" {
			d.Roles.All[i].Position = 98
		}
	}
	d.Play(`
		mei: /server ranks=change => private
		mei: {Choose a rank} c1   => edit … Kid: 621 620 619 … 600 72 71 none}`)
}

// The owner of the server has nobody above.
func TestOwner(t *testing.T) {
	d := open(t)
	d.Roles.Owner = desk.People["mei"]
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild }
	d.Play(`
		mei: /server ranks=change => private
		mei: {Choose a rank} c1   => edit … {Role for: has beaten Kid: 72 71 none}
		tom: /server ranks=change => private
		tom: {Choose a rank} c1   => edit … There's no role to choose … {Role for: has beaten Kid: none}`)
}

// What hinders is said, tried again, and keeps nobody else from a role; a role that has become powerful is not given any more.
func TestTroubles(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /server ranks=change => private
		mei: {Choose a rank} c1   => edit
		mei: {Role for} 71        => edit`)
	d.RoleError = &discord.APIError{Status: 403, Code: 50013, Message: "Missing Permissions"}
	beats(d, 1)
	held(t, d, "forbidden", 1)
	d.Play("mei: /server ranks=change => private … ⚠️ I may not give roles here … I try again <t:")
	beats(d, 1)
	held(t, d, "still forbidden", 1)
	d.RoleError = nil
	d.Play("clock 61m\ndue\nmei: /server ranks=change => not ⚠️")
	held(t, d, "allowed", 1, "linh 71")
	d.Play("linh: /settings profile=nobody => private\ndue")
	held(t, d, "hidden", 1)
	power := &d.Roles.All[2]
	power.Permissions = discord.Administrator
	d.Play("linh: /settings profile=server => private\ndue\nmei: /server ranks=change => private … ⚠️ <@&71> has permissions by now")
	held(t, d, "it may everything", 0)
	d.Roles.All[1].Permissions = 0
	d.Play("mei: /server ranks=change => private … ⚠️ I may not give roles here: I need **Manage Roles**")
}

// A trouble is over once nobody is due any more: who was hindered has hidden their profile.
func TestTroubleEnds(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /server ranks=change => private
		mei: {Choose a rank} c1   => edit
		mei: {Role for} 71        => edit`)
	d.RoleErrors = map[id.Role]error{"71": &discord.APIError{Status: 404, Code: 10011, Message: "Unknown Role"}}
	beats(d, 1)
	d.Play(`
		mei: /server ranks=change => private … ⚠️ … I try again <t:
		linh: /settings profile=nobody => private
		due
		mei: /server ranks=change => not ⚠️`)
}

// A bot that is shut out of a server forgets nobody's roles: the error is about itself.
func TestShutOut(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /server ranks=change => private
		mei: {Choose a rank} c1   => edit
		mei: {Role for} 71        => edit`)
	d.RolesError = &discord.APIError{Status: 404, Code: 10007, Message: "Unknown Member"}
	beats(d, 1)
	if n := rows(t, d, "rank_due"); n != 1 {
		t.Errorf("%d members are due", n)
	}
	d.RolesError = nil
	d.Play("clock 61m\ndue")
	held(t, d, "let in again", 1, "linh 71")
}

// A role that has been moved above the bot's hinders its own holders and nobody else.
func TestMovedAbove(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /server ranks=change => private
		mei: {Choose a rank} c1   => edit
		mei: {Role for} 71        => edit
		mei: {Choose a rank} c3   => edit
		mei: {Role for} 72        => edit`)
	d.Roles.All[3].Position = 6 // Master
	d.RoleErrors = map[id.Role]error{master: &discord.APIError{Status: 403, Code: 50013, Message: "Missing Permissions"}}
	beats(d, 3)
	held(t, d, "forbidden", 0)
	d.Play("mei: /server ranks=change => private … ⚠️ <@&72> no longer stands below my highest role … I try again <t:")
	d.Play(`
		tom: /play side=red opponent=1 => card
		tom: b2c2                      => card
		character: f9e8
		tom: c2c6                      => card
		character: b7c7
		tom: c6c9                      => card
		due`)
	held(t, d, "another role", 1, "tom 71")
	d.Play("linh: /settings profile=nobody => private\ndue\nlinh: /settings profile=server => private\ndue\nclock 61m\ndue")
	held(t, d, "an hour later", 0, "tom 71")
	d.Roles.All[3].Position = 2
	d.RoleErrors = nil
	d.Play("clock 61m\ndue\nmei: /server ranks=change => not ⚠️")
	held(t, d, "moved back", 1, "linh 72", "tom 71")
}

// Who has left the server is forgotten there; a role that is gone needs no taking.
func TestNobodyThere(t *testing.T) {
	d := open(t)
	d.Play(`
		mei: /server ranks=change => private
		mei: {Choose a rank} c1   => edit
		mei: {Role for} 71        => edit`)
	d.RoleError = &discord.APIError{Status: 404, Code: 10007, Message: "Unknown Member"}
	beats(d, 1)
	if n := rows(t, d, "rank_holders") + rows(t, d, "rank_due"); n != 0 {
		t.Errorf("left: %d rows", n)
	}
	d.RoleError = nil
	beats(d, 1)
	d.Gave = 0
	d.RoleError = &discord.APIError{Status: 404, Code: 10011, Message: "Unknown Role"}
	d.Play("linh: /settings profile=nobody => private\ndue")
	if n := rows(t, d, "rank_holders") + rows(t, d, "rank_due"); n != 0 || d.Gave != 1 {
		t.Errorf("gone: %d rows, %d requests", n, d.Gave)
	}
}
