package bot_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/discord/rest"
	"yeye/bot/id"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// threadOf returns the thread that a private response names.
func threadOf(t *testing.T, m *person.Message) string {
	t.Helper()
	_, rest, found := strings.Cut(m.Content, "<#")
	id, _, closed := strings.Cut(rest, ">")
	if !m.Private() || !found || !closed {
		t.Fatalf("no thread in %q", m.Content)
	}
	return id
}

func (h *env) deleteChannel(g *user, id string) {
	h.t.Helper()
	if err := g.Do(h.ctx(), http.MethodDelete, "/channels/"+id, nil, nil); err != nil {
		h.t.Fatal(err)
	}
}

func (h *env) deleteMessage(g *user, m *person.Message) {
	h.t.Helper()
	if err := g.Do(h.ctx(), http.MethodDelete, "/channels/"+m.ChannelID+"/messages/"+m.ID, nil, nil); err != nil {
		h.t.Fatal(err)
	}
}

// A thread is deleted with two people's game in it: the game is adjourned, and either
// player can transfer it to another channel.
func TestDeletedThread(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	owner, tom, linh := h.connect(0), h.connect(1), h.connect(2)
	owner.command("play")
	owner.wait(person.WithPicture())
	thread := threadOf(t, tom.command("challenge", person.Opt("user", linh.ID), person.Opt("side", "red")))
	tom.in(thread, func() {
		asked := tom.wait(person.Contains("challenges you"))
		linh.press(asked, "Accept")
		tom.say("h2e2")
		tom.wait(person.Moved("h2e2"))
	})
	h.deleteChannel(owner, thread)
	tom.eventually("the game is set aside", func() bool {
		return strings.Contains(tom.command("games").Content, "💤")
	})
	tom.in(h.info.Channels[1].ID, func() {
		list := linh.command("games")
		linh.choose(list, "Move a game here …", selectValue(t, list, "Move a game here …"))
		linh.wait(person.Contains("goes on in <#" + h.channel + ">")) // before or after the board
		linh.wait(person.Moved("h2e2"), person.Contains("<@"+linh.ID+"> to move"), person.WithPicture())
		linh.say("h9g7")
		linh.wait(person.Moved("h9g7"))
	})
}

// timedInThread begins a game on a clock in a thread of its own, Red is the owner's.
func timedInThread(t *testing.T, owner, tom *user, clock string) (thread string) {
	t.Helper()
	owner.command("server", person.Opt("games", "threads"))
	thread = threadOf(t, owner.command("challenge", person.Opt("user", tom.ID), person.Opt("side", "red"), person.Opt("clock", clock)))
	owner.in(thread, func() {
		tom.press(owner.wait(person.Contains("challenges you")), "Accept")
		owner.wait(person.Contains("<@"+owner.ID+"> to move"), person.WithPicture())
	})
	return thread
}

// A player cannot carry a game with a clock to where the opponent may not see it: there it stays adjourned until the other resumes it.
func TestBroughtToAHiddenChannel(t *testing.T) {
	h := openEnv(t)
	owner, tom := h.connect(0), h.connect(1)
	thread := timedInThread(t, owner, tom, "1d")
	cellar := h.info.Channels[1].ID
	h.order(sandbox.Fault{Kind: "permissions", ChannelID: channelID(t, cellar), Everybody: true, Deny: []string{"VIEW_CHANNEL"}})
	h.deleteChannel(owner, thread)
	owner.eventually("the game is set aside", func() bool { return strings.Contains(owner.command("games").Content, "💤") })
	owner.in(cellar, func() {
		list := owner.command("games")
		owner.choose(list, "Move a game here …", selectValue(t, list, "Move a game here …"))
		board := owner.wait(person.Contains("<@"+tom.ID+">, <@"+owner.ID+"> wants to go on with your game here"), person.Contains("This game is adjourned"), person.WithPicture())
		owner.wait(person.Contains("the clock waits until your opponent presses **Go on** there"))
		refusedWith(t, "by the one who brought it", owner.press(board, "Go on"), "your opponent hasn't answered yet")
		h.order(sandbox.Fault{Kind: "permissions", ChannelID: channelID(t, cellar), Everybody: true})
		tom.press(board, "Go on")
		owner.say("h2e2")
		owner.wait(person.Moved("h2e2"))
	})
}

