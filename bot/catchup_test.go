package bot_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"yeye/bot/discord"
	"yeye/bot/discord/rest"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// After an absence only those channels are read in which something was posted, or of which Discord reports nothing: in the first
// nothing was posted, in the second a move followed by a message of the bot's own, and conversations are not reported.
func TestReadsWhereSomethingWasPosted(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei := h.connect(1)
	dm, err := mei.DM(h.ctx(), h.info.ApplicationID)
	if err != nil {
		t.Fatal(err)
	}
	quiet, busy := h.info.Channels[0].ID, h.info.Channels[1].ID
	for _, h.channel = range []string{quiet, busy, dm} {
		mei.command("play")
	}
	h.pass(time.Hour)
	h.stop()
	for _, h.channel = range []string{busy, dm} {
		mei.say("h2e2")
	}
	g, err := rest.New(rest.Options{Token: h.info.BotToken, API: h.info.API})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Create(h.ctx(), id.Channel(busy), discord.Message{Content: "something else of the bot's"}); err != nil {
		t.Fatal(err)
	}
	h.order(sandbox.Fault{Kind: "slow", Method: "GET", Path: "/channels/" + quiet + "/messages"})
	var log logbook
	h.startBot(withLog(&log))
	mei.eventually("it has looked", func() bool { return strings.Contains(log.String(), "open=3 read=2") })
	for _, place := range []string{busy, dm} {
		mei.eventually("the move is played", func() bool {
			live, err := h.core.Matches.InChannel(h.ctx(), id.Channel(place))
			return err == nil && len(live.Game.Moves()) == 2
		})
	}
	if len(h.ordered()) != 1 {
		t.Error("the quiet channel was read")
	}
}

// The bot is removed from a server while it is away, and hears of it nowhere: the game there is adjourned when it looks for moves.
func TestServerLostWhileAway(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	tom := h.connect(1)
	tom.command("play")
	tom.wait(person.WithPicture())
	h.stop()
	h.order(sandbox.Fault{Kind: "guild_remove"})
	h.startBot(withThinker(&scripted{}))
	tom.eventually("the game is set aside", func() bool { return h.match().Status == match.Adjourned })
}

// A channel is deleted while the bot is away, and with it the only moderators who could let a paused game go on: the game is not
// stuck. One that waits where the bot has lost access stays paused.
func TestPausedGameDeletedWhileAway(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	owner, tom := h.connect(0), h.connect(1)
	deleted, hidden := h.info.Channels[1].ID, h.info.Channels[2].ID
	for _, h.channel = range []string{deleted, hidden} {
		tom.command("play")
		owner.command("moderate", person.Opt("act", "pause"))
		tom.wait(person.Contains("A moderator has paused this game"))
	}
	h.stop()
	h.deleteChannel(owner, deleted)
	h.order(sandbox.Fault{Kind: "status", Method: "GET", Path: "/channels/" + hidden, Code: 50001})
	h.pass(25 * time.Hour)
	h.startBot(withThinker(&scripted{}))
	h.channel = h.info.Channels[0].ID
	var list *person.Message
	tom.eventually("it can be brought elsewhere", func() bool {
		list = tom.command("games")
		return len(list.Components) > 0
	})
	tom.choose(list, "Move a game here …", selectValue(t, list, "Move a game here …"))
	tom.wait(person.Contains("to move"), person.WithPicture())
	tom.eventually("the other channel was looked for", func() bool { return len(h.ordered()) == 0 })
	h.channel = hidden
	if m := h.match(); m.Ruling != match.Held {
		t.Errorf("without access: ruling %d", m.Ruling)
	}
}

// A move typed while the bot was away is played before any act that is due because nobody moved, even if one became due meanwhile.
func TestTypedBeforeItIsTooLate(t *testing.T) {
	for _, c := range []struct {
		name string
		sit  func(h *env, mei *user)
		idle time.Duration
	}{
		{"rest", func(_ *env, mei *user) { mei.command("play") }, 24 * time.Hour},
		{"remind", func(h *env, mei *user) { sitDown(h, mei, h.connect(0)) }, 6 * 24 * time.Hour},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := openEnv(t, withThinker(&scripted{}))
			mei := h.connect(1)
			c.sit(h, mei)
			h.pass(c.idle - 5*time.Minute)
			h.stop()
			mei.say("h2e2")
			h.sandboxDo(http.MethodPost, "/sandbox/clock", map[string]any{"advance": "7m"}, nil)
			h.startBot()
			mei.wait(person.Moved("h2e2"))
			if live := h.match(); live.Status != match.Open || live.Reminded {
				t.Errorf("status %d, reminded %v", live.Status, live.Reminded)
			}
		})
	}
}

// However many messages were posted while the bot was away, the move among them is found, even if many look like moves.
func TestTypedAfterMuchTalk(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(1), h.connect(0)
	mei.command("play")
	h.stop()
	for range 60 {
		tom.say("what shall she play?")
	}
	for range 260 {
		mei.say("i0i4")
	}
	mei.say("h2e2")
	h.startBot()
	mei.wait(person.Moved("h2e2"))
}

// A move typed while the bot was away that cannot be played is answered when the bot is back, as usual; one that is followed by a
// legal move is not.
func TestTypedWrongWhileAway(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7", "b9c7"}}))
	mei := h.connect(0)
	mei.command("play", person.Opt("side", "red"))
	h.stop()
	mei.say("h2h9x")
	mei.say("h2e5")
	mei.say("h2e2")
	h.startBot(withThinker(h.thinker))
	mei.wait(person.Moved("h9g7"))
	h.stop()
	wrong := mei.say("h0h1")
	h.startBot(withThinker(h.thinker))
	said := mei.wait(person.Contains("can't go to"))
	if said.Reference == nil || said.Reference.MessageID != wrong.ID {
		t.Errorf("it answers %+v", said.Reference)
	}
	if text := h.transcript(); strings.Contains(text, "on h2 can't") {
		t.Errorf("what was mended is answered too:\n%s", text)
	}
	if got, want := h.moves(), "h2e2 h9g7"; got != want {
		t.Errorf("played: %s", got)
	}
}

// In a channel with slowmode the first cards say so, and how to move without waiting.
func TestSlowmodeIsSaid(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}))
	mei, tom := h.connect(0), h.connect(1)
	if err := mei.Do(h.ctx(), http.MethodPatch, "/channels/"+h.channel, map[string]any{"rate_limit_per_user": 30}, nil); err != nil {
		t.Fatal(err)
	}
	card := tom.command("play", person.Opt("side", "red"))
	if !strings.Contains(card.Content, "Slow mode is on here: 00:30 between two messages") {
		t.Errorf("in a slow channel: %s", card.Content)
	}
	h.channel = h.info.Channels[1].ID
	if card := tom.command("play", person.Opt("side", "red")); strings.Contains(card.Content, "Slow mode") {
		t.Errorf("elsewhere: %s", card.Content)
	}
}
