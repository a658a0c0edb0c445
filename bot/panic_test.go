package bot_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"yeye/bot"
	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox/person"
	"yeye/bot/store"
)

// Parts of statements by which tests recognize the bot's next action.
const (
	loadsMatch     = "FROM matches WHERE"
	looksUpChannel = "FROM matches WHERE channel = ? AND status <> ?"
	savesCard      = "UPDATE cards SET shown_channel"
	seesEvent      = "INSERT INTO events"
	looksForJob    = "FROM jobs WHERE pool = ?"
	sweeps         = "UNION SELECT kind, id FROM cards WHERE doubt"
)

// breaking makes the bot panic before the first statement that contains a text.
func breaking(part string, broken *atomic.Bool) bottest.Option {
	return func(_ *bottest.Env, o *bot.Options) {
		o.DB.Observe(store.Observer{Statement: func(_ context.Context, query string) error {
			if strings.Contains(query, part) && !broken.Swap(true) {
				panic("a fault on purpose")
			}
			return nil
		}})
	}
}

// The user whose request failed is informed, and can ask again.
func TestPanicInACommand(t *testing.T) {
	var broken atomic.Bool
	h := bottest.Open(t, breaking(looksUpChannel, &broken))
	mei := h.Connect(0)
	mei.Command("board")
	mei.Wait(person.IsEphemeral(), person.Contains("Something went wrong on my side"))
	if !broken.Load() {
		t.Error("nothing broke")
	}
	mei.Command("board")
	mei.Wait(person.IsEphemeral(), person.Contains("There's no game here"))
}

// A panic while a card is shown stops nothing: the bot continues, and its next look finds the card that was sent.
func TestPanicWhileShowing(t *testing.T) {
	var broken atomic.Bool
	h := bottest.Open(t, breaking(savesCard, &broken))
	mei := h.Connect(0)
	mei.Command("play")
	mei.Eventually("the panic", broken.Load)
	mei.Say("h2e2")
	mei.Wait(person.ShowsMove("h2e2"), person.Contains("to move"))
	mei.Eventually("the card sent before is gone", func() bool { return mei.Boards() == 1 })
}
