package gateway

import (
	"testing"

	"github.com/bwmarrin/discordgo"
)

// Discord's documents give the order in which roles and channels give and take.
func TestAllowed(t *testing.T) {
	const view, send, files, admin = discordgo.PermissionViewChannel, discordgo.PermissionSendMessages, discordgo.PermissionAttachFiles, discordgo.PermissionAdministrator
	role := func(id string, may int64) *discordgo.Role { return &discordgo.Role{ID: id, Permissions: may} }
	over := func(id string, kind discordgo.PermissionOverwriteType, allow, deny int64) *discordgo.PermissionOverwrite {
		return &discordgo.PermissionOverwrite{ID: id, Type: kind, Allow: allow, Deny: deny}
	}
	const asRole, asMember = discordgo.PermissionOverwriteTypeRole, discordgo.PermissionOverwriteTypeMember
	for _, c := range []struct {
		name  string
		owner string
		roles []*discordgo.Role
		over  []*discordgo.PermissionOverwrite
		want  int64
	}{
		{"roles add up", "", []*discordgo.Role{role("g", view), role("a", send), role("other", files)}, nil, view | send},
		{"the owner may all", "me", nil, nil, 1<<63 - 1},
		{"an administrator may all, whatever a channel takes", "", []*discordgo.Role{role("a", admin)},
			[]*discordgo.PermissionOverwrite{over("me", asMember, 0, view)}, 1<<63 - 1},
		{"a channel takes from everybody", "", []*discordgo.Role{role("g", view|send)},
			[]*discordgo.PermissionOverwrite{over("g", asRole, 0, send)}, view},
		{"and gives a role back", "", []*discordgo.Role{role("g", view|send)},
			[]*discordgo.PermissionOverwrite{over("a", asRole, send, 0), over("g", asRole, 0, send)}, view | send},
		{"of two roles the one that gives wins", "", []*discordgo.Role{role("g", view)},
			[]*discordgo.PermissionOverwrite{over("a", asRole, files, 0), over("b", asRole, 0, files)}, view | files},
		{"the member has the last word", "", []*discordgo.Role{role("g", view)},
			[]*discordgo.PermissionOverwrite{over("me", asMember, 0, files), over("a", asRole, files, 0)}, view},
		{"a stranger's is passed over", "", []*discordgo.Role{role("g", view)},
			[]*discordgo.PermissionOverwrite{over("you", asMember, files, view), over("c", asRole, 0, view)}, view},
		{"what cannot be seen allows nothing", "", []*discordgo.Role{role("g", view|send|files)},
			[]*discordgo.PermissionOverwrite{over("g", asRole, 0, view)}, 0},
	} {
		g := &discordgo.Guild{ID: "g", OwnerID: c.owner, Roles: c.roles}
		m := &discordgo.Member{User: &discordgo.User{ID: "me"}, Roles: []string{"a", "b"}}
		if got := allowed(g, m, &discordgo.Channel{PermissionOverwrites: c.over}); got != c.want {
			t.Errorf("%s: %b, want %b", c.name, got, c.want)
		}
	}
}