// A game on a live clock waits also where everybody sees it: its card calls the opponent, whose button starts the clock.
func TestBroughtOnALiveClock(t *testing.T) {
	h := openEnv(t)
	owner, tom := h.connect(0), h.connect(1)
	thread := timedInThread(t, owner, tom, "5+3")
	owner.in(thread, func() {
		owner.say("h2e2")
		owner.wait(person.Moved("h2e2"))
	})
	tom.in(thread, func() {
		tom.say("h9g7")
		tom.wait(person.Moved("h9g7"))
	})
	h.deleteChannel(owner, thread)
	owner.eventually("the game is set aside", func() bool { return strings.Contains(owner.command("games").Content, "💤") })
	h.pass(10 * time.Hour)
	h.expectPings(tom.Username + ": …challenges you")
	square := h.info.Channels[1].ID
	tom.in(square, func() {
		list := tom.command("games")
		tom.choose(list, "Move a game here …", selectValue(t, list, "Move a game here …"))
		board := tom.wait(person.Contains("<@"+owner.ID+">, <@"+tom.ID+"> wants to go on"), person.WithPicture())
		tom.wait(person.Contains("The clock waits until your opponent presses"))
		h.expectPings(owner.Username + ": …wants to go on")
		h.pass(time.Hour)
		refusedWith(t, "by the one who brought it", tom.press(board, "Go on"), "your opponent hasn't answered yet")
		owner.press(board, "Go on")
		tom.wait(person.Contains("<@"+owner.ID+"> to move"), person.Contains("time runs out"))
	})
}

// A paused game is not stuck if the place is deleted in which moderators could let it go on.
func TestDeletedThreadOfAPausedGame(t *testing.T) {
	h := openEnv(t)
	owner, tom, linh := h.connect(0), h.connect(1), h.connect(2)
	owner.command("server", person.Opt("games", "threads"))
	thread := threadOf(t, tom.command("challenge", person.Opt("user", linh.ID), person.Opt("side", "red")))
	tom.in(thread, func() {
		linh.press(tom.wait(person.Contains("challenges you")), "Accept")
		tom.say("h2e2")
		tom.wait(person.Moved("h2e2"))
		owner.command("moderate", person.Opt("act", "pause"))
		tom.wait(person.Contains("A moderator has paused this game"))
	})
	h.deleteChannel(owner, thread)
	tom.in(h.info.Channels[1].ID, func() {
		var list *person.Message
		linh.eventually("it can be brought elsewhere", func() bool {
			list = linh.command("games")
			return len(list.Components) > 0
		})
		linh.choose(list, "Move a game here …", selectValue(t, list, "Move a game here …"))
		linh.wait(person.Moved("h2e2"), person.Contains("<@"+linh.ID+"> to move"), person.WithPicture())
	})
}

// Discord sends no event for the threads of a deleted channel: the games in them are adjourned all the same.
func TestDeletedParent(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	owner, tom, linh := h.connect(0), h.connect(1), h.connect(2)
	owner.command("play")
	owner.wait(person.WithPicture())
	thread := threadOf(t, tom.command("challenge", person.Opt("user", linh.ID), person.Opt("side", "red")))
	tom.in(thread, func() {
		asked := tom.wait(person.Contains("challenges you"))
		linh.press(asked, "Accept")
		tom.say("h2e2")
		tom.wait(person.Moved("h2e2"))
	})
	h.deleteChannel(owner, h.channel)
	tom.in(h.info.Channels[1].ID, func() {
		tom.eventually("the game in its thread is adjourned", func() bool {
			return strings.Contains(tom.command("games").Content, "💤")
		})
	})
}

// selectValue returns the only value of a select.
func selectValue(t *testing.T, m *person.Message, prompt string) string {
	t.Helper()
	c, ok := m.Control(prompt)
	if !ok || len(c.Options) != 1 {
		t.Fatalf("no select %q with one option: %+v", prompt, m.Components)
	}
	return c.Options[0].Value
}

// A channel is deleted while the bot is away: the job that is due there discovers it.
func TestChannelDeletedWhileAway(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{gate: make(chan struct{})}))
	owner, tom := h.connect(0), h.connect(1)
	lost := h.info.Channels[2].ID
	tom.in(lost, func() {
		tom.command("play")
		tom.wait(person.WithPicture())
		tom.say("h2e2")
		tom.wait(person.Contains("thinking"))
	})
	h.stop()
	h.deleteChannel(owner, lost)
	h.thinker = nil
	h.startBot(withThinker(&scripted{moves: []string{"h9g7"}}))
	tom.eventually("the game is set aside", func() bool {
		return strings.Contains(tom.command("games").Content, "💤")
	})
	offer := tom.command("board")
	if !offer.Private() || !strings.Contains(offer.Content, "move one of yours") {
		t.Fatalf("/board where nothing is: %s", offer.Content)
	}
	tom.choose(offer, "Move a game here …", selectValue(t, offer, "Move a game here …"))
	tom.wait(person.Moved("h9g7"))
}

