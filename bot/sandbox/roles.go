package sandbox

import "slices"

func (s guildEndpoints) giveRole(c *call) (any, error) {
	return nil, s.setRole(c, func(has []Snowflake, r Snowflake) []Snowflake {
		if slices.Contains(has, r) {
			return has
		}
		return append(has, r)
	})
}

func (s guildEndpoints) takeRole(c *call) (any, error) {
	return nil, s.setRole(c, func(has []Snowflake, r Snowflake) []Snowflake {
		return slices.DeleteFunc(has, func(one Snowflake) bool { return one == r })
	})
}

// setRole changes the roles that a member was given. That needs MANAGE_ROLES and a role below one's own highest; a
// managed one cannot be given.
func (s guildEndpoints) setRole(c *call, change func(has []Snowflake, r Snowflake) []Snowflake) error {
	who, err := c.id("user")
	if err != nil {
		return err
	}
	of, err := c.id("role")
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.reachGuild(c)
	if err != nil {
		return err
	}
	u := s.users[who]
	if u == nil || u.bot && g.botRemoved {
		return errUnknownMember
	}
	role, known := g.role(of)
	switch {
	case !known || of == g.ID:
		return errUnknownRole
	case !g.permissions(c.who).has(permManageRoles) || role.Managed || role.Position >= g.highest(c.who):
		return errMissingPerms
	}
	g.given[u] = change(g.given[u], of)
	return nil
}
