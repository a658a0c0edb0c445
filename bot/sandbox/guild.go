package sandbox

import (
	"maps"
	"math"
	"slices"
	"time"

	"yeye/bot/sandbox/wire"
)

// guild is a server: its channels, its people and the bot.
type guild struct {
	ID              Snowflake
	name            string
	owner           *user
	clubMember      *user // the user with the role "Club"
	bot             *user
	people          []*user
	botRole         Snowflake
	clubRole        Snowflake
	assignableRoles []Snowflake           // roles below the bot's
	memberRoles     map[*user][]Snowflake // roles added by requests, besides the bot's and the club's
	channels        []*channel
	joined          time.Time
	botRemoved      bool // the bot was removed
	unavailable     bool // an outage
}

// shard returns the index of the guild's shard, of this many shards.
func (g *guild) shard(shards int) int { return int(uint64(g.ID) >> 22 % uint64(shards)) }

// permissions returns what a user may do in the guild where no channel overrides it.
func (g *guild) permissions(u *user) permission {
	switch {
	case u.bot && g.botRemoved:
		return 0
	case u.bot:
		return botPermissions
	case u == g.owner:
		return ownerPermissions
	}
	return memberPermissions
}

// member returns a user's membership; withUser includes the user.
func (g *guild) member(u *user, withUser bool) wire.Member {
	m := wire.Member{Roles: []string{}, JoinedAt: wire.At(g.joined)}
	if u == g.clubMember {
		m.Roles = append(m.Roles, g.clubRole.String())
	}
	if u.bot {
		m.Roles = append(m.Roles, g.botRole.String())
	}
	for _, r := range g.memberRoles[u] {
		m.Roles = append(m.Roles, r.String())
	}
	if withUser {
		m.User = new(u.wire())
	}
	return m
}

// members returns all members of the guild, the bot first.
func (g *guild) members() []wire.Member {
	list := []wire.Member{}
	if !g.botRemoved {
		list = append(list, g.member(g.bot, true))
	}
	for _, u := range g.people {
		list = append(list, g.member(u, true))
	}
	return list
}

func (g *guild) roles() []wire.Role {
	colors := map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil}
	list := []wire.Role{{ID: g.ID.String(), Name: "@everyone", Permissions: memberPermissions.String(), Colors: colors}}
	for i, id := range g.assignableRoles {
		list = append(list, wire.Role{ID: id.String(), Name: seedRoles[i], Permissions: "0", Position: 1 + i,
			Colors: colors})
	}
	return append(list,
		wire.Role{ID: g.botRole.String(), Name: "Yeye", Permissions: botPermissions.String(),
			Position: 1 + len(g.assignableRoles), Managed: true, Colors: colors},
		wire.Role{ID: g.clubRole.String(), Name: "Club", Permissions: "0", Position: 2 + len(g.assignableRoles),
			Colors: colors})
}

// highestRolePosition returns the position of a user's highest role; nothing is above the owner.
func (g *guild) highestRolePosition(u *user) int {
	if u == g.owner {
		return math.MaxInt
	}
	top := 0
	for _, text := range g.member(u, false).Roles {
		for _, r := range g.roles() {
			if r.ID == text {
				top = max(top, r.Position)
			}
		}
	}
	return top
}

// role finds a role by its identifier.
func (g *guild) role(id Snowflake) (wire.Role, bool) {
	list := g.roles()
	i := slices.IndexFunc(list, func(r wire.Role) bool { return r.ID == id.String() })
	if i < 0 {
		return wire.Role{}, false
	}
	return list[i], true
}

// wire returns the guild in REST's form.
func (g *guild) wire() map[string]any {
	return map[string]any{
		"id": g.ID, "name": g.name, "icon": nil, "description": nil, "home_header": nil, "splash": nil,
		"discovery_splash": nil, "features": []string{}, "banner": nil, "owner_id": g.owner.ID, "application_id": nil,
		"region": "us-west", "afk_channel_id": nil, "afk_timeout": 300, "system_channel_id": nil,
		"system_channel_flags": 0,
		"widget_enabled":       false, "widget_channel_id": nil, "verification_level": 0, "roles": g.roles(),
		"default_message_notifications": 1, "mfa_level": 0, "explicit_content_filter": 0, "max_presences": nil,
		"max_members": 500000, "max_stage_video_channel_users": 50, "max_video_channel_users": 25,
		"vanity_url_code": nil,
		"premium_tier":    0, "premium_subscription_count": 0, "preferred_locale": "en-US", "rules_channel_id": nil,
		"safety_alerts_channel_id": nil, "public_updates_channel_id": nil, "premium_progress_bar_enabled": false,
		"nsfw": false, "nsfw_level": 0, "emojis": []any{}, "stickers": []any{}, "incidents_data": nil,
	}
}

// createEvent returns the payload of GUILD_CREATE for one viewer; threads are the active ones.
func (g *guild) createEvent(viewer *user, threads []*channel) map[string]any {
	w := g.wire()
	channels, active, members := []wire.Channel{}, []wire.Channel{}, g.members()
	for _, c := range g.channels {
		channels = append(channels, c.wire(viewer))
	}
	for _, c := range threads {
		active = append(active, c.wire(viewer))
	}
	if viewer.bot { // a bot gets only its own membership
		members = members[:1]
	}
	maps.Copy(w, map[string]any{
		"joined_at": wire.At(g.joined), "large": false, "unavailable": false, "member_count": 1 + len(g.people),
		"voice_states": []any{}, "members": members, "channels": channels, "threads": active, "presences": []any{},
		"stage_instances": []any{}, "guild_scheduled_events": []any{}, "soundboard_sounds": []any{},
	})
	return w
}
