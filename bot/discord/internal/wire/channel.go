package wire

import (
	"encoding/json"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// Kinds of channels, by Discord's numbers.
const (
	kindText          = 0
	kindAnnouncement  = 5
	kindNewsThread    = 10
	kindPublicThread  = 11
	kindPrivateThread = 12
)

type channel struct {
	ID       id.Channel `json:"id"`
	Guild    id.Guild   `json:"guild_id"`
	Parent   id.Channel `json:"parent_id"`
	Type     *int       `json:"type"`
	Name     string     `json:"name"`
	Owner    id.Player  `json:"owner_id"`
	Last     id.Message `json:"last_message_id"`
	Messages int        `json:"message_count"`
	Slowmode int        `json:"rate_limit_per_user"` // in seconds
	Thread   struct {
		Archived bool `json:"archived"`
		Locked   bool `json:"locked"`
	} `json:"thread_metadata"`
	Overwrites []Overwrite `json:"permission_overwrites"`
}

// Overwrite holds what a channel allows and denies a role or a member.
type Overwrite struct {
	ID    string          `json:"id"`
	Type  json.RawMessage `json:"type"` // 0 is a role's, 1 a member's
	Allow json.RawMessage `json:"allow"`
	Deny  json.RawMessage `json:"deny"`
}

func (c *channel) kind() int {
	if c.Type == nil {
		return -1
	}
	return *c.Type
}

func (c *channel) isThread() bool {
	switch c.kind() {
	case kindNewsThread, kindPublicThread, kindPrivateThread:
		return true
	}
	return false
}

func (c *channel) hasThreads() bool { return c.kind() == kindText || c.kind() == kindAnnouncement }

func (c *channel) value() discord.Channel {
	v := discord.Channel{ID: c.ID, Name: c.Name, Guild: c.Guild, Thread: c.isThread(), Text: c.hasThreads(),
		Archived: c.Thread.Archived, Last: c.Last, Slowmode: time.Duration(c.Slowmode) * time.Second}
	if v.Thread {
		// in other channels these are the category and empty
		v.Parent, v.Owner, v.Locked = c.Parent, c.Owner, c.Thread.Locked
	}
	return v
}

// Channel reads a channel.
func Channel(data []byte) (discord.Channel, error) {
	var c channel
	err := Decode(data, &c)
	return c.value(), err
}

// TextChannel is a text channel of a guild, with the overwrites that decide who may do what in it.
type TextChannel struct {
	discord.ChannelAccess // without May
	Overwrites            []Overwrite
}

// TextChannels returns the text and announcement channels in a guild's list of channels.
func TextChannels(data []byte) ([]TextChannel, error) {
	var list []channel
	if err := Decode(data, &list); err != nil {
		return nil, err
	}
	var all []TextChannel
	for _, c := range list {
		if k := c.kind(); k == kindText || k == kindAnnouncement {
			all = append(all, TextChannel{discord.ChannelAccess{ID: c.ID, Name: c.Name,
				Slowmode: time.Duration(c.Slowmode) * time.Second}, c.Overwrites})
		}
	}
	return all, nil
}

// Guild reads a guild that becomes known: [discord.GuildAvailable], or [discord.GuildRemoved] if it is out of order;
// nil for what is no guild.
func Guild(data []byte) (any, error) {
	var g struct {
		ID          id.Guild  `json:"id"`
		Unavailable bool      `json:"unavailable"`
		Roles       []role    `json:"roles"`
		Channels    []channel `json:"channels"`
		Threads     []channel `json:"threads"`
	}
	if err := Decode(data, &g); err != nil || !isSnowflake(g.ID) {
		return nil, err
	}
	if g.Unavailable {
		return discord.GuildRemoved{ID: g.ID, Unavailable: true}, nil
	}
	v := discord.GuildAvailable{ID: g.ID, Last: make(map[id.Channel]id.Message, len(g.Channels)+len(g.Threads))}
	for _, list := range [][]channel{g.Channels, g.Threads} {
		for _, c := range list {
			if !isSnowflake(c.ID) {
				continue
			}
			if c.Last != "" {
				v.Last[c.ID] = c.Last
			}
			v.Channels = append(v.Channels, c.guildChannel(g.ID))
		}
	}
	for _, r := range g.Roles {
		if r.isEveryone(g.ID) {
			v.EveryonePermissions, _ = Bits(r.Permissions)
		}
	}
	v.Threads = threads(g.Threads)
	return v, nil
}

// Threads reads a list of active threads.
func Threads(data []byte) ([]discord.Thread, error) {
	var list struct {
		Threads []channel `json:"threads"`
	}
	err := Decode(data, &list)
	return threads(list.Threads), err
}

func threads(list []channel) (all []discord.Thread) {
	for _, c := range list {
		if !isSnowflake(c.ID) {
			continue
		}
		all = append(all, discord.Thread{ID: c.ID, Parent: c.Parent, Name: c.Name, Owner: c.Owner,
			Messages: c.Messages})
	}
	return all
}

// role is a role of a guild.
type role struct {
	ID          id.Role         `json:"id"`
	Permissions json.RawMessage `json:"permissions"`
	Tags        struct {
		Bot id.Player `json:"bot_id"` // whose own role it is
	} `json:"tags"`
}

// isEveryone reports whether a role is @everyone, which has the guild's id.
func (r *role) isEveryone(g id.Guild) bool { return r.ID == id.Role(g) }

// noManageOverwrites reports whether no overwrite says who may manage a channel or its permissions. One without
// overwrites in its JSON is not.
func (c *channel) noManageOverwrites() bool {
	const managing = discord.ManageChannels | discord.ManageRoles
	for _, o := range c.Overwrites {
		allow, known := Bits(o.Allow)
		deny, alsoKnown := Bits(o.Deny)
		if !known || !alsoKnown || (allow|deny)&managing != 0 {
			return false
		}
	}
	return c.Overwrites != nil
}

// guildChannel returns the data that decides whether everyone in a guild may view a channel. A channel without
// overwrites in its JSON counts as not public.
func (c *channel) guildChannel(g id.Guild) discord.GuildChannel {
	r := discord.GuildChannel{ID: c.ID, Private: c.kind() == kindPrivateThread}
	if c.isThread() {
		r.Parent, r.Locked = c.Parent, c.Thread.Locked
		return r
	}
	if c.Overwrites == nil {
		r.Deny = discord.ViewChannel
	}
	for _, o := range c.Overwrites {
		if o.ID != string(g) {
			continue
		}
		deny, understood := Bits(o.Deny)
		if r.Deny = deny; !understood {
			r.Deny = discord.ViewChannel
		}
		r.Allow, _ = Bits(o.Allow)
	}
	return r
}
