package gateway_test

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"yeye/bot/discord"
	"yeye/bot/discord/gateway"
	"yeye/bot/discord/rest"
	"yeye/bot/id"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"

	"yeye/internal/wait"
)

// find returns the first event after an index that has type T and satisfies holds.
func find[T any](o *env, after int, what string, holds func(T) bool) T {
	o.Helper()
	var found T
	o.eventually(what, func() bool {
		o.mu.Lock()
		defer o.mu.Unlock()
		for _, d := range o.data[min(after, len(o.data)):] {
			if v, ok := d.(T); ok && holds(v) {
				found = v
				return true
			}
		}
		return false
	})
	return found
}

// all is true of everything.
func all[T any](T) bool { return true }

// Discord's events arrive as plain values.
func TestEvents(t *testing.T) {
	o := open(t, sandbox.Options{}, nil).run()
	info := o.server.Info()
	ready := find(o, 0, "READY", all[discord.Ready])
	guild := find(o, 0, "the guild", all[discord.GuildAvailable])
	if !slices.Equal(ready.Guilds, []id.Guild{guild.ID}) {
		t.Errorf("READY names %q, and %q comes", ready.Guilds, guild.ID)
	}
	bot, app := o.gateway.Self()
	if bot == "" || app == "" {
		t.Errorf("the bot is user %q and application %q", bot, app)
	}
	channel := id.Channel(o.channel())

	said, err := o.mei.Say(t.Context(), o.channel(), "h2e2")
	if err != nil {
		t.Fatal(err)
	}
	m := find(o, 0, "what was said", func(m *discord.Received) bool { return m.Content == "h2e2" })
	if m.ID != id.Message(said.ID) || m.Channel != channel || m.Guild != guild.ID || m.Author.ID != id.Player(o.mei.ID) || m.Author.Name == "" || m.Author.Bot || m.RepliesTo != "" {
		t.Errorf("%+v", m)
	}
	if _, err := o.mei.Reply(t.Context(), said, "and then"); err != nil {
		t.Fatal(err)
	}
	if m := find(o, 0, "the reply", func(m *discord.Received) bool { return m.Content == "and then" }); m.RepliesTo != id.Message(said.ID) || m.RepliedUser != id.Player(o.mei.ID) {
		t.Errorf("%+v", m)
	}
	if err := o.mei.React(t.Context(), said, "👍"); err != nil {
		t.Fatal(err)
	}
	if r := find(o, 0, "the reaction", all[discord.Reaction]); r != (discord.Reaction{Channel: channel, Message: id.Message(said.ID), Author: id.Player(o.mei.ID), By: id.Player(o.mei.ID)}) {
		t.Errorf("%+v", r)
	}

	thread, err := o.rest.StartThread(t.Context(), channel, "a game")
	if err != nil {
		t.Fatal(err)
	}
	o.order(sandbox.Fault{Kind: "drop"})
	find(o, 0, "the connection goes on", all[discord.Resumed])
	o.order(sandbox.Fault{Kind: "invalid_session"})
	o.eventually("a second session", func() bool { return o.identified.Load() == 2 })
	g := find(o, 0, "the guild with its thread", func(g discord.GuildAvailable) bool { return len(g.Threads) > 0 })
	if th := g.Threads[0]; th.ID != thread || th.Parent != channel || th.Owner != bot || th.Name != "a game" || th.Messages != 0 {
		t.Errorf("%+v", th)
	}
	if g.Last[channel] == "" || id.Later(m.ID, g.Last[channel]) {
		t.Errorf("the last message there is said to be %q", g.Last[channel])
	}
	ch, err := sandbox.ParseSnowflake(string(thread))
	if err != nil {
		t.Fatal(err)
	}
	o.order(sandbox.Fault{Kind: "delete_channel", ChannelID: ch})
	if gone := find(o, 0, "the end of the thread", all[discord.ChannelDeleted]); gone != (discord.ChannelDeleted{ID: thread, Guild: guild.ID, Parent: channel}) {
		t.Errorf("%+v", gone)
	}
	if len(info.Users) < 2 {
		t.Fatal("nobody to name")
	}
}

