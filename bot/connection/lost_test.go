package connection

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/place"
	"yeye/bot/store"
	"yeye/game"
)

// lost is a process with one connection, and games on two servers.
type lost struct {
	*process
	t *testing.T
	n int
}

func newLost(t *testing.T) *lost {
	t.Helper()
	db, _ := testdb.Open(t, time.Now)
	l := &lost{process: newProcess(t, db, nil), t: t}
	l.handler = Handler{Event: func(discord.Event) {}}
	return l
}

// hears lets the process handle an event, and returns when what that began is done.
func (l *lost) hears(data any) {
	c := l.get(0)
	if c == nil {
		c = l.open(0)
	}
	l.handle(c, discord.Event{Data: data})
	c.tasks.Wait()
}

func (l *lost) terms(g id.Guild, channel id.Channel) (match.Actor, match.Terms) {
	l.n++
	who, other := id.Player(fmt.Sprint("1", l.n)), id.Player(fmt.Sprint("2", l.n))
	return match.Actor{Event: id.Event(fmt.Sprint("e", l.n)), Player: who, Source: match.FromCommand},
		match.Terms{Mode: match.Duel, Guild: g, Channel: channel, Seats: [2]match.Seat{{Player: who}, {Player: other}}, Position: game.Start()}
}

// begin begins a game.
func (l *lost) begin(g id.Guild, channel id.Channel) id.Match {
	l.t.Helper()
	by, terms := l.terms(g, channel)
	c, err := l.Matches.Start(l.t.Context(), by, terms)
	if err != nil {
		l.t.Fatal(err)
	}
	return c.Match.ID
}

// propose makes a challenge.
func (l *lost) propose(g id.Guild, channel id.Channel) {
	l.t.Helper()
	by, terms := l.terms(g, channel)
	if _, err := l.Challenges.Propose(l.t.Context(), by, terms); err != nil {
		l.t.Fatal(err)
	}
}

// hasState requires the state of a game.
func (l *lost) hasState(what string, of id.Match, want match.Status, ruling match.Ruling) {
	l.t.Helper()
	m, err := l.Matches.Get(l.t.Context(), of)
	if err != nil || m.Status != want || m.Ruling != ruling {
		l.t.Errorf("%s: %v %v %v", what, m.Status, m.Ruling, err)
	}
}

// waiting requires that this many challenges wait.
func (l *lost) waiting(what string, want int) {
	l.t.Helper()
	if n, err := l.Challenges.Count(l.t.Context()); n != want || err != nil {
		l.t.Errorf("%s: %d challenges wait, %v", what, n, err)
	}
}

// A server that removes the bot loses its games, and leaves no challenge that would count against its challenger elsewhere. An outage
// changes nothing. Paused games stay so.
func TestGuildGone(t *testing.T) {
	l := newLost(t)
	here, paused, elsewhere := l.begin("5", "51"), l.begin("5", "52"), l.begin("6", "61")
	if _, err := l.Matches.Rule(t.Context(), match.Actor{Event: "mod", Player: "9"}, paused, match.PausedByModerator); err != nil {
		t.Fatal(err)
	}
	l.propose("5", "53")
	l.propose("6", "62")
	l.hears(discord.GuildRemoved{ID: "5", Unavailable: true})
	l.hasState("after an outage", here, match.Open, match.NoRuling)
	l.waiting("after an outage", 2)
	l.hears(discord.GuildRemoved{ID: "5"})
	l.hasState("here", here, match.Adjourned, match.NoRuling)
	l.hasState("paused", paused, match.Adjourned, match.PausedByModerator)
	l.hasState("elsewhere", elsewhere, match.Open, match.NoRuling)
	l.waiting("after the loss", 1)
}

// What a lost server costs does not depend on the games elsewhere.
func TestGuildGoneReadsItsOwnGames(t *testing.T) {
	l := newLost(t)
	l.begin("5", "51")
	statements := func() (n int) {
		l.db.Observe(store.Observer{Statement: func(context.Context, string) error { n++; return nil }})
		l.hears(discord.GuildRemoved{ID: "5"})
		return n
	}
	one := statements()
	for n := range 10 {
		l.begin("6", id.Channel(fmt.Sprint("6", n)))
	}
	l.begin("5", "52")
	if n := statements(); n > one {
		t.Errorf("%d statements with games elsewhere, %d without", n, one)
	}
}

