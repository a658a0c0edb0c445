package sandbox

import (
	"cmp"
	"slices"
	"strings"

	"yeye/bot/sandbox/wire"
)

// guildEndpoints serve guilds, users and the application.
type guildEndpoints struct{ *state }

func (s guildEndpoints) currentUser(c *call) (any, error) { return c.user.own(), nil }

// maxGuilds is the most guilds on one page of /users/@me/guilds.
const maxGuilds = 200

// listOwn lists a user's guilds by ascending id: at most ?limit= of them, those after ?after=.
func (s guildEndpoints) listOwn(c *call) (any, error) {
	q := c.r.URL.Query()
	var f formErrors
	limit, after := f.limit(q, maxGuilds, maxGuilds), f.snowflake("after", cmp.Or(q.Get("after"), "0"))
	if err := f.err(); err != nil {
		return nil, err
	}
	var found []*guild
	for _, g := range s.guilds {
		if g.ID > after && !(c.user.bot && g.botRemoved) {
			found = append(found, g)
		}
	}
	slices.SortFunc(found, func(a, b *guild) int { return cmp.Compare(a.ID, b.ID) })
	list := []any{}
	for _, g := range found[:min(len(found), limit)] {
		one := map[string]any{"id": g.ID, "name": g.name, "icon": nil, "banner": nil,
			"owner": c.user == g.owner, "permissions": g.permissions(c.user).String(), "features": []string{}}
		if q.Get("with_counts") == "true" {
			one["approximate_member_count"], one["approximate_presence_count"] = len(s.users), len(s.users)
		}
		list = append(list, one)
	}
	return list, nil
}

func (s guildEndpoints) user(_ *call, u *user) (any, error) {
	return u.wire(), nil
}

// application returns the bot's application as its owner sees it.
func (s guildEndpoints) application(c *call) (any, error) {
	return map[string]any{
		"id": s.bot.ID, "name": s.bot.Name, "icon": nil, "description": "", "type": nil, "bot": s.bot.wire(),
		"bot_public": true, "bot_require_code_grant": false, "verify_key": strings.Repeat("0", 64),
		"flags":     s.applicationFlags(),
		"flags_new": "0", "redirect_uris": []string{}, "interactions_endpoint_url": nil,
		"role_connections_verification_url": nil,
		"owner":                             s.people[0].wire(), "approximate_guild_count": s.botGuilds(),
		"approximate_user_install_count": 0, "approximate_user_authorization_count": 0,
		"explicit_content_filter": 0, "team": nil, "eligible_oauth2_scopes": []string{"bot", "applications.commands"},
		"summary": "",
	}, nil
}

// botGuilds returns how many guilds the bot is in. The caller holds mu.
func (s *state) botGuilds() int {
	n := 0
	for _, g := range s.guilds {
		if !g.botRemoved {
			n++
		}
	}
	return n
}

func (s guildEndpoints) get(_ *call, g *guild) (any, error)   { return g.wire(), nil }
func (s guildEndpoints) roles(_ *call, g *guild) (any, error) { return g.roles(), nil }

func (s guildEndpoints) channels(c *call, g *guild) (any, error) {
	list := []wire.Channel{}
	for _, ch := range g.channels {
		if ch.visibleTo(c.user) {
			list = append(list, ch.wire(nil))
		}
	}
	return list, nil
}

func (s guildEndpoints) members(c *call, g *guild) (any, error) {
	if c.user.bot { // needs the privileged intent GUILD_MEMBERS
		return nil, errMissingAccess
	}
	return g.members(), nil
}

func (s guildEndpoints) member(c *call, g *guild) (any, error) {
	u := s.users[c.id("user")]
	if u == nil || u.bot && g.botRemoved {
		return nil, errUnknownMember
	}
	return g.member(u, true), nil
}
