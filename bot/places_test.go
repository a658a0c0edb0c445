package bot_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/discord/rest"
	"yeye/bot/id"
	"yeye/bot/internal/bottest"
	"yeye/bot/match"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

func deleteMessage(h *bottest.Env, g *bottest.User, m *person.Message) {
	h.T.Helper()
	if err := g.Do(h.Ctx(), http.MethodDelete, "/channels/"+m.ChannelID+"/messages/"+m.ID, nil, nil); err != nil {
		h.T.Fatal(err)
	}
}

// playedInThread opens an environment in which Tom has made the first move of a game with Linh in a thread, beside the owner's game.
func playedInThread(t *testing.T) (h *bottest.Env, owner, tom, linh *bottest.User, thread string) {
	h = bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	owner, tom, linh = h.Connect(0), h.Connect(1), h.Connect(2)
	owner.Command("play")
	owner.Wait(person.HasAttachment())
	thread = bottest.ThreadOf(t, tom.Command("challenge", person.Opt("user", linh.ID), person.Opt("side", "red")))
	tom.In(thread, func() {
		asked := tom.Wait(person.Contains("challenges you"))
		linh.Press(asked, "Accept")
		tom.Say("h2e2")
		tom.Wait(person.ShowsMove("h2e2"))
	})
	return h, owner, tom, linh, thread
}

// A thread is deleted with two people's game in it: the game is adjourned, and either
// player can transfer it to another channel.
func TestDeletedThread(t *testing.T) {
	h, owner, tom, linh, thread := playedInThread(t)
	h.DeleteChannel(owner, thread)
	tom.Eventually("the game is set aside", func() bool {
		return strings.Contains(tom.Command("games").Content, "💤")
	})
	tom.In(h.Info.Channels[1].ID, func() {
		list := linh.Command("games")
		linh.Choose(list, "Move a game here …", bottest.OnlyOption(t, list, "Move a game here …"))
		linh.Wait(person.Contains("goes on in <#" + h.Channel + ">")) // before or after the board
		linh.Wait(person.ShowsMove("h2e2"), person.Contains("<@"+linh.ID+"> to move"), person.HasAttachment())
		linh.Say("h9g7")
		linh.Wait(person.ShowsMove("h9g7"))
	})
}

// timedInThread begins a game on a clock in a thread of its own, Red is the owner's.
func timedInThread(t *testing.T, owner, tom *bottest.User, clock string) (thread string) {
	t.Helper()
	owner.Command("server", person.Opt("games", "threads"))
	thread = bottest.ThreadOf(t, owner.Command("challenge", person.Opt("user", tom.ID), person.Opt("side", "red"), person.Opt("clock", clock)))
	owner.In(thread, func() {
		tom.Press(owner.Wait(person.Contains("challenges you")), "Accept")
		owner.Wait(person.Contains("<@"+owner.ID+"> to move"), person.HasAttachment())
	})
	return thread
}

// Only the opponent brings a game elsewhere whose thread one player alone could have deleted.
func TestWhoDeletedTheThreadBringsNothing(t *testing.T) {
	h := bottest.Open(t)
	owner, tom := h.Connect(0), h.Connect(1)
	thread := timedInThread(t, owner, tom, "1d")
	h.DeleteChannel(owner, thread)
	told(h, owner, "the channel that it was in has been deleted", "You could have brought this about")
	elsewhere := h.Info.Channels[1].ID
	owner.In(elsewhere, func() {
		if list := owner.Command("games"); strings.Contains(fmt.Sprint(list.Components), "Move a game here …") {
			t.Errorf("the owner may bring it: %s", list.Content)
		}
	})
	tom.In(elsewhere, func() {
		list := tom.Command("games")
		tom.Choose(list, "Move a game here …", bottest.OnlyOption(t, list, "Move a game here …"))
	})
	owner.In(elsewhere, func() {
		owner.Wait(person.Contains("<@"+owner.ID+"> to move"), person.HasAttachment())
		owner.Say("h2e2")
		owner.Wait(person.ShowsMove("h2e2"))
	})
}

