package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/services"
	"yeye/bot/store"
	"yeye/bot/store/shards"
)

var errOffline = errors.New("nothing is sent from a desk")

// Self is the bot's user.
const Self = id.Player("100")

// Thread is a thread that was opened.
type Thread struct{ discord.Channel }

// Posted is a message that was posted in a channel, not as a response.
type Posted struct {
	discord.Message
	Channel id.Channel
}

// rest is Discord's REST interface: without a network, unless the desk is online. Methods that a desk never calls
// panic.
type rest struct {
	services.REST
	d *Desk
}

func (r rest) fails() error {
	if r.d.online {
		return nil
	}
	return errOffline
}

func (r rest) Channel(_ context.Context, c id.Channel) (discord.Channel, error) {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	if t := r.d.thread(c); t != nil {
		return t.Channel, r.fails()
	}
	return discord.Channel{ID: c, Guild: Guild, Text: true}, r.fails()
}

func (r rest) StartThread(_ context.Context, parent id.Channel, name string) (id.Channel, error) {
	if err := cmp.Or(r.fails(), r.d.ThreadError); err != nil {
		return "", err
	}
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	c := id.Channel(fmt.Sprint(9001 + len(r.d.Threads)))
	r.d.Threads = append(r.d.Threads, &Thread{discord.Channel{ID: c, Name: name, Guild: Guild, Parent: parent,
		Thread: true, Owner: Self}})
	r.d.Lines = append(r.d.Lines, discord.Received{ID: id.Message(c) + "0", Channel: parent,
		Author: discord.User{ID: Self}, Content: name, OpenedThread: c})
	return c, nil
}

func (r rest) RenameThread(_ context.Context, c id.Channel, name string) error {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	if r.d.RenameError != nil {
		return r.d.RenameError
	}
	if t := r.d.thread(c); t != nil {
		t.Name, t.Archived = name, false
	}
	return r.fails()
}

func (r rest) Delete(_ context.Context, c id.Channel, m id.Message) error {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	r.d.Lines = slices.DeleteFunc(r.d.Lines, func(l discord.Received) bool { return l.Channel == c && l.ID == m })
	return r.fails()
}

func (r rest) Archive(_ context.Context, c id.Channel) error {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	if t := r.d.thread(c); t != nil {
		t.Archived = true
	}
	return r.fails()
}

func (r rest) Create(_ context.Context, c id.Channel, m discord.Message) (id.Message, error) {
	if err := r.fails(); err != nil {
		return "", err
	}
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	r.d.posted = append(r.d.posted, Posted{m, c})
	return id.Message(fmt.Sprint(600 + len(r.d.posted))), nil
}

func (r rest) OpenDM(_ context.Context, p id.Player) (id.Channel, error) {
	return id.Channel("dm " + p), r.fails()
}

func (r rest) CreateEvent(_ context.Context, _ id.Guild, e discord.ScheduledEvent) (string, error) {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	r.d.Events = append(r.d.Events, e)
	return "1", r.fails()
}

func (r rest) DeleteEvent(_ context.Context, _ id.Guild, _ string) error {
	if err := r.fails(); err != nil {
		return err
	}
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	if len(r.d.Events) == 0 {
		return &discord.APIError{Status: http.StatusNotFound}
	}
	r.d.Events = r.d.Events[:len(r.d.Events)-1]
	return nil
}

// botRole is the bot's managed role.
const botRole = id.Role("90")

func (r rest) Roles(context.Context, id.Guild) (discord.Roles, error) {
	return r.d.Roles, r.d.RolesError
}

func (r rest) RolesOf(_ context.Context, _ id.Guild, member id.Player) (held []id.Role, _ error) {
	if member == Self {
		return []id.Role{botRole}, nil
	}
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	for key := range r.d.Held {
		if name, role, _ := strings.Cut(key, " "); People[name] == member {
			held = append(held, id.Role(role))
		}
	}
	return held, r.d.MemberError
}

func (r rest) Channels(_ context.Context, _ id.Guild, member id.Player) (all []discord.ChannelAccess, err error) {
	for c, may := range r.d.May {
		all = append(all, discord.ChannelAccess{ID: c, Permissions: may | r.d.Holds[member]})
	}
	return all, r.fails()
}

func (r rest) AvatarURL(_ context.Context, g id.Guild, member id.Player) (string, error) {
	return discord.Avatars{}.URL(g, member), r.d.PictureError
}

func (r rest) AddRole(_ context.Context, _ id.Guild, member id.Player, role id.Role, _ string) error {
	return r.setRole(member, role, true)
}

func (r rest) RemoveRole(_ context.Context, _ id.Guild, member id.Player, role id.Role, _ string) error {
	return r.setRole(member, role, false)
}

func (r rest) setRole(member id.Player, role id.Role, held bool) error {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	r.d.Gave++
	if err := cmp.Or(r.d.RoleError, r.d.RoleErrors[role]); err != nil {
		return err
	}
	for name, p := range People {
		if p != member {
			continue
		}
		if key := name + " " + string(role); held {
			r.d.Held[key] = true
		} else {
			delete(r.d.Held, key)
		}
	}
	return nil
}

func (r rest) Attachment(_ context.Context, url string, _ int64) ([]byte, error) {
	if data, ok := r.d.Files[url]; ok {
		return data, nil
	}
	return nil, errOffline
}

func (r rest) Threads(context.Context, id.Guild) ([]discord.Thread, error) { return nil, r.fails() }

func (r rest) Recent(_ context.Context, c id.Channel, _ int, _ id.Message) (all []discord.Received, _ error) {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	for _, l := range r.d.Lines {
		if l.Channel == c {
			all = append(all, l)
		}
	}
	return all, r.fails()
}

// connection is a connection that has missed no events, unless the desk is deaf.
type connection struct{ d *Desk }

func (connection) Self() id.Player                                 { return Self }
func (connection) ReadsContent() bool                              { return true }
func (connection) Slowmode(id.Channel) time.Duration               { return 0 }
func (c connection) Overdue(id.Guild) bool                         { return c.d.Deaf }
func (connection) IsLeader() bool                                  { return true }
func (connection) Part() shards.Part                               { return shards.Part{} }
func (connection) Check(context.Context, store.Tx, id.Guild) error { return nil }

// PostedIn returns the messages posted in a channel, without responses. The DM channel with a player is "dm " and their
// id.
func (d *Desk) PostedIn(c id.Channel) (all []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, p := range d.posted {
		if p.Channel == c {
			all = append(all, p.Content)
		}
	}
	return all
}
