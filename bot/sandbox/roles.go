package sandbox

import "slices"

func (s guildEndpoints) addRole(c *call, g *guild) (any, error) {
	return nil, s.changeRoles(c, g, func(has []Snowflake, r Snowflake) []Snowflake {
		if slices.Contains(has, r) {
			return has
		}
		return append(has, r)
	})
}

func (s guildEndpoints) removeRole(c *call, g *guild) (any, error) {
	return nil, s.changeRoles(c, g, without[Snowflake])
}

// changeRoles changes a member's roles. It needs MANAGE_ROLES and a role below one's own highest; a managed role cannot
// be added.
func (s guildEndpoints) changeRoles(c *call, g *guild, change func(has []Snowflake, r Snowflake) []Snowflake) error {
	roleID, u := c.id("role"), s.users[c.id("user")]
	if u == nil || u.bot && g.botRemoved {
		return errUnknownMember
	}
	role, known := g.role(roleID)
	switch {
	case !known || roleID == g.ID:
		return errUnknownRole
	case !g.permissions(c.user).has(permManageRoles) || role.Managed || role.Position >= g.highestRolePosition(c.user):
		return errMissingPerms
	}
	g.memberRoles[u] = change(g.memberRoles[u], roleID)
	return nil
}
