package sandbox

import (
	"fmt"
	"time"

	"yeye/bot/sandbox/wire"
)

// user is a person or the bot.
type user struct {
	ID       Snowflake
	Username string
	Name     string // shown name
	Locale   string
	bot      bool
	token    string
}

// seedUsers use all languages of the bot.
var seedUsers = []struct{ username, name, locale string }{
	{"mei", "Mei", "zh-CN"}, {"tom", "Tom", "en-US"}, {"linh", "Linh", "vi"}, {"ting", "Ting", "zh-TW"},
}

// seedChannels are the channels of a guild; guilds after the first have only the first of them.
var seedChannels = []struct{ name, topic string }{
	{"xiangqi", "The board is here: play by writing a move."},
	{"teahouse", "Games between friends, and talk."},
	{"lobby", "Everything else."},
}

// seedRoles are roles without permissions, below the bot's.
var seedRoles = []string{"Student", "Master"}

// seed fills an empty state with the initial users, guilds and channels.
func (s *state) seed() {
	o := s.opt
	add := func(u *user) *user {
		u.ID = fixedID(o.Secret, "user "+u.Username)
		u.token = fixedToken(o.Secret, u.ID)
		s.users[u.ID] = u
		s.byToken[u.token] = u
		return u
	}
	s.bot = add(&user{Username: "yeye", Name: "Yeye", Locale: "en-US", bot: true})
	for i := range max(len(seedUsers), o.People) {
		p := seedUsers[i%len(seedUsers)]
		if round := i / len(seedUsers); round > 0 {
			p.username, p.name = fmt.Sprint(p.username, round+1), fmt.Sprint(p.name, " ", round+1)
		}
		locale, name := p.locale, p.name
		if i < len(o.Locales) {
			locale = o.Locales[i]
		}
		if i < len(o.Names) {
			name = o.Names[i]
		}
		s.people = append(s.people, add(&user{Username: p.username, Name: name, Locale: locale}))
	}
	for n := range o.Guilds {
		s.seedGuild(n)
	}
}

// seedGuild adds the nth guild, with all users in it.
func (s *state) seedGuild(n int) {
	suffix, name, channels := "", "Park under the plane trees", seedChannels
	if n > 0 {
		suffix, name, channels = fmt.Sprint(" ", n+1), fmt.Sprint("Park ", n+1), seedChannels[:1]
	}
	g := &guild{
		ID: fixedID(s.opt.Secret, "guild"+suffix), name: name, owner: s.people[0], clubMember: s.people[1], bot: s.bot,
		people:  s.people,
		botRole: fixedID(s.opt.Secret, "bot role"+suffix), clubRole: fixedID(s.opt.Secret, "club role"+suffix),
		joined: s.opt.Now().Add(-30 * 24 * time.Hour),
	}
	g.memberRoles = map[*user][]Snowflake{}
	for _, r := range seedRoles {
		g.assignableRoles = append(g.assignableRoles, fixedID(s.opt.Secret, "role "+r+suffix))
	}
	for i, r := range channels {
		c := &channel{ID: fixedID(s.opt.Secret, "channel "+r.name+suffix), Type: channelText, Name: r.name,
			Topic:    r.topic,
			position: i, guild: g}
		g.channels = append(g.channels, c)
		s.channels[c.ID] = c
	}
	s.guilds = append(s.guilds, g)
}

// wire returns the user as anybody sees them.
func (u *user) wire() wire.User {
	d := "0"
	if u.bot {
		d = "0001"
	}
	return wire.User{ID: u.ID.String(), Username: u.Username, GlobalName: &u.Name, Discriminator: d, Bot: u.bot}
}

// own returns the user in the form of GET /users/@me.
func (u *user) own() wire.OwnUser {
	return wire.OwnUser{User: u.wire(), Locale: u.Locale, Verified: true}
}
