package sandbox

import "strings"

func (s *Server) getMe(c *call) (any, error) { return c.who.own(), nil }

func (s *Server) getMyGuilds(c *call) (any, error) {
	p := s.guildPermissions(c.who)
	return []any{map[string]any{"id": s.world.guildID, "name": s.world.name, "icon": nil, "banner": nil,
		"owner": c.who == s.world.people[0], "permissions": p.String(), "features": []string{}}}, nil
}

func (s *Server) getUser(c *call) (any, error) {
	id, err := c.id("user")
	if err != nil {
		return nil, err
	}
	u := s.world.users[id]
	if u == nil {
		return nil, errUnknownUser
	}
	return u.wire(), nil
}

// getApplication is the bot's application as its owner sees it.
func (s *Server) getApplication(c *call) (any, error) {
	owner := s.world.people[0].wire()
	return map[string]any{
		"id": s.world.bot.ID, "name": s.world.bot.Name, "icon": nil, "description": "", "type": nil, "bot": s.world.bot.wire(),
		"bot_public": true, "bot_require_code_grant": false, "verify_key": strings.Repeat("0", 64), "flags": s.applicationFlags(),
		"flags_new": "0", "redirect_uris": []string{}, "interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"owner": owner, "approximate_guild_count": 1, "approximate_user_install_count": 0, "approximate_user_authorization_count": 0,
		"explicit_content_filter": 0, "team": nil, "eligible_oauth2_scopes": []string{"bot", "applications.commands"}, "summary": "",
	}, nil
}

// inGuild checks the guild of a request's path.
func (s *Server) inGuild(c *call) error {
	id, err := c.id("guild")
	if err != nil {
		return err
	}
	if id != s.world.guildID {
		return errUnknownGuild
	}
	return nil
}

func (s *Server) getGuild(c *call) (any, error) {
	if err := s.inGuild(c); err != nil {
		return nil, err
	}
	return s.guild(), nil
}

func (s *Server) getRoles(c *call) (any, error) {
	if err := s.inGuild(c); err != nil {
		return nil, err
	}
	return s.roles(), nil
}

func (s *Server) getGuildChannels(c *call) (any, error) {
	if err := s.inGuild(c); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []Channel{}
	for _, ch := range s.world.rooms {
		if s.sees(c.who, ch) {
			list = append(list, s.channelWire(ch, nil))
		}
	}
	return list, nil
}

func (s *Server) getMembers(c *call) (any, error) {
	if err := s.inGuild(c); err != nil {
		return nil, err
	}
	if c.who.bot { // needs the privileged intent GUILD_MEMBERS
		return nil, errMissingAccess
	}
	return s.members(), nil
}

func (s *Server) getMember(c *call) (any, error) {
	if err := s.inGuild(c); err != nil {
		return nil, err
	}
	id, err := c.id("user")
	if err != nil {
		return nil, err
	}
	u := s.world.users[id]
	if u == nil {
		return nil, errUnknownMember
	}
	return s.member(u, true), nil
}