// A deleted channel loses its game, also a paused one, and its threads theirs.
func TestChannelGone(t *testing.T) {
	l := newLost(t)
	here, thread, paused, other := l.begin("5", "51"), l.begin("5", "52"), l.begin("5", "53"), l.begin("5", "54")
	if _, err := l.Matches.Rule(t.Context(), match.Actor{Event: "mod", Player: "9"}, paused, match.PausedByModerator); err != nil {
		t.Fatal(err)
	}
	l.propose("5", "55")
	by, terms := l.terms("5", "56")
	terms.Seats[0] = match.Seat{Team: match.WholeServer}
	team, err := l.Matches.Start(t.Context(), by, terms)
	if err != nil {
		t.Fatal(err)
	}
	l.hears(discord.GuildAvailable{ID: "5", Channels: []discord.GuildChannel{{ID: "56", Parent: "51"}, {ID: "51"}, {ID: "52", Parent: "51"}, {ID: "53", Parent: "51"}, {ID: "54"}, {ID: "55", Parent: "51"}}})
	l.hears(discord.ChannelDeleted{ID: "51", Guild: "5"})
	l.hasState("here", here, match.Adjourned, match.NoRuling)
	l.hasState("in a thread", thread, match.Adjourned, match.NoRuling)
	l.hasState("paused", paused, match.Adjourned, match.NoRuling)
	l.hasState("of a team", team.Match.ID, match.Ended, match.NoRuling)
	l.hasState("in another channel", other, match.Open, match.NoRuling)
	l.waiting("after the loss", 0)
}

// A game in a thread that is locked is adjourned, and its card shown again when the thread is unlocked. One that is only archived goes on:
// who writes there reopens it.
func TestThreadLocked(t *testing.T) {
	l := newLost(t)
	here, other := l.begin("5", "52"), l.begin("5", "53")
	l.propose("5", "54")
	update := func(thread id.Channel, locked bool) {
		l.hears(discord.ChannelUpdated{Guild: "5", Channel: discord.GuildChannel{ID: thread, Parent: "51", Locked: locked}})
	}
	l.hears(discord.GuildAvailable{ID: "5", Channels: []discord.GuildChannel{{ID: "51"}, {ID: "52", Parent: "51"}, {ID: "53", Parent: "51"}}})
	update("52", false)
	l.hasState("archived or renamed", here, match.Open, match.NoRuling)
	update("52", true)
	l.hasState("locked", here, match.Adjourned, match.NoRuling)
	l.hasState("elsewhere", other, match.Open, match.NoRuling)
	l.waiting("elsewhere", 1)
	update("54", true)
	l.waiting("where its thread is locked", 0)
	before, _ := l.Matches.Get(t.Context(), here)
	update("52", false)
	if now, err := l.Matches.Get(t.Context(), here); err != nil || now.Status != match.Adjourned || now.Rev == before.Rev {
		t.Errorf("unlocked: %v, revision %d after %d, %v", now.Status, now.Rev, before.Rev, err)
	}
}

// A thread that was locked while the bot lost and regained a permission is known as locked.
func TestLockedThreadAfterPermission(t *testing.T) {
	l := newLost(t)
	here := l.begin("5", "52")
	l.hears(discord.GuildAvailable{ID: "5", Channels: []discord.GuildChannel{{ID: "51"}, {ID: "52", Parent: "51"}}})
	l.hears(discord.ChannelUpdated{Guild: "5", Channel: discord.GuildChannel{ID: "52", Parent: "51", Locked: true}})
	for _, c := range []struct {
		may  int64
		want place.Status
	}{{0, place.NoPermission}, {discord.ViewChannel | discord.SendMessagesInThreads | discord.AttachFiles, place.Locked}} {
		l.access = []discord.ChannelAccess{{ID: "51", Permissions: c.may}}
		l.hears(discord.EveryonePermissions{Guild: "5"})
		m, err := l.Matches.Get(t.Context(), here)
		if err != nil || m.Displacement.Place != place.Locked || m.Displacement.Status() != c.want {
			t.Errorf("%+v, want %q, %v", m.Displacement, c.want, err)
		}
	}
}

// A game that lacked a permission when the bot was removed goes on if the bot has it when it is invited again.
func TestPermissionAfterReturn(t *testing.T) {
	l := newLost(t)
	here := l.begin("5", "51")
	l.hears(discord.GuildAvailable{ID: "5", Channels: []discord.GuildChannel{{ID: "51"}}})
	l.access = []discord.ChannelAccess{{ID: "51"}}
	l.hears(discord.EveryonePermissions{Guild: "5"})
	l.hears(discord.GuildRemoved{ID: "5"})
	m, err := l.Matches.Get(t.Context(), here)
	if err != nil || m.Displacement.Status() != place.NoPermission {
		t.Fatalf("%+v, %v", m.Displacement, err)
	}
	l.access = []discord.ChannelAccess{{ID: "51", Permissions: discord.ViewChannel | discord.SendMessages | discord.AttachFiles}}
	l.hears(discord.GuildAvailable{ID: "5", Channels: []discord.GuildChannel{{ID: "51"}}})
	if m, err = l.Matches.Get(t.Context(), here); err != nil || m.LostPlace() {
		t.Errorf("%+v, %v", m.Displacement, err)
	}
}

