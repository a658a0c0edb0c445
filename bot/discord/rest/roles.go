package rest

import (
	"context"
	"encoding/json"
	"net/http"

	"yeye/bot/discord"
	"yeye/bot/discord/internal/wire"
	"yeye/bot/id"
)

// Roles fetches the roles of a guild and its owner.
func (c *Client) Roles(ctx context.Context, g id.Guild) (all discord.Roles, err error) {
	all.Guild = g
	err = c.call(ctx, route{method: http.MethodGet, path: "/guilds/" + string(g), key: "guild " + string(g)}, nil,
		func(data []byte) error {
			var w struct {
				Owner id.Player `json:"owner_id"`
				Roles []struct {
					ID          id.Role         `json:"id"`
					Name        string          `json:"name"`
					Permissions json.RawMessage `json:"permissions"`
					Position    int             `json:"position"`
					Managed     bool            `json:"managed"`
				} `json:"roles"`
			}
			if err := wire.Decode(data, &w); err != nil {
				return err
			}
			all.Owner, all.All = w.Owner, nil
			for _, r := range w.Roles {
				may, ok := wire.Bits(r.Permissions)
				if !ok { // what cannot be read may be anything
					may = allPermissions
				}
				all.All = append(all.All, discord.Role{ID: r.ID, Name: r.Name, Permissions: may, Position: r.Position,
					Managed: r.Managed})
			}
			return nil
		})
	return all, err
}

func memberPath(g id.Guild, member id.Player) string {
	return "/guilds/" + string(g) + "/members/" + string(member)
}

// guildMember is the part of Discord's guild member object that is read.
type guildMember struct {
	Roles  []id.Role `json:"roles"`
	Avatar string    `json:"avatar"`
	User   struct {
		Avatar string `json:"avatar"`
	} `json:"user"`
}

func (c *Client) member(ctx context.Context, g id.Guild, member id.Player) (m guildMember, err error) {
	err = c.call(ctx, route{method: http.MethodGet, path: memberPath(g, member), key: "member " + string(g)}, nil,
		func(data []byte) error {
			return wire.Decode(data, &m)
		})
	return m, err
}

// RolesOf fetches the roles of a member of a guild.
func (c *Client) RolesOf(ctx context.Context, g id.Guild, member id.Player) ([]id.Role, error) {
	m, err := c.member(ctx, g, member)
	return m.Roles, err
}

// AvatarURL fetches the address of the picture that a guild sees of a member.
func (c *Client) AvatarURL(ctx context.Context, g id.Guild, member id.Player) (address string, err error) {
	m, err := c.member(ctx, g, member)
	if err != nil {
		return "", err
	}
	return discord.Avatars{Guild: m.Avatar, User: m.User.Avatar}.URL(g, member), nil
}

// AddRole gives a member of a guild a role. The reason appears in the guild's audit log.
func (c *Client) AddRole(ctx context.Context, g id.Guild, member id.Player, role id.Role, reason string) error {
	return c.setRole(ctx, http.MethodPut, g, member, role, reason)
}

// RemoveRole takes a role from a member of a guild. The reason appears in the guild's audit log.
func (c *Client) RemoveRole(ctx context.Context, g id.Guild, member id.Player, role id.Role, reason string) error {
	return c.setRole(ctx, http.MethodDelete, g, member, role, reason)
}

func (c *Client) setRole(ctx context.Context, method string, g id.Guild, member id.Player, role id.Role,
	reason string) error {
	return c.call(ctx, route{method: method, path: memberPath(g, member) + "/roles/" + string(role),
		key: "role " + string(g), idempotent: true, reason: reason}, nil, nil)
}