// A game on a live clock waits for hours, and then where it is brought to, which costs nobody time: its card calls the opponent, whose
// button starts the clock.
func TestBroughtOnALiveClock(t *testing.T) {
	h := bottest.Open(t)
	owner, tom := h.Connect(0), h.Connect(1)
	thread := timedInThread(t, owner, tom, "5+3")
	owner.In(thread, func() {
		owner.Plays("h2e2")
		tom.Plays("h9g7")
	})
	h.DeleteChannel(owner, thread)
	owner.Eventually("the game is set aside", func() bool { return strings.Contains(owner.Command("games").Content, "💤") })
	told(h, tom, "the channel that it was in has been deleted", "and you could not")
	h.Pass(10 * time.Hour)
	h.ExpectPings(tom.Username+": …challenges you", owner.Username+": …is adjourned", tom.Username+": …is adjourned")
	tom.In(h.Info.Channels[1].ID, func() {
		list := tom.Command("games")
		tom.Choose(list, "Move a game here …", bottest.OnlyOption(t, list, "Move a game here …"))
		board := tom.Wait(person.Contains("<@"+owner.ID+">, <@"+tom.ID+"> wants to go on"), person.HasAttachment())
		tom.Wait(person.Contains("The clock waits until your opponent presses"))
		h.ExpectPings(owner.Username + ": …wants to go on")
		h.Pass(time.Hour)
		bottest.RefusedWith(t, "by the one who brought it", tom.Press(board, "Go on"), "your opponent hasn't answered yet")
		owner.Press(board, "Go on")
		full := regexp.MustCompile(`Red \*\*0(5:00|4:\d\d)\*\* · Black \*\*05:00\*\* · time runs out`) // Red's clock runs since
		tom.Wait(person.Contains("<@"+owner.ID+"> to move"), func(m *person.Message) bool { return full.MatchString(m.Content) })
	})
}

// A paused game is not stuck if the place is deleted in which moderators could let it go on.
func TestDeletedThreadOfAPausedGame(t *testing.T) {
	h := bottest.Open(t)
	owner, tom, linh := h.Connect(0), h.Connect(1), h.Connect(2)
	owner.Command("server", person.Opt("games", "threads"))
	thread := bottest.ThreadOf(t, tom.Command("challenge", person.Opt("user", linh.ID), person.Opt("side", "red")))
	tom.In(thread, func() {
		linh.Press(tom.Wait(person.Contains("challenges you")), "Accept")
		tom.Say("h2e2")
		tom.Wait(person.ShowsMove("h2e2"))
		owner.Command("moderate", person.Opt("act", "pause"))
		tom.Wait(person.Contains("A moderator has paused this game"))
	})
	h.DeleteChannel(owner, thread)
	tom.In(h.Info.Channels[1].ID, func() {
		var list *person.Message
		linh.Eventually("it can be brought elsewhere", func() bool {
			list = linh.Command("games")
			return len(list.Components) > 0
		})
		linh.Choose(list, "Move a game here …", bottest.OnlyOption(t, list, "Move a game here …"))
		linh.Wait(person.ShowsMove("h2e2"), person.Contains("<@"+linh.ID+"> to move"), person.HasAttachment())
	})
}

// lock locks and archives a thread, as a moderator, or unlocks it.
func lock(h *bottest.Env, moderator *bottest.User, thread string, locked bool) {
	h.T.Helper()
	if err := moderator.Do(h.Ctx(), http.MethodPatch, "/channels/"+thread, map[string]any{"archived": locked, "locked": locked}, nil); err != nil {
		h.T.Fatal(err)
	}
}

// told waits until the bot has told a user something in direct messages.
func told(h *bottest.Env, u *bottest.User, what ...string) {
	h.T.Helper()
	dm, err := u.DM(h.Ctx(), h.Info.ApplicationID)
	if err != nil {
		h.T.Fatal(err)
	}
	u.In(dm, func() {
		filters := []person.Condition{person.FromBot()}
		for _, one := range what {
			filters = append(filters, person.Contains(one))
		}
		u.Last = person.Mark{}
		u.Wait(filters...)
	})
}

