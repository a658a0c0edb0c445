package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// What follows is for people who look for what is wrong. It asks only and changes
// nothing; none of it spends a new session, of which there are a thousand a day.

// Address is the gateway's, as Discord gives it to anybody.
func (s *Sender) Address(ctx context.Context) (string, error) {
	var answer struct {
		URL string `json:"url"`
	}
	err := s.call(ctx, route{method: http.MethodGet, path: "/gateway", key: "gateway", exempt: true}, nil, &answer)
	if err == nil && answer.URL == "" {
		err = errors.New("the answer names no address")
	}
	return answer.URL, err
}

// Greets opens the gateway at an address and waits for its greeting, up to 15 s.
func (s *Sender) Greets(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	var l line
	c, _, err := l.dialer().DialContext(ctx, address+"?v=9&encoding=json", nil)
	if err != nil {
		return err
	}
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	_, data, err := c.ReadMessage()
	if err != nil {
		return err
	}
	var hello struct {
		Op int `json:"op"`
	}
	if json.Unmarshal(data, &hello) != nil || hello.Op != 10 {
		return fmt.Errorf("it says %.40q, which is no greeting of Discord's", data)
	}
	l.socket.leave()
	return c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, ""), time.Now().Add(time.Second))
}

// Me is the bot's user. A token that Discord refuses is a [*FatalError].
func (s *Sender) Me(ctx context.Context) (*discordgo.User, error) {
	u := &discordgo.User{}
	err := s.call(ctx, route{method: http.MethodGet, path: "/users/@me", key: "me"}, nil, u)
	if f := fatal(err); f != nil {
		return nil, f
	}
	return u, err
}

// Application is what decides whether events come in at all.
type Application struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Flags    int64  `json:"flags"`
	Endpoint string `json:"interactions_endpoint_url"` // "" for interactions by the gateway
}

// ReadsMessages reports whether the Message Content intent is switched on.
func (a Application) ReadsMessages() bool {
	const content, limited = 1 << 18, 1 << 19 // verified for many servers, or as it is for few
	return a.Flags&(content|limited) != 0
}

// Application is the application the token belongs to.
func (s *Sender) Application(ctx context.Context) (a Application, err error) {
	err = s.call(ctx, route{method: http.MethodGet, path: "/applications/@me", key: "app"}, nil, &a)
	return a, err
}

// StartsLeft is how many new sessions Discord still allows today, and of how many.
func (s *Sender) StartsLeft(ctx context.Context) (left, total int, err error) {
	limit, err := s.startLimit(ctx)
	return limit.Remaining, limit.Total, err
}

// Guilds are the servers the bot is in, at most 200.
func (s *Sender) Guilds(ctx context.Context) (list []*discordgo.UserGuild, err error) {
	err = s.call(ctx, route{method: http.MethodGet, path: "/users/@me/guilds", key: "guilds"}, nil, &list)
	return list, err
}

// Room is a text channel of a server, and what somebody may do in it.
type Room struct {
	Name string
	May  int64 // bits of Discord's permissions
}

// Rooms are the text and announcement channels of a server with what a user may do
// there.
func (s *Sender) Rooms(ctx context.Context, guild, user string) ([]Room, error) {
	var g discordgo.Guild
	var m discordgo.Member
	var channels []*discordgo.Channel
	for path, out := range map[string]any{"": &g, "/members/" + user: &m, "/channels": &channels} {
		if err := s.call(ctx, route{method: http.MethodGet, path: "/guilds/" + guild + path, key: "guild " + guild}, nil, out); err != nil {
			return nil, err
		}
	}
	g.ID, m.User = guild, &discordgo.User{ID: user}
	var rooms []Room
	for _, c := range channels {
		if c.Type == discordgo.ChannelTypeGuildText || c.Type == discordgo.ChannelTypeGuildNews {
			rooms = append(rooms, Room{c.Name, allowed(&g, &m, c)})
		}
	}
	return rooms, nil
}

// allowed is what a member may do in a channel, by Discord's order: what the roles
// give; then what the channel takes and gives everybody, the member's roles
// together, and the member.
func allowed(g *discordgo.Guild, m *discordgo.Member, c *discordgo.Channel) int64 {
	mine := map[string]bool{g.ID: true} // everybody's role has the server's id
	for _, id := range m.Roles {
		mine[id] = true
	}
	may := int64(0)
	for _, r := range g.Roles {
		if mine[r.ID] {
			may |= r.Permissions
		}
	}
	if g.OwnerID == m.User.ID || may&discordgo.PermissionAdministrator != 0 {
		return 1<<63 - 1 // also what this version of the library does not name
	}
	var everybody, roles, member discordgo.PermissionOverwrite
	for _, o := range c.PermissionOverwrites {
		switch {
		case o.Type == discordgo.PermissionOverwriteTypeMember && o.ID == m.User.ID:
			member = *o
		case o.Type != discordgo.PermissionOverwriteTypeRole:
		case o.ID == g.ID:
			everybody = *o
		case mine[o.ID]:
			roles.Allow |= o.Allow
			roles.Deny |= o.Deny
		}
	}
	for _, o := range []discordgo.PermissionOverwrite{everybody, roles, member} {
		may = may&^o.Deny | o.Allow
	}
	if may&discordgo.PermissionViewChannel == 0 {
		return 0
	}
	return may
}
