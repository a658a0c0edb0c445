package rest

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/discord/internal/wire"
	"yeye/bot/id"
)

// allPermissions is all permissions, including those that this program does not know.
const allPermissions = 1<<63 - 1

// guildRoles holds the fields of a guild that decide its members' permissions.
type guildRoles struct {
	ID    id.Guild  `json:"id"`
	Owner id.Player `json:"owner_id"`
	Roles []role    `json:"roles"`
}

type role struct {
	ID          id.Role         `json:"id"`
	Permissions json.RawMessage `json:"permissions"`
}

// Channels returns the text and announcement channels of a guild, with a user's permissions there.
func (c *Client) Channels(ctx context.Context, guild id.Guild, user id.Player) ([]discord.ChannelAccess, error) {
	g := guildRoles{}
	var channels []wire.TextChannel
	get := func(kind, path string, read reader) error {
		return c.call(ctx, route{method: http.MethodGet, path: "/guilds/" + string(guild) + path,
			key: kind + " " + string(guild)}, nil, read)
	}
	if err := get("guild", "", func(data []byte) error { return wire.Decode(data, &g) }); err != nil {
		return nil, err
	}
	if len(g.Roles) == 0 { // every guild has at least one: this response left them out
		if err := get("roles", "/roles", func(data []byte) error { return wire.Decode(data, &g.Roles) }); err != nil &&
			discord.AsAPIError(err) == nil {
			return nil, err
		}
	}
	roles, err := c.RolesOf(ctx, guild, user)
	if err != nil {
		return nil, err
	}
	if err := get("channels", "/channels", func(data []byte) (err error) {
		channels, err = wire.TextChannels(data)
		return err
	}); err != nil {
		return nil, err
	}
	g.ID = guild
	var all []discord.ChannelAccess
	for _, ch := range channels {
		ch.Permissions = channelPermissions(&g, user, roles, ch.Overwrites)
		all = append(all, ch.ChannelAccess)
	}
	return all, nil
}

// channelPermissions returns a member's permissions in a channel, by Discord's order: the roles' permissions; then
// the channel's overwrites for @everyone, for the member's roles together, and for the member. It is -1 if the
// guild's roles are not known.
func channelPermissions(g *guildRoles, user id.Player, roles []id.Role, overwrites []wire.Overwrite) int64 {
	everybody := id.Role(g.ID) // the role that all members have has the guild's id
	may := int64(0)
	for _, r := range g.Roles {
		if r.ID == everybody || slices.Contains(roles, r.ID) {
			bits, _ := wire.Bits(r.Permissions)
			may |= bits
		}
	}
	switch {
	case g.Owner != "" && g.Owner == user || may&discord.Administrator != 0:
		return allPermissions
	case len(g.Roles) == 0:
		return -1
	}
	var ofAll, ofRoles, own overwrite
	for _, o := range overwrites {
		kind := strings.Trim(string(o.Type), `"`)
		isMember := kind == "1" || kind == "member"
		switch {
		case isMember && o.ID == string(user):
			own.add(o)
		case isMember:
		case o.ID == string(everybody):
			ofAll.add(o)
		case slices.Contains(roles, id.Role(o.ID)):
			ofRoles.add(o)
		}
	}
	for _, o := range []overwrite{ofAll, ofRoles, own} {
		may = may&^o.deny | o.allow
	}
	if may&discord.ViewChannel == 0 {
		return 0
	}
	return may
}

// overwrite holds what a channel allows and denies.
type overwrite struct{ allow, deny int64 }

func (o *overwrite) add(w wire.Overwrite) {
	allow, _ := wire.Bits(w.Allow)
	deny, _ := wire.Bits(w.Deny)
	o.allow |= allow
	o.deny |= deny
}