// A moderator who locks the thread of a lost game gains nothing: both players are told, the opponent brings it elsewhere by a move there,
// and the card names the time by which the moderator must come.
func TestLockedThread(t *testing.T) {
	h := bottest.Open(t)
	owner, tom := h.Connect(0), h.Connect(1)
	thread := timedInThread(t, owner, tom, "5+3")
	owner.In(thread, func() {
		owner.Plays("h2e2")
		tom.Plays("h9g7")
	})
	lock(h, owner, thread, true)
	told(h, tom, "in <#"+thread+"> is adjourned: a moderator has locked the thread", "and you could not", "24 hours")
	told(h, owner, "is adjourned: a moderator has locked the thread", "You could have brought this about")
	h.Pass(10 * time.Minute) // no flag falls
	tom.In(h.Info.Channels[1].ID, func() {
		offer := tom.Command("move", person.Opt("text", "h0g2"))
		if !offer.Ephemeral() || !strings.Contains(offer.Content, "a moderator has locked the thread") {
			t.Fatalf("/move elsewhere: %s", offer.Content)
		}
		tom.Choose(offer, "Move a game here …", bottest.OnlyOption(t, offer, "Move a game here …"))
		board := tom.Wait(person.Contains("<@"+owner.ID+">, <@"+tom.ID+"> wants to go on"), person.Contains("<@"+owner.ID+"> loses <t:"), person.HasAttachment())
		owner.Press(board, "Go on")
		tom.Wait(person.Contains("<@"+owner.ID+"> to move"), person.HasAttachment())
		owner.Plays("h0g2")
	})
}

// A thread that was locked while the bot was away loses nobody a game on time: it is found out before the flag falls.
func TestThreadLockedWhileAway(t *testing.T) {
	h := bottest.Open(t)
	owner, tom := h.Connect(0), h.Connect(1)
	thread := timedInThread(t, owner, tom, "5+3")
	owner.In(thread, func() {
		owner.Plays("h2e2")
		tom.Plays("h9g7")
	})
	h.Stop()
	lock(h, owner, thread, true)
	h.StartBot()
	owner.Eventually("the flag is due", func() bool {
		h.Pass(time.Minute)
		live, err := h.Bot.Matches.Latest(h.Ctx(), id.Channel(thread))
		return err == nil && live.Status != match.Open
	})
	told(h, owner, "a moderator has locked the thread")
	if live, err := h.Bot.Matches.Latest(h.Ctx(), id.Channel(thread)); err != nil || live.Status != match.Adjourned {
		t.Errorf("%v %+v, %v", live.Status, live.Outcome, err)
	}
}

// When the thread is unlocked its card says how things stand, and the game goes on there once both want to. Who writes in a thread that is
// only archived reopens it, and the game goes on.
func TestUnlockedThread(t *testing.T) {
	h := bottest.Open(t)
	owner, tom := h.Connect(0), h.Connect(1)
	thread := timedInThread(t, owner, tom, "5+3")
	owner.In(thread, func() {
		owner.Plays("h2e2")
		h.Order(sandbox.Fault{Kind: "archive", ChannelID: bottest.Snowflake(t, thread)})
		tom.Plays("h9g7")
		lock(h, owner, thread, true)
	})
	told(h, tom, "a moderator has locked the thread")
	lock(h, owner, thread, false)
	owner.In(thread, func() {
		var card *person.Message
		tom.Eventually("the card says that the game is adjourned", func() bool {
			card = tom.Card()
			return card != nil && strings.Contains(card.Content, "This game is adjourned") && !strings.Contains(card.Content, "loses")
		})
		tom.Press(card, "Go on")
		owner.Press(owner.Wait(person.Contains("wants to go on")), "Go on")
		tom.Wait(person.Contains("<@"+owner.ID+"> to move"), person.HasAttachment())
		owner.Plays("h0g2")
	})
}

