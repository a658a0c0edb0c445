package wire

import (
	"encoding/json"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// Session holds the fields of READY for resuming the session.
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
		if isSnowflake(g.ID) {
			v.Guilds = append(v.Guilds, g.ID)
		}
	}
	return v, Session{r.ID, r.Address}, err
}

// isSnowflake reports whether an id is one of Discord's. Without this check an event without a guild id would count
// as one in direct conversations.
func isSnowflake[T ~string](of T) bool { return !id.CreatedAt(of).IsZero() }

// Event reads a dispatched event other than READY. Its Data is nil if the event does not concern the bot, or lacks the
// id of what it is about.
func Event(kind string, data json.RawMessage) (e discord.Event, err error) {
	switch kind {
	case "RESUMED":
		e.Data = discord.Resumed{}
	case "INTERACTION_CREATE":
		i, err := Interaction(data)
		if err != nil || i == nil || !isSnowflake(i.ID) {
			return e, err
		}
		e.ID, e.Data = i.ID, i
	case "MESSAGE_CREATE":
		m, err := Message(data)
		if err != nil || !isSnowflake(m.ID) || !isSnowflake(m.Channel) || !isSnowflake(m.Author.ID) {
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
		if err = Decode(data, &g); isSnowflake(g.ID) {
			e.Data = discord.GuildRemoved{ID: g.ID, Unavailable: g.Unavailable}
		}
	case "CHANNEL_DELETE", "THREAD_DELETE":
		var c channel
		if err = Decode(data, &c); isSnowflake(c.ID) {
			gone := discord.ChannelDeleted{ID: c.ID, Guild: c.Guild}
			if kind == "THREAD_DELETE" {
				gone.Parent = c.Parent // of a channel it is the category
			} else {
				gone.NoManageOverwrites = c.noManageOverwrites()
			}
			e.Data = gone
		}
	case "CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE":
		var c channel
		if err = Decode(data, &c); isSnowflake(c.ID) && isSnowflake(c.Guild) {
			e.Data = discord.ChannelUpdated{Guild: c.Guild, Channel: c.guildChannel(c.Guild)}
		}
	case "GUILD_ROLE_UPDATE":
		var r struct {
			Guild id.Guild `json:"guild_id"`
			Role  role     `json:"role"`
		}
		err = Decode(data, &r)
		switch {
		case !isSnowflake(r.Guild):
		case r.Role.isEveryone(r.Guild):
			may, _ := Bits(r.Role.Permissions)
			e.Data = discord.EveryonePermissions{Guild: r.Guild, Permissions: may}
		case isSnowflake(r.Role.Tags.Bot):
			e.Data = discord.BotRolesUpdated{Guild: r.Guild, Bot: r.Role.Tags.Bot}
		}
	case "GUILD_MEMBER_UPDATE": // without the intent for members, only of the bot itself
		var m struct {
			Guild id.Guild `json:"guild_id"`
			User  user     `json:"user"`
		}
		if err = Decode(data, &m); isSnowflake(m.Guild) && isSnowflake(m.User.ID) {
			e.Data = discord.BotRolesUpdated{Guild: m.Guild, Bot: m.User.ID}
		}
	case "MESSAGE_REACTION_ADD":
		var r struct {
			User    id.Player  `json:"user_id"`
			Channel id.Channel `json:"channel_id"`
			Message id.Message `json:"message_id"`
			Author  id.Player  `json:"message_author_id"`
		}
		if err = Decode(data, &r); isSnowflake(r.Message) {
			e.Data = discord.Reaction{Channel: r.Channel, Message: r.Message, Author: r.Author, By: r.User}
		}
	}
	if err != nil {
		e.Data = nil
	}
	return e, err
}