// Commands and controls arrive with the objects that they name, and are answered by package rest.
func TestInteractions(t *testing.T) {
	o := open(t, sandbox.Options{AnswerWithin: time.Minute}, nil).run()
	o.eventually("connected", o.gateway.Connected)
	bot, app := o.gateway.Self()
	text := func(s string) discord.Text {
		return discord.Text{Default: s, By: map[string]string{"zh-CN": "测" + s}}
	}
	registered, err := o.rest.OverwriteCommands(t.Context(), app, []discord.Command{
		{Name: text("play"), Description: text("Play"), Options: []discord.CommandOption{
			{Type: discord.UserOption, Name: text("user"), Description: text("Who")}, {Type: discord.StringOption, Name: text("side"), Description: text("Which"), Autocomplete: true},
			{Type: discord.AttachmentOption, Name: text("file"), Description: text("What")}}},
		{Kind: discord.MessageCommand, Name: discord.Text{Default: "Read"}},
	})
	if err != nil || len(registered) != 2 || registered[0].ID == "" || len(registered[0].Options) != 3 {
		t.Fatalf("%+v, %v", registered, err)
	}
	other := o.server.Info().Users[1]
	go func() { // each waits for its response, which the test sends below
		o.mei.Command(o.Context(), o.channel(), "play", person.Opt("user", other.ID), person.Opt("side", "red"), person.File("file", "g.pgn", []byte("1. h2e2")))
	}()
	i := find(o, 0, "the command", func(i *discord.Interaction) bool { return i.Kind == discord.CommandInteraction })
	if i.Command != "play" || i.CommandKind != discord.SlashCommand || i.User.ID != id.Player(o.mei.ID) || i.Options["side"] != "red" || i.Options["user"] != other.ID || i.Thread || i.Guild == "" ||
		i.App != app || i.Channel != id.Channel(o.channel()) || i.Locale != "zh-CN" || i.At().IsZero() {
		t.Errorf("%+v", i)
	}
	if i.BotPermissions < 0 || discord.MissingHere(i.BotPermissions, false) != nil || i.Permissions == 0 {
		t.Errorf("the bot may %b, the user %b", i.BotPermissions, i.Permissions)
	}
	if u := i.Users[id.Player(other.ID)]; u.Name == "" || u.Bot {
		t.Errorf("the user named is %+v", u)
	}
	file := i.Attachments[i.Options["file"]]
	if file.Name != "g.pgn" {
		t.Errorf("the file is %+v", file)
	}
	if data, err := o.rest.Attachment(t.Context(), file.URL, 100); err != nil || string(data) != "1. h2e2" {
		t.Errorf("%q, %v", data, err)
	}
	control := discord.ControlID{Action: "man", ID: "abcdefghij", Arg: "-"}
	created, err := o.rest.Respond(t.Context(), i, discord.RespondMessage, discord.Message{Content: "board", Mention: []id.Player{id.Player(other.ID)},
		Rows:  []discord.Row{{discord.Select{CustomID: control.String(), Placeholder: "piece", Options: []discord.Option{{Label: "Cannon", Value: "h2"}}}}, {discord.Button{CustomID: "y1:resign:abcdefghij:0::", Label: "Resign", Style: discord.Danger}}},
		Files: []discord.File{{Name: "b.png", ContentType: "image/png", Description: "a board", Data: []byte("PNG")}}})
	if err != nil || created == "" {
		t.Fatalf("%q, %v", created, err)
	}
	list, err := o.rest.Recent(t.Context(), i.Channel, 5, "")
	if err != nil || len(list) == 0 || list[0].ID != created || list[0].Author.ID != bot || list[0].Content != "board" || len(list[0].Attachments) != 1 ||
		!slices.Equal(list[0].CustomIDs, []string{control.String(), "y1:resign:abcdefghij:0::"}) {
		t.Fatalf("%+v, %v", list, err)
	}

	card, err := o.mei.Wait(t.Context(), person.Is(string(created)))
	if err != nil {
		t.Fatal(err)
	}
	go o.mei.Select(o.Context(), card, "piece", "h2")
	i = find(o, 0, "the select", func(i *discord.Interaction) bool { return i.Kind == discord.ComponentInteraction })
	if i.CustomID != control.String() || !slices.Equal(i.Values, []string{"h2"}) || i.Message == nil || i.Message.ID != created || i.Command != "" {
		t.Errorf("%+v on %+v", i, i.Message)
	}
	if id, err := o.rest.Respond(t.Context(), i, discord.RespondUpdate, discord.Message{Content: "moved"}); err != nil || id != created {
		t.Errorf("%q, %v", id, err)
	}
	if _, err := o.rest.Respond(t.Context(), i, discord.DeferUpdate, discord.Message{}); err == nil || !discord.AsAPIError(err).AlreadyAcknowledged() {
		t.Errorf("a second first answer: %v", err)
	}
	later, err := o.rest.Followup(t.Context(), i, discord.Message{Content: "for you", Private: true})
	if err != nil || later == "" {
		t.Errorf("%q, %v", later, err)
	}
	if err := o.rest.EditFollowup(t.Context(), i, later, discord.Message{Content: "still for you", Private: true}); err != nil {
		t.Error(err)
	}
	if err := o.rest.EditFollowup(t.Context(), i, "123", discord.Message{Content: "nobody's"}); !discord.AsAPIError(err).Gone() {
		t.Errorf("a message that there is not: %v", err)
	}

	go o.mei.OnMessage(o.Context(), card, "Read")
	i = find(o, 0, "the message's command", func(i *discord.Interaction) bool { return i.Command == "Read" })
	if on := i.Messages[id.Message(i.Target)]; i.CommandKind != discord.MessageCommand || i.Target != string(created) || on == nil || on.Content != "moved" || on.Author.ID != bot {
		t.Errorf("%+v on %+v", i, on)
	}
	if _, err := o.rest.Respond(t.Context(), i, discord.DeferMessage, discord.Message{Private: true}); err != nil {
		t.Error(err)
	}
	if err := o.rest.EditOriginal(t.Context(), i, discord.Message{Content: "read", Private: true}); err != nil {
		t.Error(err)
	}
	if err := o.rest.DeleteOriginal(t.Context(), i); err != nil {
		t.Error(err)
	}

	type offered struct {
		list []person.Choice
		err  error
	}
	choices := make(chan offered, 1)
	go func() {
		list, err := o.mei.Autocomplete(o.Context(), o.channel(), "play", "side", "r")
		choices <- offered{list, err}
	}()
	i = find(o, 0, "what is being typed", func(i *discord.Interaction) bool { return i.Kind == discord.AutocompleteInteraction })
	if i.Focused != "side" || i.Options["side"] != "r" || i.Command != "play" {
		t.Errorf("%+v", i)
	}
	if err := o.rest.Choices(t.Context(), i, []discord.Choice{{Name: discord.Text{Default: "Red", By: map[string]string{"zh-CN": "红方"}}, Value: "red"}}); err != nil {
		t.Fatal(err)
	}
	if got := <-choices; got.err != nil || len(got.list) != 1 || !strings.Contains(got.list[0].Name, "红") && got.list[0].Name != "Red" {
		t.Errorf("%+v", got)
	}
}

