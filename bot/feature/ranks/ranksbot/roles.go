package ranksbot

import (
	"cmp"
	"context"
	"math"
	"slices"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
)

// Reasons why a role cannot be given for a rank. Each ends the key of a text: "ranks.refused." and a reason tells the
// member who chooses such a role, "ranks.trouble." and a reason says why members do not get the role that was chosen.
// Those of the second kind are stored as [ranks.Trouble].
const (
	roleGone         = "gone"
	roleManaged      = "managed" // it is @everyone, or belongs to an integration
	rolePrivileged   = "power"   // it has permissions that @everyone does not have
	roleAboveBot     = "above"   // it is not below the bot's highest role
	roleAboveChooser = "yours"   // it is not below the highest role of the member who chooses it
	cannotManage     = "right"   // the bot may not manage roles
)

// server is Discord's state of a server: its roles, whether the bot may manage roles, and the positions below which a
// role must be.
type server struct {
	discord.Roles
	canManage       bool
	botPosition     int // position of the bot's highest role
	chooserPosition int // position of the highest role of the member who chooses
}

// server fetches the state of a server from Discord. No member chooses, so chooserPosition is above every role.
func (f *feat) server(ctx context.Context, g id.Guild) (s server, err error) {
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	if s.Roles, err = f.REST.Roles(ctx, g); err != nil {
		return s, err
	}
	self := f.Connection.Self()
	mine, err := f.REST.RolesOf(ctx, g, self)
	s.canManage = s.Permissions(self, mine)&discord.ManageRoles != 0
	s.botPosition = s.Highest(self, mine)
	s.chooserPosition = math.MaxInt
	return s, err
}

// refusal returns the reason why a role cannot be given, "" if it can. Only roles that change nothing but the look of a
// name may be given.
func (s *server) refusal(r id.Role) string {
	role, known := s.Find(r)
	switch {
	case !known:
		return roleGone
	case role.Managed, r == id.Role(s.Guild): // the id of @everyone is the guild's
		return roleManaged
	case role.Permissions&^s.Everyone() != 0:
		return rolePrivileged
	case role.Position >= s.botPosition:
		return roleAboveBot
	case role.Position >= s.chooserPosition:
		return roleAboveChooser
	}
	return ""
}

// choosable returns the roles that can be given, the highest first.
func (s *server) choosable() []discord.Role {
	roles := slices.DeleteFunc(slices.Clone(s.All), func(r discord.Role) bool { return s.refusal(r.ID) != "" })
	slices.SortFunc(roles, func(a, b discord.Role) int {
		return cmp.Or(b.Position-a.Position, cmp.Compare(a.ID, b.ID))
	})
	return roles
}
