package bot_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// in makes a person act in another channel while f runs.
func (g *user) in(channel string, f func()) {
	was := g.h.channel
	g.h.channel = channel
	defer func() { g.h.channel = was }()
	f()
}

// roleNamed returns a role of the server.
func (h *env) roleNamed(g *user, name string) string {
	h.t.Helper()
	var roles []struct{ ID, Name string }
	if err := g.Do(h.ctx(), http.MethodGet, "/guilds/"+h.info.GuildID+"/roles", nil, &roles); err != nil {
		h.t.Fatal(err)
	}
	for _, r := range roles {
		if r.Name == name {
			return r.ID
		}
	}
	h.t.Fatalf("no role %s", name)
	return ""
}

// refusedWith requires a private response that contains a text.
func refusedWith(t *testing.T, what string, m *person.Message, text string) {
	t.Helper()
	if !m.Private() || !strings.Contains(m.Content, text) {
		t.Errorf("%s: %s, want %q", what, m.Content, text)
	}
}

func TestWhereGamesGo(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	owner, tom := h.connect(0), h.connect(1)
	teahouse := h.info.Channels[1].ID
	if _, err := tom.Command(h.ctx(), h.channel, "server"); err == nil {
		t.Error("somebody who does not manage the server is shown /server")
	}
	refusedWith(t, "no channel", owner.command("server", person.Opt("games", "channels")), "Name a channel")
	refusedWith(t, "listed", owner.command("server", person.Opt("channel", teahouse)), "<#"+teahouse+">")
	for what, m := range map[string]*person.Message{
		"play": tom.command("play"), "challenge": tom.command("challenge"), "study": tom.command("study", person.Opt("public", true)),
		"exhibition": tom.command("exhibition", person.Opt("red", "0"), person.Opt("black", "0")),
	} {
		refusedWith(t, what, m, "Games go to <#"+teahouse+">")
	}
	tom.say("<@" + h.info.ApplicationID + ">")
	hello := tom.wait(person.Contains("Would you like"))
	refusedWith(t, "greeted", tom.press(hello, "Play the Kid"), "Games go to")
	refusedWith(t, "greeted", tom.press(hello, "Challenge everybody"), "Games go to")
	tom.in(teahouse, func() {
		tom.command("play")
		tom.wait(person.WithPicture())
		// Occupied, so the next is in a thread; and there another continues.
		m := tom.command("play")
		thread := strings.TrimSuffix(strings.SplitN(m.Content, "<#", 2)[1], ">.")
		tom.in(thread, func() {
			board := tom.wait(person.WithPicture())
			tom.press(tom.press(board, "Resign"), "Yes, resign")
			tom.press(tom.wait(person.Contains("resigned"), person.WithPicture()), "Play again")
			tom.wait(person.Contains("to move"), person.WithPicture())
		})
	})
	refusedWith(t, "removed", owner.command("server", person.Opt("channel", teahouse)), "where they are started")
	tom.command("play")
	tom.wait(person.WithPicture())
}

func TestEachGameAThread(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	owner, tom := h.connect(0), h.connect(1)
	owner.command("server", person.Opt("games", "threads"))
	for command, options := range map[string][]person.Value{"play": nil, "challenge": nil, "study": {person.Opt("public", true)}} {
		m := tom.command(command, options...)
		if !m.Private() || !strings.Contains(m.Content, "Your game is in <#") {
			t.Errorf("/%s: %s", command, m.Content)
		}
		thread := strings.TrimSuffix(strings.SplitN(m.Content, "<#", 2)[1], ">.")
		tom.in(thread, func() { tom.wait(person.FromBot()) })
	}
	m := tom.command("exhibition", person.Opt("red", "0"), person.Opt("black", "0"))
	thread := strings.TrimSuffix(strings.SplitN(m.Content, "<#", 2)[1], ">.")
	tom.in(thread, func() {
		tom.wait(person.WithPicture())
		if m := tom.command("exhibition", person.Opt("red", "0"), person.Opt("black", "0")); !m.Private() || !strings.Contains(m.Content, "already being played here") {
			t.Errorf("two exhibitions in one place: %s", m.Content)
		}
	})
}

// No thread is opened for a game that is then refused.
func TestNoThreadForNothing(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	owner, tom, linh := h.connect(0), h.connect(1), h.connect(2)
	tom.command("challenge")
	tom.command("challenge")
	owner.command("play")
	owner.wait(person.WithPicture())
	refusedWith(t, "a third challenge in an occupied channel", tom.command("challenge", person.Opt("user", linh.ID)), "still waiting")
	owner.command("server", person.Opt("games", "threads"))
	refusedWith(t, "a third challenge where each game has a thread", tom.command("challenge", person.Opt("user", linh.ID)), "still waiting")
	for _, e := range tom.Events() {
		if e.Type == "THREAD_CREATE" {
			t.Errorf("a thread was opened: %s", e.Data)
		}
	}
}