// A permission that is taken in the middle of a game adjourns it, whether Discord tells of it or only refuses requests: both players are
// told, and the card in the channel no longer says that somebody is to move, if it can be changed at all.
func TestPermissionTakenInTheMiddle(t *testing.T) {
	for name, c := range map[string]struct {
		deny      string
		overwrite bool
		edited    bool
	}{
		"View Channel": {"VIEW_CHANNEL", true, false}, "Send Messages": {"SEND_MESSAGES", true, true}, "Attach Files": {"ATTACH_FILES", true, true},
		"Send Messages by a role": {"SEND_MESSAGES", false, true}, "Attach Files by a role": {"ATTACH_FILES", false, true},
	} {
		t.Run(name, func(t *testing.T) {
			h := bottest.OpenHurried(t)
			mei, tom := bottest.Clocked(h, "5+3")
			mei.Plays("h2e2")
			tom.Plays("h9g7")
			deny := sandbox.Fault{Kind: "permissions", ChannelID: bottest.Snowflake(t, h.Channel), Deny: []string{c.deny}, Overwrite: c.overwrite}
			h.Order(deny)
			if !c.overwrite {
				mei.Say("h0g2")
				mei.Eventually("Discord has refused it often enough", func() bool { return h.Match().Status == match.Adjourned || h.Soon() })
			}
			told(h, mei, "is adjourned: I lack a permission there")
			told(h, tom, "is adjourned: I lack a permission there")
			if live := h.Match(); live.Status != match.Adjourned {
				t.Fatalf("%v %+v", live.Status, live.Outcome)
			}
			var card *person.Message
			adjourned := func() bool { // where it could not be sent, without its picture
				list, err := mei.Messages(h.Ctx(), h.Channel, 50)
				if err != nil {
					t.Fatal(err)
				}
				i := slices.IndexFunc(list, func(m *person.Message) bool { return len(m.Components) > 0 })
				if i < 0 {
					return false
				}
				card = list[i]
				return strings.Contains(card.Content, "This game is adjourned") && !strings.Contains(card.Content, "time runs out")
			}
			if c.edited {
				mei.Eventually("the card says so", adjourned)
			}
			deny.Deny = []string{}
			h.Order(deny)
			if c.overwrite {
				mei.Eventually("the card says so", adjourned)
				mei.Press(card, "Go on")
				tom.Press(tom.Wait(person.Contains("wants to go on")), "Go on")
				mei.Plays("h0g2")
			}
		})
	}
}

// Discord sends no event for the threads of a deleted channel: the games in them are adjourned all the same.
func TestDeletedParent(t *testing.T) {
	h, owner, tom, _, _ := playedInThread(t)
	h.DeleteChannel(owner, h.Channel)
	tom.In(h.Info.Channels[1].ID, func() {
		tom.Eventually("the game in its thread is adjourned", func() bool {
			return strings.Contains(tom.Command("games").Content, "💤")
		})
	})
}

// A channel is deleted while the bot is away: the job that is due there discovers it.
func TestChannelDeletedWhileAway(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Gate: make(chan struct{})}))
	owner, tom := h.Connect(0), h.Connect(1)
	lost := h.Info.Channels[2].ID
	tom.In(lost, func() {
		tom.Command("play")
		tom.Wait(person.HasAttachment())
		tom.Ponders("h2e2")
	})
	h.Stop()
	h.DeleteChannel(owner, lost)
	h.Thinker = nil
	h.StartBot(bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7"}}))
	tom.Eventually("the game is set aside", func() bool {
		return strings.Contains(tom.Command("games").Content, "💤")
	})
	offer := tom.Command("board")
	if !offer.Ephemeral() || !strings.Contains(offer.Content, "move one of yours") {
		t.Fatalf("/board where nothing is: %s", offer.Content)
	}
	tom.Choose(offer, "Move a game here …", bottest.OnlyOption(t, offer, "Move a game here …"))
	tom.Wait(person.ShowsMove("h9g7"))
}

