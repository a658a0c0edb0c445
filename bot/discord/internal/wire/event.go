package wire

import (
	"encoding/json"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// Hello holds READY's fields other than its guilds.
type Hello struct {
	User   id.Player
	App    id.App
	Resume string // where to resume the session, "" for the general address
}

// Ready reads READY.
func Ready(data []byte) (discord.Ready, Hello, error) {
	var r struct {
		User   user   `json:"user"`
		Resume string `json:"resume_gateway_url"`
		App    struct {
			ID id.App `json:"id"`
		} `json:"application"`
		Guilds []struct {
			ID id.Guild `json:"id"`
		} `json:"guilds"`
	}
	err := Decode(data, &r)
	var v discord.Ready
	for _, g := range r.Guilds {
		if g.ID != "" {
			v.Guilds = append(v.Guilds, g.ID)
		}
	}
	return v, Hello{r.User.ID, r.App.ID, r.Resume}, err
}

// Event reads a dispatched event other than READY. Its Data is nil if the event does not concern the bot.
func Event(kind string, data json.RawMessage) (e discord.Event, err error) {
	switch kind {
	case "RESUMED":
		e.Data = discord.Resumed{}
	case "INTERACTION_CREATE":
		if i, err := Interaction(data); i == nil {
			return e, err
		} else {
			e.ID, e.Data = i.ID, i
		}
	case "MESSAGE_CREATE":
		m, err := Message(data)
		if err != nil || m.ID == "" {
			return e, err
		}
		e.ID, e.Data = id.Event(m.ID), m
	case "GUILD_CREATE":
		e.Data, err = Guild(data)
	case "GUILD_DELETE":
		var g struct {
			ID          id.Guild `json:"id"`
			Unavailable bool     `json:"unavailable"`
		}
		err = Decode(data, &g)
		e.Data = discord.GuildGone{ID: g.ID, Unavailable: g.Unavailable}
	case "CHANNEL_DELETE", "THREAD_DELETE":
		var c channel
		err = Decode(data, &c)
		e.Data = discord.ChannelGone{ID: c.ID, Guild: c.Guild}
	case "CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE":
		var c channel
		err = Decode(data, &c)
		if c.Guild == "" {
			return e, err
		}
		e.Data = discord.ChannelSeen{Guild: c.Guild, Room: c.room(c.Guild)}
	case "GUILD_ROLE_UPDATE":
		var r struct {
			Guild id.Guild `json:"guild_id"`
			Role  role     `json:"role"`
		}
		if err = Decode(data, &r); err != nil || !r.Role.everybody(r.Guild) {
			return e, err
		}
		may, _ := Bits(r.Role.Permissions)
		e.Data = discord.EverybodyMay{Guild: r.Guild, May: may}
	case "MESSAGE_REACTION_ADD":
		var r struct {
			User    id.Player  `json:"user_id"`
			Channel id.Channel `json:"channel_id"`
			Message id.Message `json:"message_id"`
			Author  id.Player  `json:"message_author_id"`
		}
		err = Decode(data, &r)
		e.Data = discord.Reaction{Channel: r.Channel, Message: r.Message, Author: r.Author, By: r.User}
	}
	if err != nil {
		e.Data = nil
	}
	return e, err
}
