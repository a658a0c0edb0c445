package sandbox

import "time"

// world is what exists from the start: one guild, its channels, the people and the bot. The guild and its people
// stay; channels do not: threads and direct conversations join, and any of them can be deleted.
type world struct {
	guildID  Snowflake
	name     string
	bot      *user
	botRole  Snowflake
	clubRole Snowflake
	people   []*user
	users    map[Snowflake]*user
	byToken  map[string]*user
	rooms    []*channel
	channels map[Snowflake]*channel
	joined   time.Time
}

// user is a person or the bot.
type user struct {
	ID       Snowflake
	Username string
	Name     string // shown name
	Locale   string
	bot      bool
	token    string
}

// people's names are in the languages the bot speaks, so that none of them is forgotten.
var cast = []struct{ username, name, locale string }{
	{"mei", "Mei", "zh-CN"}, {"tom", "Tom", "en-US"}, {"linh", "Linh", "vi"},
}

var roomNames = []struct{ name, topic string }{
	{"xiangqi", "The board is here: play by writing a move."},
	{"teahouse", "Games between friends, and talk."},
	{"lobby", "Everything else."},
}

func newWorld(o Options) world {
	w := world{
		guildID: fixedID(o.Secret, "guild"), name: "Park under the plane trees", botRole: fixedID(o.Secret, "bot role"), clubRole: fixedID(o.Secret, "club role"),
		users: map[Snowflake]*user{}, byToken: map[string]*user{}, channels: map[Snowflake]*channel{},
		joined: o.Now().Add(-30 * 24 * time.Hour),
	}
	add := func(u *user) *user {
		u.ID = fixedID(o.Secret, "user "+u.Username)
		u.token = fixedToken(o.Secret, u.ID)
		w.users[u.ID] = u
		w.byToken[u.token] = u
		return u
	}
	w.bot = add(&user{Username: "yeye", Name: "Yeye", Locale: "en-US", bot: true})
	for i, p := range cast {
		locale := p.locale
		if i < len(o.Locales) {
			locale = o.Locales[i]
		}
		name := p.name
		if i < len(o.Names) {
			name = o.Names[i]
		}
		w.people = append(w.people, add(&user{Username: p.username, Name: name, Locale: locale}))
	}
	for i, r := range roomNames {
		c := &channel{ID: fixedID(o.Secret, "channel "+r.name), Type: typeText, Name: r.name, Topic: r.topic, position: i}
		w.rooms = append(w.rooms, c)
		w.channels[c.ID] = c
	}
	return w
}

func (u *user) wire() User {
	d := "0"
	if u.bot {
		d = "0001"
	}
	return User{ID: u.ID, Username: u.Username, GlobalName: &u.Name, Discriminator: d, Bot: u.bot}
}

func (u *user) own() OwnUser { return OwnUser{User: u.wire(), Locale: u.Locale, Verified: true} }

// member is a user's membership in the guild; withUser says whether to name the user in it.
func (s *Server) member(u *user, withUser bool) Member {
	m := Member{Roles: []Snowflake{}, JoinedAt: Time{s.world.joined}}
	if u == s.world.people[1] {
		m.Roles = append(m.Roles, s.world.clubRole)
	}
	if u.bot {
		m.Roles = append(m.Roles, s.world.botRole)
	}
	if withUser {
		w := u.wire()
		m.User = &w
	}
	return m
}

// members are all of the guild, the bot first.
func (s *Server) members() []Member {
	list := []Member{s.member(s.world.bot, true)}
	for _, u := range s.world.people {
		list = append(list, s.member(u, true))
	}
	return list
}

func (s *Server) roles() []Role {
	colors := map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil}
	return []Role{
		{ID: s.world.guildID, Name: "@everyone", Permissions: memberPermissions.String(), Colors: colors},
		{ID: s.world.botRole, Name: "Yeye", Permissions: botPermissions.String(), Position: 1, Managed: true, Colors: colors},
		{ID: s.world.clubRole, Name: "Club", Permissions: "0", Position: 2, Colors: colors}, // of the second person
	}
}

// guild is the guild as REST describes it.
func (s *Server) guild() map[string]any {
	return map[string]any{
		"id": s.world.guildID, "name": s.world.name, "icon": nil, "description": nil, "home_header": nil, "splash": nil,
		"discovery_splash": nil, "features": []string{}, "banner": nil, "owner_id": s.world.people[0].ID, "application_id": nil,
		"region": "us-west", "afk_channel_id": nil, "afk_timeout": 300, "system_channel_id": nil, "system_channel_flags": 0,
		"widget_enabled": false, "widget_channel_id": nil, "verification_level": 0, "roles": s.roles(),
		"default_message_notifications": 1, "mfa_level": 0, "explicit_content_filter": 0, "max_presences": nil,
		"max_members": 500000, "max_stage_video_channel_users": 50, "max_video_channel_users": 25, "vanity_url_code": nil,
		"premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": "en-US", "rules_channel_id": nil,
		"safety_alerts_channel_id": nil, "public_updates_channel_id": nil, "premium_progress_bar_enabled": false,
		"nsfw": false, "nsfw_level": 0, "emojis": []any{}, "stickers": []any{}, "incidents_data": nil,
	}
}

// wholeGuild is the guild as GUILD_CREATE describes it to one viewer.
func (s *Server) wholeGuild(viewer *user) map[string]any {
	g := s.guild()
	channels, threads, members := []Channel{}, []Channel{}, s.members()
	for _, c := range s.world.rooms {
		channels = append(channels, s.channelWire(c, viewer))
	}
	for _, c := range s.activeThreads(viewer) {
		threads = append(threads, s.channelWire(c, viewer))
	}
	if viewer.bot { // a bot is told of itself alone
		members = members[:1]
	}
	for key, v := range map[string]any{
		"joined_at": Time{s.world.joined}, "large": false, "unavailable": false, "member_count": 1 + len(s.world.people),
		"voice_states": []any{}, "members": members, "channels": channels, "threads": threads, "presences": []any{},
		"stage_instances": []any{}, "guild_scheduled_events": []any{}, "soundboard_sounds": []any{},
	} {
		g[key] = v
	}
	return g
}
