package bot_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"yeye/bot"
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
func breaking(part string, broken *atomic.Bool) envOption {
	return func(_ *env, o *bot.Options) {
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
	h := openEnv(t, breaking(looksUpChannel, &broken))
	mei := h.connect(0)
	mei.command("board")
	mei.wait(person.IsPrivate(), person.Contains("Something went wrong on my side"))
	if !broken.Load() {
		t.Error("nothing broke")
	}
	mei.command("board")
	mei.wait(person.IsPrivate(), person.Contains("There's no game here"))
}

// A panic while a card is shown stops nothing: the bot continues, and its next look finds the card that was sent.
func TestPanicWhileShowing(t *testing.T) {
	var broken atomic.Bool
	h := openEnv(t, breaking(savesCard, &broken))
	mei := h.connect(0)
	mei.command("play")
	mei.eventually("the panic", broken.Load)
	mei.say("h2e2")
	mei.wait(person.Moved("h2e2"), person.Contains("to move"))
	mei.eventually("the card sent before is gone", func() bool { return mei.boards() == 1 })
}