// An open game is transferred to another channel: the old board says where, and neither a
// stranger nor somebody in a direct conversation can transfer it.
func TestBringAGame(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	owner, tom, linh := h.Connect(0), h.Connect(1), h.Connect(2)
	card := bottest.SitDown(h, tom, linh)
	there := h.Info.Channels[1].ID
	dm, err := tom.DM(h.Ctx(), h.Info.ApplicationID)
	if err != nil {
		t.Fatal(err)
	}
	tom.In(dm, func() {
		if m := tom.Command("board"); strings.Contains(m.Content, "bring one") {
			t.Errorf("a game of two is offered to a conversation: %s", m.Content)
		}
	})
	tom.In(there, func() {
		bottest.RefusedWith(t, "a stranger", owner.Command("board"), "There's no game here")
		other, offer := tom.Command("board"), tom.Command("board")
		value := bottest.OnlyOption(t, offer, "Move a game here …")
		tom.Choose(offer, "Move a game here …", value)
		tom.Wait(person.Contains("I've asked your opponent in <#" + h.Info.Channels[0].ID + ">"))
		linh.In(h.Info.Channels[0].ID, func() { // both are playing it, so it does not move without consent
			linh.Press(linh.Wait(person.Contains("wants to move the game to <#"+there+">"), func(m *person.Message) bool { return len(m.Attachments) == 0 }), "Accept")
		})
		tom.Wait(person.Contains("<@"+tom.ID+"> to move"), person.HasAttachment())
		bottest.RefusedWith(t, "twice", tom.Choose(other, "Move a game here …", value), "moved on")
	})
	tom.Eventually("the old board says where", func() bool {
		m := tom.Message(card.ID)
		return m != nil && strings.Contains(m.Content, "goes on in <#"+there+">") && len(m.Attachments) == 0
	})
	// Games are played only in certain channels: not here.
	owner.Command("server", person.Opt("channel", h.Info.Channels[2].ID))
	list := tom.Command("games")
	bottest.RefusedWith(t, "against the house", tom.Choose(list, "Move a game here …", bottest.OnlyOption(t, list, "Move a game here …")), "Games are played in")
}

// A card that somebody deletes is posted again with the next move, and on demand.
func TestDeletedCard(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7"}}))
	owner, tom := h.Connect(0), h.Connect(1)
	tom.Command("play")
	first := tom.Wait(person.HasAttachment())
	deleteMessage(h, owner, first)
	tom.Say("h2e2")
	second := tom.Wait(person.ShowsMove("h9g7"))
	if second.ID == first.ID {
		t.Error("the deleted card shows the move")
	}
	deleteMessage(h, owner, second)
	tom.Command("board")
	tom.Wait(person.ShowsMove("h9g7"), func(m *person.Message) bool { return m.ID != second.ID })
}

// A thread in which no game began is archived when the bot is back; one with an open
// game, or in which people talk, stays.
func TestEmptyThreadIsPutAway(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	mei := h.Connect(1)
	open := func() string {
		t.Helper()
		g, err := rest.New(rest.Options{Token: h.Info.BotToken, API: h.Info.API})
		if err != nil {
			t.Fatal(err)
		}
		c, err := g.StartThread(h.Ctx(), id.Channel(h.Channel), "a game")
		if err != nil {
			t.Fatal(err)
		}
		return string(c)
	}
	empty, talked, played := open(), open(), open()
	mei.In(talked, func() { mei.Say("what was that?") })
	mei.In(played, func() { mei.Command("play") })
	h.Pass(2 * time.Minute)
	h.Stop()
	fresh := open()
	h.StartBot()
	archived := func(thread string) bool {
		return slices.ContainsFunc(mei.Events(), func(e person.Event) bool {
			return e.Type == "THREAD_UPDATE" && strings.Contains(string(e.Data), thread) && strings.Contains(string(e.Data), `"archived":true`)
		})
	}
	mei.Eventually("the empty thread is put away", func() bool { return archived(empty) })
	for _, c := range []string{talked, played, fresh} {
		if archived(c) {
			t.Errorf("thread %s was put away, of %s", c, []string{talked, played, fresh})
		}
	}
}
