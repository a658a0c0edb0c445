package sandbox

import "slices"

func (s guildEndpoints) addRole(c *call) (any, error) {
	return nil, s.changeRoles(c, func(has []Snowflake, r Snowflake) []Snowflake {
		if slices.Contains(has, r) {
			return has
		}
		return append(has, r)
	})
}

func (s guildEndpoints) removeRole(c *call) (any, error) {
	return nil, s.changeRoles(c, func(has []Snowflake, r Snowflake) []Snowflake {
		return slices.DeleteFunc(has, func(one Snowflake) bool { return one == r })
	})
}

// changeRoles changes a member's roles. It needs MANAGE_ROLES and a role below one's own highest; a managed role cannot
// be added.
func (s guildEndpoints) changeRoles(c *call, change func(has []Snowflake, r Snowflake) []Snowflake) error {
	userID, err := c.id("user")
	if err != nil {
		return err
	}
	roleID, err := c.id("role")
	if err != nil {
		return err
	}
	g, err := s.guildFromPath(c)
	if err != nil {
		return err
	}
	u := s.users[userID]
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