// Which lost places work again is known from the server's description in a new session. Other servers cost no request.
func TestPlacesAfterAnAbsence(t *testing.T) {
	l := newLost(t)
	here, thread, archived := l.begin("5", "51"), l.begin("5", "52"), l.begin("5", "53")
	lost := func(what string, of id.Match, want bool) {
		t.Helper()
		if m, err := l.Matches.Get(t.Context(), of); err != nil || m.LostPlace() != want {
			t.Errorf("%s: %v, %+v, %v", what, m.Status, m.Displacement, err)
		}
	}
	described := func(locked bool) {
		l.guilds.set("5", true) // as READY does
		l.hears(discord.GuildAvailable{ID: "5", Channels: []discord.GuildChannel{{ID: "51"}, {ID: "52", Parent: "51", Locked: locked}}})
	}
	l.access = []discord.ChannelAccess{{ID: "51"}}
	described(false)
	lost("nothing waited", here, false)
	l.access[0].Permissions = discord.ViewChannel | discord.SendMessages | discord.SendMessagesInThreads | discord.AttachFiles
	l.hears(discord.ChannelUpdated{Guild: "5", Channel: discord.GuildChannel{ID: "52", Parent: "51", Locked: true}})
	lost("locked", thread, true)
	described(true)
	lost("still locked", thread, true)
	described(false)
	lost("unlocked", thread, false)
	l.hears(discord.GuildRemoved{ID: "5"})
	lost("removed", here, true)
	lost("removed", archived, true)
	described(false)
	lost("invited again", here, false)
	lost("invited again", archived, false)
}

// When a channel changes Discord is asked what the bot may still do, if games are played there or in its threads: they are adjourned where
// it cannot show them any more.
func TestPermissionTaken(t *testing.T) {
	const all = discord.ViewChannel | discord.SendMessages | discord.SendMessagesInThreads | discord.AttachFiles
	for name, c := range map[string]struct {
		may             int64
		channel, thread match.Status
	}{
		"nothing":                  {all, match.Open, match.Open},
		"View Channel":             {0, match.Adjourned, match.Adjourned},
		"Attach Files":             {all &^ discord.AttachFiles, match.Adjourned, match.Adjourned},
		"Send Messages":            {all &^ discord.SendMessages, match.Adjourned, match.Open},
		"Send Messages in Threads": {all &^ discord.SendMessagesInThreads, match.Open, match.Adjourned},
		"hidden":                   {0, match.Adjourned, match.Adjourned},
		"of another kind":          {0, match.Open, match.Open},
		"what is not known":        {-1, match.Open, match.Open},
	} {
		for how, event := range map[string]any{
			"an overwrite": discord.ChannelUpdated{Guild: "5", Channel: discord.GuildChannel{ID: "51"}}, "everybody's role": discord.EveryonePermissions{Guild: "5"},
		} {
			t.Run(name+" by "+how, func(t *testing.T) {
				l := newLost(t)
				here, thread, other := l.begin("5", "51"), l.begin("5", "52"), l.begin("5", "53")
				l.hears(discord.GuildAvailable{ID: "5", Channels: []discord.GuildChannel{{ID: "51"}, {ID: "52", Parent: "51"}, {ID: "53"}}})
				l.access = []discord.ChannelAccess{{ID: "50", Permissions: 0}, {ID: "53", Permissions: all}}
				switch name {
				case "hidden":
					l.hidden = "51"
				case "of another kind":
				default:
					l.access = append(l.access, discord.ChannelAccess{ID: "51", Permissions: c.may})
				}
				l.hears(discord.ChannelUpdated{Guild: "5", Channel: discord.GuildChannel{ID: "53"}})
				l.hasState("before", here, match.Open, match.NoRuling)
				l.hears(event)
				l.hasState("in the channel", here, c.channel, match.NoRuling)
				l.hasState("in its thread", thread, c.thread, match.NoRuling)
				l.hasState("in another channel", other, match.Open, match.NoRuling)
			})
		}
	}
}