// Every request of package rest is accepted by a sandbox as strict as Discord.
func TestRequests(t *testing.T) {
	o := open(t, sandbox.Options{}, nil)
	ctx, channel := t.Context(), id.Channel(o.channel())
	app, err := o.rest.Application(ctx)
	if err != nil || app.ID == "" || !app.ReadsContent || app.Endpoint != "" {
		t.Fatalf("%+v, %v", app, err)
	}
	me, err := o.rest.Me(ctx)
	if err != nil || me.ID == "" || !me.Bot || me.Name == "" {
		t.Fatalf("%+v, %v", me, err)
	}
	if s, err := o.rest.SessionStarts(ctx); err != nil || s.Total != 1000 || s.Remaining != 1000 || s.MaxConcurrency != 1 || s.Shards != 1 || s.URL == "" || s.ResetAfter <= 0 {
		t.Errorf("%+v, %v", s, err)
	}
	address, err := o.rest.Address(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.rest.CheckHello(ctx, address); err != nil {
		t.Error(err)
	}
	guilds, err := o.rest.Guilds(ctx)
	if err != nil || len(guilds) != 1 || guilds[0].Name == "" {
		t.Fatalf("%+v, %v", guilds, err)
	}
	channels, err := o.rest.Channels(ctx, guilds[0].ID, me.ID)
	if err != nil || len(channels) != 3 {
		t.Fatalf("%+v, %v", channels, err)
	}
	for _, c := range channels {
		if boards, threads := discord.MissingPermissions(c.Permissions); boards != nil || threads != nil || c.Permissions < 0 || c.Name == "" {
			t.Errorf("%+v lacks %q, %q", c, boards, threads)
		}
	}

	m := discord.Message{Content: "a", Nonce: "n1", Mention: []id.Player{id.Player(o.mei.ID)}}
	first, err := o.rest.Create(ctx, channel, m)
	if again, err2 := o.rest.Create(ctx, channel, m); err != nil || err2 != nil || again != first {
		t.Fatalf("%q, %v; with the same nonce %q, %v", first, err, again, err2)
	}
	reply, err := o.rest.Create(ctx, channel, discord.Message{Content: "b", ReplyTo: first})
	if err != nil {
		t.Fatal(err)
	}
	if at, err := o.rest.EditAt(ctx, channel, reply, discord.Message{Content: "c", Nonce: "n2", ReplyTo: first,
		Files: []discord.File{{Name: "b.png", ContentType: "image/png", Description: strings.Repeat("馬", 2000), Data: []byte("PNG")}}}); err != nil || at.IsZero() {
		t.Errorf("%v, %v", at, err)
	}
	list, err := o.rest.Recent(ctx, channel, 10, first)
	if err != nil || len(list) != 1 || list[0].ID != reply || list[0].RepliesTo != first || list[0].RepliedUser != me.ID || list[0].Content != "c" || len(list[0].Attachments) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
	if err := o.rest.Delete(ctx, channel, reply); err != nil {
		t.Error(err)
	}
	if err := o.rest.Delete(ctx, channel, reply); !discord.OutOfReach(err) {
		t.Errorf("deleted twice: %v", err)
	}
	if err := o.rest.Typing(ctx, channel); err != nil {
		t.Error(err)
	}
	if dm, err := o.rest.OpenDM(ctx, id.Player(o.mei.ID)); err != nil || dm == "" {
		t.Errorf("%q, %v", dm, err)
	}

	thread, err := o.rest.StartThread(ctx, channel, "a game")
	if err != nil {
		t.Fatal(err)
	}
	if err := o.rest.RenameThread(ctx, thread, "Mei – Tom, 1–0"); err != nil {
		t.Error(err)
	}
	if err := o.rest.Archive(ctx, thread); err != nil {
		t.Error(err)
	}
	if c, err := o.rest.Channel(ctx, thread); err != nil || c.Owner == "" || c != (discord.Channel{ID: thread, Name: "Mei – Tom, 1–0", Guild: guilds[0].ID, Parent: channel, Thread: true, Owner: c.Owner, Archived: true}) {
		t.Errorf("%+v, %v", c, err)
	}
	if err := o.rest.RenameThread(ctx, thread, "Mei – somebody who left"); err != nil {
		t.Error(err)
	}
	if c, err := o.rest.Channel(ctx, thread); err != nil || c.Archived || c.Name != "Mei – somebody who left" { // renaming reopens
		t.Errorf("%+v, %v", c, err)
	}
	recent, err := o.rest.Recent(ctx, channel, 10, id.MessageIDAt(id.CreatedAt(thread).Add(-time.Second)))
	line := slices.IndexFunc(recent, func(m discord.Received) bool { return m.OpenedThread == thread })
	if err != nil || line < 0 || recent[line].Content != "a game" {
		t.Errorf("%+v, %v", recent, err)
	} else if err := o.rest.Delete(ctx, channel, recent[line].ID); err != nil {
		t.Error(err)
	}
	if err := o.rest.Unarchive(ctx, thread); err != nil {
		t.Error(err)
	}
	if c, err := o.rest.Channel(ctx, channel); err != nil || !c.Text || c.Thread || c.Parent != "" || c.Guild != guilds[0].ID {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := o.rest.Channel(ctx, "1"); discord.AsAPIError(err) == nil || !discord.AsAPIError(err).UnknownChannel() {
		t.Errorf("%v", err)
	}

	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 128, 128))); err != nil {
		t.Fatal(err)
	}
	created, err := o.rest.CreateEmoji(ctx, app.ID, "yeye_rk", picture.Bytes())
	if err != nil || created.ID == "" || created.Name != "yeye_rk" {
		t.Fatalf("%+v, %v", created, err)
	}
	if list, err := o.rest.Emojis(ctx, app.ID); err != nil || !slices.Equal(list, []discord.Emoji{created}) {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := o.rest.Create(ctx, channel, discord.Message{Rows: []discord.Row{{discord.Button{CustomID: "y1:how::0::", Emoji: created}}}, Content: created.Text()}); err != nil {
		t.Error(err)
	}
	if err := o.rest.DeleteEmoji(ctx, app.ID, created.ID); err != nil {
		t.Error(err)
	}
	if list, err := o.rest.Commands(ctx, app.ID); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

// Each connection of several receives its own events, and they begin one after the other.
func TestShards(t *testing.T) {
	budget := gateway.NewBudget()
	server := sandbox.New(sandbox.Options{IdentifyEvery: 200 * time.Millisecond})
	if err := server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	client, err := rest.New(rest.Options{Token: server.BotToken(), API: server.API()})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var home []int
	var wg sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	var ready atomic.Int64
	for n := range 2 {
		g := gateway.New(gateway.Options{
			Token: server.BotToken(), REST: client, Intents: gateway.Guilds, Shard: [2]int{n, 2}, Budget: budget,
			Handle: func(e discord.Event) {
				mu.Lock()
				defer mu.Unlock()
				switch e.Data.(type) {
				case discord.Ready:
					ready.Add(1)
				case discord.GuildAvailable:
					home = append(home, n)
				}
			},
		})
		g.SetBetween(time.Second)
		wg.Go(func() {
			if err := g.Run(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Until(t, "both shards are ready", func() bool { return ready.Load() == 2 })
	homes := func() int { mu.Lock(); defer mu.Unlock(); return len(home) }
	wait.Until(t, "a shard has the guild", func() bool { return homes() > 0 })
	cancel()
	wg.Wait()
	if len(home) != 1 {
		t.Errorf("the guild is with the shards %v", home)
	}
}