// An open game is transferred to another channel: the old board says where, and neither a
// stranger nor somebody in a direct conversation can transfer it.
func TestBringAGame(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	owner, tom, linh := h.connect(0), h.connect(1), h.connect(2)
	card := sitDown(h, tom, linh)
	there := h.info.Channels[1].ID
	dm, err := tom.DM(h.ctx(), h.info.ApplicationID)
	if err != nil {
		t.Fatal(err)
	}
	tom.in(dm, func() {
		if m := tom.command("board"); strings.Contains(m.Content, "bring one") {
			t.Errorf("a game of two is offered to a conversation: %s", m.Content)
		}
	})
	tom.in(there, func() {
		refusedWith(t, "a stranger", owner.command("board"), "There's no game here")
		other, offer := tom.command("board"), tom.command("board")
		value := selectValue(t, offer, "Move a game here …")
		tom.choose(offer, "Move a game here …", value)
		tom.wait(person.Contains("I've asked your opponent in <#" + h.info.Channels[0].ID + ">"))
		linh.in(h.info.Channels[0].ID, func() { // both are playing it, so it does not move without consent
			linh.press(linh.wait(person.Contains("wants to move the game to <#"+there+">"), func(m *person.Message) bool { return len(m.Attachments) == 0 }), "Accept")
		})
		tom.wait(person.Contains("<@"+tom.ID+"> to move"), person.WithPicture())
		refusedWith(t, "twice", tom.choose(other, "Move a game here …", value), "moved on")
	})
	tom.eventually("the old board says where", func() bool {
		m := tom.Message(card.ID)
		return strings.Contains(m.Content, "goes on in <#"+there+">") && len(m.Attachments) == 0
	})
	// Games are played only in certain channels: not here.
	owner.command("server", person.Opt("channel", h.info.Channels[2].ID))
	list := tom.command("games")
	refusedWith(t, "against the house", tom.choose(list, "Move a game here …", selectValue(t, list, "Move a game here …")), "Games are played in")
}

// A card that somebody deletes is posted again with the next move, and on demand.
func TestDeletedCard(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}))
	owner, tom := h.connect(0), h.connect(1)
	tom.command("play")
	first := tom.wait(person.WithPicture())
	h.deleteMessage(owner, first)
	tom.say("h2e2")
	second := tom.wait(person.Moved("h9g7"))
	if second.ID == first.ID {
		t.Error("the deleted card shows the move")
	}
	h.deleteMessage(owner, second)
	tom.command("board")
	tom.wait(person.Moved("h9g7"), func(m *person.Message) bool { return m.ID != second.ID })
}

// A thread in which no game began is archived when the bot is back; one with an open
// game, or in which people talk, stays.
func TestEmptyThreadIsPutAway(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei := h.connect(1)
	open := func() string {
		t.Helper()
		g, err := rest.New(rest.Options{Token: h.info.BotToken, API: h.info.API})
		if err != nil {
			t.Fatal(err)
		}
		c, err := g.StartThread(h.ctx(), id.Channel(h.channel), "a game")
		if err != nil {
			t.Fatal(err)
		}
		return string(c)
	}
	empty, talked, played := open(), open(), open()
	mei.in(talked, func() { mei.say("what was that?") })
	mei.in(played, func() { mei.command("play") })
	h.pass(2 * time.Minute)
	h.stop()
	fresh := open()
	h.startBot()
	archived := func(thread string) bool {
		return slices.ContainsFunc(mei.Events(), func(e person.Event) bool {
			return e.Type == "THREAD_UPDATE" && strings.Contains(string(e.Data), thread) && strings.Contains(string(e.Data), `"archived":true`)
		})
	}
	mei.eventually("the empty thread is put away", func() bool { return archived(empty) })
	for _, c := range []string{talked, played, fresh} {
		if archived(c) {
			t.Errorf("thread %s was put away, of %s", c, []string{talked, played, fresh})
		}
	}
}
