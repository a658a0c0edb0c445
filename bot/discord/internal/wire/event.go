package wire

import (
	"encoding/json"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// Session is what READY says about resuming its session.
type Session struct {
	ID      string // "" if it cannot be resumed
	Address string // "" for the general address
}

// Ready reads READY.
func Ready(data []byte) (discord.Ready, Session, error) {
	var r struct {
		ID      string `json:"session_id"`
		Address string `json:"resume_gateway_url"`
		Guilds  []struct {
			ID id.Guild `json:"id"`
		} `json:"guilds"`
	}
	err := Decode(data, &r)
	var v discord.Ready
	for _, g := range r.Guilds {
		if made(g.ID) {
			v.Guilds = append(v.Guilds, g.ID)
		}
	}
	return v, Session{r.ID, r.Address}, err
}

// made reports whether an id is one of Discord's. Without this an event that has lost its id would be about "", which
// is every direct conversation.
func made[T ~string](of T) bool { return !id.MadeAt(of).IsZero() }

// Event reads a dispatched event other than READY. Its Data is nil if the event does not concern the bot, or lacks the
// id of what it is about.
func Event(kind string, data json.RawMessage) (e discord.Event, err error) {
	switch kind {
	case "RESUMED":
		e.Data = discord.Resumed{}
	case "INTERACTION_CREATE":
		i, err := Interaction(data)
		if err != nil || i == nil || !made(i.ID) {
			return e, err
		}
		e.ID, e.Data = i.ID, i
	case "MESSAGE_CREATE":
		m, err := Message(data)
		if err != nil || !made(m.ID) || !made(m.Channel) || !made(m.Author.ID) {
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
		if err = Decode(data, &g); made(g.ID) {
			e.Data = discord.GuildGone{ID: g.ID, Unavailable: g.Unavailable}
		}
	case "CHANNEL_DELETE", "THREAD_DELETE":
		var c channel
		if err = Decode(data, &c); made(c.ID) {
			gone := discord.ChannelGone{ID: c.ID, Guild: c.Guild}
			if kind == "THREAD_DELETE" {
				gone.Parent = c.Parent // of a channel it is the category
			} else {
				gone.Plain = c.plain()
			}
			e.Data = gone
		}
	case "CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE":
		var c channel
		if err = Decode(data, &c); made(c.ID) && made(c.Guild) {
			e.Data = discord.ChannelSeen{Guild: c.Guild, Channel: c.guildChannel(c.Guild)}
		}
	case "GUILD_ROLE_UPDATE":
		var r struct {
			Guild id.Guild `json:"guild_id"`
			Role  role     `json:"role"`
		}
		if err = Decode(data, &r); made(r.Guild) && r.Role.everybody(r.Guild) {
			may, _ := Bits(r.Role.Permissions)
			e.Data = discord.EverybodyMay{Guild: r.Guild, May: may}
		}
	case "MESSAGE_REACTION_ADD":
		var r struct {
			User    id.Player  `json:"user_id"`
			Channel id.Channel `json:"channel_id"`
			Message id.Message `json:"message_id"`
			Author  id.Player  `json:"message_author_id"`
		}
		if err = Decode(data, &r); made(r.Message) {
			e.Data = discord.Reaction{Channel: r.Channel, Message: r.Message, Author: r.Author, By: r.User}
		}
	}
	if err != nil {
		e.Data = nil
	}
	return e, err
}