// A game that waits for a permission goes on when a role gives it to the bot. Other roles cost no request.
func TestPermissionByRole(t *testing.T) {
	l := newLost(t)
	here := l.begin("5", "51")
	l.hears(discord.GuildAvailable{ID: "5", Channels: []discord.GuildChannel{{ID: "51"}}})
	l.access = []discord.ChannelAccess{{ID: "51"}}
	l.hears(discord.BotRolesUpdated{Guild: "5", Bot: "self"})
	l.hasState("no game waited", here, match.Open, match.NoRuling)
	l.hears(discord.EveryonePermissions{Guild: "5"})
	l.access[0].Permissions = discord.ViewChannel | discord.SendMessages | discord.AttachFiles
	for _, c := range []struct {
		bot  id.Player
		lost bool
	}{{"2", true}, {"self", false}} {
		l.hears(discord.BotRolesUpdated{Guild: "5", Bot: c.bot})
		if m, err := l.Matches.Get(t.Context(), here); err != nil || m.LostPlace() != c.lost {
			t.Errorf("roles of %s: %+v, %v", c.bot, m.Displacement, err)
		}
	}
}

// Of the active threads those are archived that the bot opened for a game that never began.
func TestAbandonedThreads(t *testing.T) {
	l := newLost(t)
	now := time.Now()
	old := func(n int) id.Channel {
		return id.Channel(id.MessageIDAt(now.Add(-time.Hour - time.Duration(n)*time.Second)))
	}
	young := id.Channel(id.MessageIDAt(now))
	l.begin("5", old(1))
	l.propose("5", old(2))
	l.hears(discord.GuildAvailable{ID: "5", Threads: []discord.Thread{
		{ID: old(1), Owner: "self"}, {ID: old(2), Owner: "self"}, {ID: old(3), Owner: "self"}, {ID: old(4), Owner: "self", Messages: 1},
		{ID: old(5), Owner: "somebody"}, {ID: young, Owner: "self"},
	}})
	if want := []id.Channel{old(3)}; !slices.Equal(l.archived, want) {
		t.Errorf("archived %v, want %v", l.archived, want)
	}
}

// The number of servers is known from events: one that is unavailable for a while still counts, and a new session begins anew.
func TestGuildsAreCounted(t *testing.T) {
	l := newLost(t)
	for _, c := range []struct {
		when string
		data any
		want int
	}{
		{"at the start", discord.Ready{Guilds: []id.Guild{"5", "6"}}, 2},
		{"described", discord.GuildAvailable{ID: "5"}, 2},
		{"in an outage", discord.GuildRemoved{ID: "5", Unavailable: true}, 2},
		{"after an outage", discord.GuildAvailable{ID: "5"}, 2},
		{"removed", discord.GuildRemoved{ID: "5"}, 1},
		{"invited again", discord.GuildAvailable{ID: "5"}, 2},
		{"in a new session", discord.Ready{Guilds: []id.Guild{"6"}}, 1},
	} {
		if l.hears(c.data); l.Guilds() != c.want {
			t.Errorf("%s: %d servers", c.when, l.Guilds())
		}
	}
}

// Slowmode is known from interactions, and what everybody may view from descriptions.
func TestRecordsEvents(t *testing.T) {
	l := newLost(t)
	l.hears(&discord.Interaction{Channel: "51", Slowmode: time.Minute})
	if l.Slowmode("51") != time.Minute || l.Slowmode("52") != 0 {
		t.Errorf("slowmode %v and %v", l.Slowmode("51"), l.Slowmode("52"))
	}
	for _, c := range []struct {
		data any
		want bool
	}{
		{discord.GuildAvailable{ID: "5", EveryonePermissions: discord.ViewChannel, Channels: []discord.GuildChannel{{ID: "51"}}}, true},
		{discord.ChannelUpdated{Guild: "5", Channel: discord.GuildChannel{ID: "51", Deny: discord.ViewChannel}}, false},
		{discord.ChannelUpdated{Guild: "5", Channel: discord.GuildChannel{ID: "51"}}, true},
		{discord.EveryonePermissions{Guild: "5"}, false},
		{discord.EveryonePermissions{Guild: "5", Permissions: discord.ViewChannel}, true},
		{discord.GuildRemoved{ID: "5", Unavailable: true}, false},
		{discord.GuildAvailable{ID: "5", EveryonePermissions: discord.ViewChannel, Channels: []discord.GuildChannel{{ID: "51"}}}, true},
		{discord.Ready{}, false},
	} {
		if l.hears(c.data); l.Audience.Public("5", "51") != c.want {
			t.Errorf("after %+v: public %v", c.data, !c.want)
		}
	}
}
