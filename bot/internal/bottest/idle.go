package bottest

import (
	"context"
	"time"

	"yeye/bot"
	"yeye/bot/store"
)

// ByTest marks a test's own queries, which are not among the bot's costs.
type ByTest struct{}

// leftToDo counts pending work: due jobs, outdated cards, superseded ones, and announcements that may be over.
const leftToDo = `SELECT (SELECT COUNT(*) FROM jobs WHERE ready_at <= ?) + (SELECT COUNT(*) FROM cards WHERE shown < wanted OR stale > 0) +
	(SELECT COUNT(*) FROM superseded WHERE collapsed = 0) +
	(SELECT COUNT(*) FROM announcements a JOIN cards c ON c.kind = a.kind AND c.id = a.id WHERE c.wanted > a.checked)`

// Idle waits until these bots, by default the one started last, have processed everything and have nothing left to do. Work after a
// pause does not count: it is only known not to be due now.
func (h *Env) Idle(bots ...*bot.Bot) {
	h.T.Helper()
	if bots == nil {
		bots = []*bot.Bot{h.Bot}
	}
	quiet := func() bool {
		if !h.Server.Heard() {
			return false
		}
		for _, b := range bots {
			b.Tasks.Wait()
			b.Display.Wait()
			if s := b.Stats(); s.Queues+s.Showing+s.Jobs > 0 { // work that ends by starting other work may be missed
				return false
			}
		}
		ctx := context.WithValue(h.T.Context(), ByTest{}, true)
		n, err := store.Value[int](h.Store.Read().Row(ctx, leftToDo, store.Millis(h.Now())))
		return err == nil && n == 0 && h.Server.Heard()
	}
	// Work that moved from one place to the next during the first look is in one of them at the second.
	for end, looks := time.Now().Add(Patience), 0; looks < 2; {
		switch {
		case quiet():
			looks++
		case time.Now().After(end):
			h.T.Fatalf("never idle\n%s", h.Transcript())
		default:
			looks = 0
			time.Sleep(5 * time.Millisecond)
		}
	}
}
