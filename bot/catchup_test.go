package bot_test

import (
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/gateway"
	"yeye/bot/sandbox"
	"yeye/bot/session"
)

// After an absence only those channels are read in which something was posted, or of
// which Discord does not say: in the first nothing was, in the second a move and after
// it something of the bot's own, and of conversations Discord does not say.
func TestReadsWhereSomethingWasPosted(t *testing.T) {
	h := openHall(t, withThinker(&scripted{}))
	mei := h.sit(1)
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
	g, err := gateway.New(gateway.Options{Token: h.info.BotToken, API: h.info.API, Intents: discordgo.IntentGuilds})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Sender().Create(h.ctx(), busy, gateway.Message{Content: "something else of the bot's"}); err != nil {
		t.Fatal(err)
	}
	h.order(sandbox.Fault{Kind: "slow", Method: "GET", Path: "/channels/" + quiet + "/messages"})
	var log logbook
	h.startBot(withLog(&log))
	mei.eventually("it has looked", func() bool { return strings.Contains(log.String(), "open=3 read=2") })
	for _, place := range []string{busy, dm} {
		mei.eventually("the move is played", func() bool {
			se, err := h.store.ByPlace(h.ctx(), session.Place(place))
			return err == nil && len(se.Game.Moves()) == 2
		})
	}
	if len(h.ordered()) != 1 {
		t.Error("the quiet channel was read")
	}
}