// A thread whose game cannot begin after all is archived: here the player began another one meanwhile.
func TestThreadOfAGameThatDidNotBegin(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}), withLimits(match.Limits{Player: 1}))
	owner, tom := h.connect(0), h.connect(1)
	owner.command("server", person.Opt("games", "threads"))
	dm, err := tom.DM(h.ctx(), h.info.ApplicationID)
	if err != nil {
		t.Fatal(err)
	}
	h.order(sandbox.Fault{Kind: "slow", Method: "POST", Path: "/channels/*/threads", DelayMS: 6000})
	room, refused := h.channel, make(chan *person.Message, 1)
	go func() {
		m, err := tom.Command(h.ctx(), room, "play")
		if err != nil {
			t.Error(err)
		}
		refused <- m
	}()
	tom.eventually("a thread is asked for", func() bool { return len(h.ordered()) == 0 })
	tom.in(dm, func() {
		tom.command("play")
		tom.wait(person.WithPicture())
	})
	if m := <-refused; m != nil && (!m.Private() || !strings.Contains(m.Content, "as many")) {
		t.Errorf("a second game: %s", m.Content)
	}
	tom.eventually("the thread is put away", func() bool {
		return slices.ContainsFunc(tom.Events(), func(e person.Event) bool {
			return e.Type == "THREAD_UPDATE" && strings.Contains(string(e.Data), `"archived":true`)
		})
	})
}

func TestWhoMayStartGames(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	owner, member, linh := h.connect(0), h.connect(1), h.connect(2)
	owner.command("server", person.Opt("role", h.roleNamed(owner, "@everyone"))) // whose id members do not hold
	linh.command("play")
	linh.wait(person.WithPicture())
	linh.press(linh.command("resign"), "Yes, resign")
	club := h.roleNamed(owner, "Club")
	refusedWith(t, "no role", owner.command("server", person.Opt("start", "role")), "Name the role")
	owner.command("server", person.Opt("role", club))
	refusedWith(t, "without the role", linh.command("play"), "started by <@&"+club+">")
	refusedWith(t, "without the role", linh.command("challenge"), "started by <@&"+club+">")
	open := member.command("challenge", person.Opt("side", "red"))
	if card := linh.press(open, "Accept"); len(card.Attachments) != 1 {
		t.Errorf("anybody accepts: %+v", card)
	}
	owner.command("server", person.Opt("start", "managers"))
	refusedWith(t, "not a manager", member.command("study", person.Opt("public", true)), "those who manage it")
	owner.in(h.info.Channels[1].ID, func() {
		owner.command("play")
		owner.wait(person.WithPicture())
	})
	dm, err := linh.DM(h.ctx(), h.info.ApplicationID)
	if err != nil {
		t.Fatal(err)
	}
	linh.in(dm, func() {
		linh.command("play")
		linh.wait(person.WithPicture())
	})
}

