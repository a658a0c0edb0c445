package rest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/discord"
	"yeye/bot/discord/internal/wire"
	"yeye/bot/id"
)

// The order in which roles and channels allow and deny, from Discord's documentation.
func TestAllowed(t *testing.T) {
	const view, send, files, admin = discord.ViewChannel, discord.SendMessages, discord.AttachFiles, discord.Administrator
	bits := func(may int64) json.RawMessage { return json.RawMessage(fmt.Sprintf(`"%d"`, may)) }
	of := func(name id.Role, may int64) role { return role{name, bits(may)} }
	over := func(name, kind string, allow, deny int64) wire.Overwrite {
		return wire.Overwrite{ID: name, Type: json.RawMessage(kind), Allow: bits(allow), Deny: bits(deny)}
	}
	const asRole, asMember = "0", "1"
	for _, c := range []struct {
		name  string
		owner id.Player
		roles []role
		over  []wire.Overwrite
		want  int64
	}{
		{"roles add up", "", []role{of("g", view), of("a", send), of("other", files)}, nil, view | send},
		{"the owner may all", "me", []role{of("g", 0)}, nil, 1<<63 - 1},
		{"an administrator may all, whatever a channel takes", "", []role{of("a", admin)}, []wire.Overwrite{over("me", asMember, 0, view)}, 1<<63 - 1},
		{"a channel takes from anyone", "", []role{of("g", view|send)}, []wire.Overwrite{over("g", asRole, 0, send)}, view},
		{"and gives a role back", "", []role{of("g", view|send)}, []wire.Overwrite{over("a", asRole, send, 0), over("g", asRole, 0, send)}, view | send},
		{"of two roles the one that gives wins", "", []role{of("g", view)}, []wire.Overwrite{over("a", asRole, files, 0), over("b", asRole, 0, files)}, view | files},
		{"the member has the last word", "", []role{of("g", view)}, []wire.Overwrite{over("me", asMember, 0, files), over("a", asRole, files, 0)}, view},
		{"a stranger's is skipped", "", []role{of("g", view)}, []wire.Overwrite{over("you", asMember, files, view), over("c", asRole, 0, view)}, view},
		{"what cannot be seen allows nothing", "", []role{of("g", view|send|files)}, []wire.Overwrite{over("g", asRole, 0, view)}, 0},
		{"the old words for kinds", "", []role{of("g", view)}, []wire.Overwrite{over("me", `"member"`, files, 0), over("me", `"role"`, 0, view)}, view | files},
		{"no roles are known", "", nil, []wire.Overwrite{over("g", asRole, 0, send)}, -1},
		{"no roles are known, of the owner", "me", nil, nil, 1<<63 - 1},
	} {
		g := &guildRoles{ID: "g", Owner: c.owner, Roles: c.roles}
		if got := channelPermissions(g, "me", []id.Role{"a", "b"}, c.over); got != c.want {
			t.Errorf("%s: %b, want %b", c.name, got, c.want)
		}
	}
}

// A guild whose roles are missing in the response does not count as one where the bot sees nothing.
func TestGuildWithoutRoles(t *testing.T) {
	for _, c := range []struct {
		name, roles string
		status      int
		want        int64
	}{
		{"they are asked for", `[{"id":"5","permissions":"3072"}]`, 200, discord.ViewChannel | discord.SendMessages},
		{"no answer has them", `[]`, 200, -1},
		{"nobody knows the question", `{"code":0,"message":"404: Not Found"}`, 404, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					switch _, rest, _ := strings.Cut(r.URL.Path, "/guilds/5"); rest {
					case "":
						fmt.Fprint(w, `{"id":"5","name":"g","owner_id":"9"}`)
					case "/roles":
						w.WriteHeader(c.status)
						fmt.Fprint(w, c.roles)
					case "/members/7":
						fmt.Fprint(w, `{"roles":[]}`)
					case "/channels":
						fmt.Fprint(w, `[{"id":"1","type":0,"name":"a","rate_limit_per_user":10},{"id":"2","type":2,"name":"voice"},{"id":"3","type":5,"name":"news"}]`)
					}
				}))
				list, err := client.Channels(t.Context(), "5", "7")
				if err != nil || len(list) != 2 || list[0].Permissions != c.want || list[0].Name != "a" || list[0].Slowmode.Seconds() != 10 {
					t.Errorf("%+v, %v; want %d", list, err, c.want)
				}
				if boards, threads := discord.MissingPermissions(list[0].Permissions); c.want < 0 && (boards != nil || threads != nil) {
					t.Errorf("unknown permissions are reported as missing: %v, %v", boards, threads)
				}
			})
		})
	}
}

// Discord counts requests for the channels of a guild and for its members apart: a limit of one holds back none of the other.
func TestLimitsOfAGuildsRoutes(t *testing.T) {
	bubble(t, "members while no more channels may be asked for", func(t *testing.T) {
		p := openPost(t, says(200, `{"id":"1","roles":[{"id":"1","permissions":"0"}]}`), says(200, `{"roles":["7"]}`),
			says(200, `[]`, "X-RateLimit-Bucket", "c", "X-RateLimit-Limit", "1", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "30"),
			says(200, `{"roles":["8"]}`))
		if _, err := p.client.Channels(t.Context(), "1", "2"); err != nil {
			t.Fatal(err)
		}
		if has, err := p.client.RolesOf(soon(t, time.Second), "1", "2"); err != nil || len(has) != 1 || has[0] != "8" {
			t.Errorf("%v, %v", has, err)
		}
	})
}

// The picture of a member is that of the guild, or else their own.
func TestPictureOfMember(t *testing.T) {
	bubble(t, "chosen for the guild, for everywhere, for neither, and of nobody", func(t *testing.T) {
		p := openPost(t, says(200, `{"avatar":"a","user":{"id":"2","avatar":"b"}}`), says(200, `{"avatar":null,"user":{"id":"2","avatar":"b"}}`),
			says(200, `{"avatar":null,"user":{"id":"2","avatar":null}}`), says(404, `{"code":10007,"message":"Unknown Member"}`))
		for _, want := range []string{"/guilds/1/users/2/avatars/a.png", "/avatars/2/b.png", "/embed/avatars/0.png"} {
			if got, err := p.client.AvatarURL(t.Context(), "1", "2"); err != nil || got != "https://cdn.discordapp.com"+want {
				t.Error(got, err)
			}
		}
		if got, err := p.client.AvatarURL(t.Context(), "1", "2"); err == nil || got != "" {
			t.Error(got, err)
		}
	})
}
