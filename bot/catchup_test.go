package bot_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"yeye/bot/discord"
	"yeye/bot/discord/rest"
	"yeye/bot/id"
	"yeye/bot/internal/bottest"
	"yeye/bot/match"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// After an absence only those channels are read in which something was posted, or of which Discord reports nothing: in the first
// nothing was posted, in the second a move followed by a message of the bot's own, and conversations are not reported.
func TestReadsWhereSomethingWasPosted(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	mei := h.Connect(1)
	dm, err := mei.DM(h.Ctx(), h.Info.ApplicationID)
	if err != nil {
		t.Fatal(err)
	}
	quiet, busy := h.Info.Channels[0].ID, h.Info.Channels[1].ID
	for _, h.Channel = range []string{quiet, busy, dm} {
		mei.Command("play")
	}
	h.Pass(time.Hour)
	h.Stop()
	for _, h.Channel = range []string{busy, dm} {
		mei.Say("h2e2")
	}
	g, err := rest.New(rest.Options{Token: h.Info.BotToken, API: h.Info.API})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Create(h.Ctx(), id.Channel(busy), discord.Message{Content: "something else of the bot's"}); err != nil {
		t.Fatal(err)
	}
	h.Order(sandbox.Fault{Kind: "slow", Method: "GET", Path: "/channels/" + quiet + "/messages"})
	var log bottest.Logbook
	h.StartBot(bottest.WithLog(&log))
	mei.Eventually("it has looked", func() bool { return strings.Contains(log.String(), "open=3 read=2") })
	for _, place := range []string{busy, dm} {
		mei.Eventually("the move is played", func() bool {
			live, err := h.Bot.Matches.InChannel(h.Ctx(), id.Channel(place))
			return err == nil && len(live.Game.Moves()) == 2
		})
	}
	if len(h.Ordered()) != 1 {
		t.Error("the quiet channel was read")
	}
}

// The bot is removed from a server while it is away, and hears of it nowhere: the game there is adjourned when it looks for moves.
func TestServerLostWhileAway(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	tom := h.Connect(1)
	tom.Command("play")
	tom.Wait(person.HasAttachment())
	h.Stop()
	h.Order(sandbox.Fault{Kind: "guild_remove"})
	h.StartBot(bottest.WithThinker(&bottest.Scripted{}))
	tom.Eventually("the game is set aside", func() bool { return h.Match().Status == match.Adjourned })
}

// A channel is deleted while the bot is away, and with it the only moderators who could let a paused game go on: the game is not
// stuck. One that waits where the bot has lost access stays paused.
func TestPausedGameDeletedWhileAway(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	owner, tom := h.Connect(0), h.Connect(1)
	deleted, hidden := h.Info.Channels[1].ID, h.Info.Channels[2].ID
	for _, h.Channel = range []string{deleted, hidden} {
		tom.Command("play")
		owner.Command("moderate", person.Opt("act", "pause"))
		tom.Wait(person.Contains("A moderator has paused this game"))
	}
	h.Stop()
	h.DeleteChannel(owner, deleted)
	h.Order(sandbox.Fault{Kind: "status", Method: "GET", Path: "/channels/" + hidden, Code: 50001})
	h.Pass(25 * time.Hour)
	h.StartBot(bottest.WithThinker(&bottest.Scripted{}))
	h.Channel = h.Info.Channels[0].ID
	var list *person.Message
	tom.Eventually("it can be brought elsewhere", func() bool {
		list = tom.Command("games")
		return len(list.Components) > 0
	})
	tom.Choose(list, "Move a game here …", bottest.OnlyOption(t, list, "Move a game here …"))
	tom.Wait(person.Contains("to move"), person.HasAttachment())
	tom.Eventually("the other channel was looked for", func() bool { return len(h.Ordered()) == 0 })
	h.Channel = hidden
	if m := h.Match(); m.Ruling != match.PausedByModerator {
		t.Errorf("without access: ruling %d", m.Ruling)
	}
}

// A move typed while the bot was away is played before any act that is due because nobody moved, even if one became due meanwhile.
func TestTypedBeforeItIsTooLate(t *testing.T) {
	for _, c := range []struct {
		name string
		sit  func(h *bottest.Env, mei *bottest.User)
		idle time.Duration
	}{
		{"rest", func(_ *bottest.Env, mei *bottest.User) { mei.Command("play") }, 24 * time.Hour},
		{"remind", func(h *bottest.Env, mei *bottest.User) { bottest.SitDown(h, mei, h.Connect(0)) }, 6 * 24 * time.Hour},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
			mei := h.Connect(1)
			c.sit(h, mei)
			h.Pass(c.idle - 5*time.Minute)
			h.Stop()
			mei.Say("h2e2")
			h.Control(http.MethodPost, "/sandbox/clock", map[string]any{"advance": "7m"}, nil)
			h.StartBot()
			mei.Wait(person.ShowsMove("h2e2"))
			if live := h.Match(); live.Status != match.Open || live.Reminded {
				t.Errorf("status %d, reminded %v", live.Status, live.Reminded)
			}
		})
	}
}

// However many messages were posted while the bot was away, the move among them is found, even if many look like moves.
func TestTypedAfterMuchTalk(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	mei, tom := h.Connect(1), h.Connect(0)
	mei.Command("play")
	h.Stop()
	for range 60 {
		tom.Say("what shall she play?")
	}
	for range 260 {
		mei.Say("i0i4")
	}
	mei.Say("h2e2")
	h.StartBot()
	mei.Wait(person.ShowsMove("h2e2"))
}

// A move typed while the bot was away that cannot be played is answered when the bot is back, as usual; one that is followed by a
// legal move is not.
func TestTypedWrongWhileAway(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7", "b9c7"}}))
	mei := h.Connect(0)
	mei.Command("play", person.Opt("side", "red"))
	h.Stop()
	mei.Say("h2h9x")
	mei.Say("h2e5")
	mei.Say("h2e2")
	h.StartBot(bottest.WithThinker(h.Thinker))
	mei.Wait(person.ShowsMove("h9g7"))
	h.Stop()
	wrong := mei.Say("h0h1")
	h.StartBot(bottest.WithThinker(h.Thinker))
	said := mei.Wait(person.Contains("can't go to"))
	if said.Reference == nil || said.Reference.MessageID != wrong.ID {
		t.Errorf("it answers %+v", said.Reference)
	}
	if text := h.Transcript(); strings.Contains(text, "on h2 can't") {
		t.Errorf("what was mended is answered too:\n%s", text)
	}
	if got, want := h.Moves(), "h2e2 h9g7"; got != want {
		t.Errorf("played: %s", got)
	}
}

// In a channel with slowmode the first cards say so, and how to move without waiting.
func TestSlowmodeIsSaid(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7"}}))
	mei, tom := h.Connect(0), h.Connect(1)
	if err := mei.Do(h.Ctx(), http.MethodPatch, "/channels/"+h.Channel, map[string]any{"rate_limit_per_user": 30}, nil); err != nil {
		t.Fatal(err)
	}
	card := tom.Command("play", person.Opt("side", "red"))
	if !strings.Contains(card.Content, "Slow mode is on here: 00:30 between two messages") {
		t.Errorf("in a slow channel: %s", card.Content)
	}
	h.Channel = h.Info.Channels[1].ID
	if card := tom.Command("play", person.Opt("side", "red")); strings.Contains(card.Content, "Slow mode") {
		t.Errorf("elsewhere: %s", card.Content)
	}
}
