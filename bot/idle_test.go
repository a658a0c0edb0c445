package bot_test

import (
	"context"
	"time"

	"yeye/bot"
	"yeye/bot/store"
)

// byTest marks a test's own queries, which are not among the bot's costs.
type byTest struct{}

// leftToDo counts pending work: due jobs, outdated cards, superseded ones, and announcements that may be over.
const leftToDo = `SELECT (SELECT COUNT(*) FROM jobs WHERE ready_at <= ?) + (SELECT COUNT(*) FROM cards WHERE shown < wanted OR stale > 0) +
	(SELECT COUNT(*) FROM superseded WHERE collapsed = 0) +
	(SELECT COUNT(*) FROM announcements a JOIN cards c ON c.kind = a.kind AND c.id = a.id WHERE c.wanted > a.checked)`

// idle waits until these bots, by default the one started last, have processed everything and have nothing left to do. Work after a
// pause does not count: it is only known not to be due now.
func (h *env) idle(bots ...*bot.Bot) {
	h.t.Helper()
	if bots == nil {
		bots = []*bot.Bot{h.core}
	}
	quiet := func() bool {
		if !h.server.Heard() {
			return false
		}
		for _, b := range bots {
			b.Finish()
			if !b.Idle() {
				return false
			}
		}
		ctx := context.WithValue(h.t.Context(), byTest{}, true)
		n, err := store.Value[int](h.store.Read().Row(ctx, leftToDo, store.Millis(h.now())))
		return err == nil && n == 0 && h.server.Heard()
	}
	// Work that moved from one place to the next during the first look is in one of them at the second.
	for end, looks := time.Now().Add(patience), 0; looks < 2; {
		switch {
		case quiet():
			looks++
		case time.Now().After(end):
			h.t.Fatalf("never idle\n%s", h.transcript())
		default:
			looks = 0
			time.Sleep(5 * time.Millisecond)
		}
	}
}
