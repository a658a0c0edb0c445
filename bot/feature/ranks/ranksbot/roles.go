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

// Reasons why a role cannot be given for a rank: keys of texts, and the troubles of a server.
const (
	roleGone    = "gone"
	roleManaged = "managed" // of an integration, or @everyone
	rolePower   = "power"   // it has permissions that @everyone does not have
	roleAbove   = "above"   // it is not below the bot's highest
	roleYours   = "yours"   // it is not below the highest of the member who chooses it
	noRight     = "right"   // the bot may not manage roles
)

// server is Discord's state of a server: its roles, whether the bot may manage roles, and the positions below which a
// role must be.
type server struct {
	discord.Roles
	canManage       bool
	botPosition     int // position of the bot's highest role
	chooserPosition int // position of the highest role of the member who chooses
}

// server fetches the state of a server from Discord, with no limit by a choosing member.
func (f *feat) server(ctx context.Context, g id.Guild) (s server, err error) {
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	if s.Roles, err = f.REST.Roles(ctx, g); err != nil {
		return s, err
	}
	self := f.Connection.Self()
	mine, err := f.REST.RolesOf(ctx, g, self)
	s.canManage, s.botPosition, s.chooserPosition = s.Permissions(
		self,
		mine,
	)&discord.ManageRoles != 0, s.Highest(
		self,
		mine,
	), math.MaxInt
	return s, err
}

// refusal returns why a role cannot be given, "" if it can. Only roles that change nothing but the look of a name may
// be given.
func (s *server) refusal(of id.Role) string {
	role, known := s.Find(of)
	switch {
	case !known:
		return roleGone
	case role.Managed, of == id.Role(s.Guild):
		return roleManaged
	case role.Permissions&^s.Everyone() != 0:
		return rolePower
	case role.Position >= s.botPosition:
		return roleAbove
	case role.Position >= s.chooserPosition:
		return roleYours
	}
	return ""
}

// choosable returns the roles that can be given, the highest first.
func (s *server) choosable() []discord.Role {
	roles := slices.DeleteFunc(slices.Clone(s.All), func(r discord.Role) bool { return s.refusal(r.ID) != "" })
	slices.SortFunc(
		roles,
		func(a, b discord.Role) int { return cmp.Or(b.Position-a.Position, cmp.Compare(a.ID, b.ID)) },
	)
	return roles
}