func TestModeration(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mod, tom, linh := h.connect(0), h.connect(1), h.connect(2)
	if _, err := tom.Command(h.ctx(), h.channel, "moderate", person.Opt("act", "end")); err == nil {
		t.Error("somebody who does not manage messages is shown /moderate")
	}
	refusedWith(t, "nothing here", mod.command("moderate", person.Opt("act", "end")), "No game is being played here")
	card := sitDown(h, tom, linh)
	refusedWith(t, "resume", mod.command("moderate", person.Opt("act", "resume")), "No game is paused")
	refusedWith(t, "pause", mod.command("moderate", person.Opt("act", "pause")), "paused")
	tom.eventually("the card says who paused it, and offers nothing", func() bool {
		m := tom.Message(card.ID)
		return strings.Contains(m.Content, "A moderator has paused this game") && len(m.Components) == 0
	})
	refusedWith(t, "a move", tom.command("move", person.Opt("text", "h2e2")), "only a moderator can let it go on")
	refusedWith(t, "resume", mod.command("moderate", person.Opt("act", "resume")), "The pause is lifted")
	tom.wait(person.Contains("to move"), person.WithPicture())
	tom.say("h2e2")
	tom.wait(person.Moved("h2e2"))
	refusedWith(t, "end", mod.command("moderate", person.Opt("act", "end")), "ended")
	over := tom.wait(person.Contains("A moderator ended this game"))
	ask := mod.command("moderate", person.Opt("act", "delete"))
	refusedWith(t, "delete asks", ask, "cannot be undone")
	refusedWith(t, "delete", mod.press(ask, "Delete"), "deleted")
	mod.eventually("the boards are gone", func() bool {
		list, err := mod.Messages(h.ctx(), h.channel, 50)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			if m.ID == over.ID || len(m.Attachments) > 0 || len(m.Components) > 0 { // lines that replace earlier boards may stay
				return false
			}
		}
		return true
	})
	refusedWith(t, "no game is left", tom.command("board"), "No game is being played here")

	refusedWith(t, "whom", mod.command("moderate", person.Opt("act", "bar")), "Say whom")
	refusedWith(t, "bar", mod.command("moderate", person.Opt("act", "bar"), person.Opt("user", linh.ID)), "can no longer start or join")
	refusedWith(t, "twice", mod.command("moderate", person.Opt("act", "bar"), person.Opt("user", linh.ID)), "already")
	for what, m := range map[string]*person.Message{"play": linh.command("play"), "challenge": linh.command("challenge"), "study": linh.command("study", person.Opt("public", true))} {
		refusedWith(t, what, m, "barred you")
	}
	h.expectPings(linh.Username + ": …challenges you")
	refusedWith(t, "asked", tom.command("challenge", person.Opt("user", linh.ID)), "not taking challenges")
	h.expectPings()
	open := tom.command("challenge")
	refusedWith(t, "accepts", linh.press(open, "Accept"), "barred you")
	refusedWith(t, "accepts", linh.press(open, "I've never played"), "barred you")
	refusedWith(t, "calls it off", mod.command("moderate", person.Opt("act", "end")), "called off")
	tom.eventually("called off", func() bool { return strings.Contains(tom.Message(open.ID).Content, "called off") })
	refusedWith(t, "lift", mod.command("moderate", person.Opt("act", "lift"), person.Opt("user", linh.ID)), "again")
	refusedWith(t, "lift", mod.command("moderate", person.Opt("act", "lift"), person.Opt("user", linh.ID)), "not barred")
	linh.command("play")
	linh.wait(person.WithPicture())
	record := mod.command("moderate", person.Opt("act", "record"))
	for _, act := range []string{"paused a game", "let a game go on", "ended a game", "deleted a game", "called off a challenge", "barred <@" + linh.ID + ">", "lifted the bar of <@" + linh.ID + ">"} {
		if !strings.Contains(record.Content, "<@"+mod.ID+">: "+act) {
			t.Errorf("the record lacks %q:\n%s", act, record.Content)
		}
	}
}

// A moderator who was asked whether to delete a game can do so only while the game is where they moderate.
func TestDeletedWhereItIs(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mod, tom := h.connect(0), h.connect(1)
	tom.command("play")
	tom.wait(person.WithPicture())
	ask := mod.command("moderate", person.Opt("act", "delete"))
	tom.in(h.info.Channels[1].ID, func() {
		offer := tom.command("board")
		tom.choose(offer, "Bring a game here …", selectValue(t, offer, "Bring a game here …"))
		tom.wait(person.Contains("to move"), person.WithPicture())
	})
	refusedWith(t, "brought elsewhere", mod.press(ask, "Delete"), "moved on")
	if _, err := h.core.Matches.InChannel(h.ctx(), id.Channel(h.info.Channels[1].ID)); err != nil {
		t.Errorf("the game is gone: %v", err)
	}
}

// Deleting a game deletes its questions.
func TestDeletedWithItsOffers(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mod, tom, linh := h.connect(0), h.connect(1), h.connect(2)
	sitDown(h, tom, linh)
	offer := offers(tom, "draw", "offers a draw")
	mod.press(mod.command("moderate", person.Opt("act", "delete")), "Delete")
	mod.eventually("board and offer are gone", func() bool {
		list, err := mod.Messages(h.ctx(), h.channel, 50)
		if err != nil {
			t.Fatal(err)
		}
		return !slices.ContainsFunc(list, func(m *person.Message) bool {
			return m.ID == offer.ID || len(m.Attachments) > 0 || len(m.Components) > 0
		})
	})
}

// An exhibition is stopped by its starter or by a moderator.
func TestWhoStopsAnExhibition(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mod, tom, linh := h.connect(0), h.connect(1), h.connect(2)
	for _, stopper := range []*user{mod, tom} {
		tom.command("exhibition", person.Opt("red", "0"), person.Opt("black", "0"))
		board := tom.wait(person.WithPicture())
		refusedWith(t, "a stranger", linh.press(board, "Stop"), "somebody else")
		stopper.press(board, "Stop")
		want := map[*user]string{mod: "A moderator ended this game", tom: "ended without a result"}[stopper]
		tom.eventually(want, func() bool { return strings.Contains(tom.Message(board.ID).Content, want) })
	}
}
