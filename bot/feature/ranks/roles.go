package ranks

import (
	"cmp"
	"slices"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// Reasons why a role cannot be given for a rank: keys of texts, and the troubles of a server.
const (
	roleGone    = "gone"
	roleManaged = "managed" // an integration's, or everybody's
	rolePower   = "power"   // it lets its members do what others may not
	roleAbove   = "above"   // it is not below the bot's highest
	roleYours   = "yours"   // it is not below the highest of who sets it
	noRight     = "right"   // the bot may not manage roles
)

// heights are the positions below which a role must be.
type heights struct{ bot, setter int }

// harm returns why nobody should get a role for a rank, "" if it is harmless: like a name in another colour.
func harm(all *discord.Roles, of id.Role) string {
	role, known := all.Find(of)
	switch {
	case !known:
		return roleGone
	case role.Managed, of == id.Role(all.Guild):
		return roleManaged
	case role.Permissions&^all.Everybody() != 0:
		return rolePower
	}
	return ""
}

// refusal returns why a role cannot be chosen, "" if it can.
func refusal(all *discord.Roles, of id.Role, below heights) string {
	if why := harm(all, of); why != "" {
		return why
	}
	switch role, _ := all.Find(of); {
	case role.Position >= below.bot:
		return roleAbove
	case role.Position >= below.setter:
		return roleYours
	}
	return ""
}

// choosable returns the roles that can be chosen, the highest first.
func choosable(all *discord.Roles, below heights) []discord.Role {
	some := slices.DeleteFunc(slices.Clone(all.All), func(r discord.Role) bool { return refusal(all, r.ID, below) != "" })
	slices.SortFunc(some, func(a, b discord.Role) int { return cmp.Or(b.Position-a.Position, cmp.Compare(a.ID, b.ID)) })
	return some
}
