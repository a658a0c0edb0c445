package bottest

import (
	"context"
	"maps"
	"time"

	"yeye/bot"
	"yeye/bot/display"
	"yeye/bot/store"
	"yeye/internal/wait"
)

// ByTest marks a test's own queries, which are not among the bot's costs.
type ByTest struct{}

// leftToDo counts pending work: due jobs, outdated cards, superseded ones, and announcements that may be over.
const leftToDo = `SELECT (SELECT COUNT(*) FROM jobs WHERE ready_at <= ?) + (SELECT COUNT(*) FROM cards WHERE shown < wanted OR stale > 0) +
	(SELECT COUNT(*) FROM superseded WHERE collapsed = 0) +
	(SELECT COUNT(*) FROM announcements a JOIN cards c ON c.kind = a.kind AND c.id = a.id WHERE c.wanted > a.checked)`

// CountRequests begins to count the bot's requests, once these bots, by default the one started last, are quiet: nothing is left to do, and
// every job has recorded its outcome. What is still to come would be counted too: a card that was not settled, or a job that is done again
// when its lease ends.
func (h *Env) CountRequests(bots ...*bot.Bot) {
	h.T.Helper()
	h.Idle(bots...)
	for end := time.Now().Add(Patience); ; time.Sleep(5 * time.Millisecond) {
		n, err := store.Value[int](h.Store.Read().Row(context.WithValue(h.T.Context(), ByTest{}, true), `SELECT COUNT(*) FROM jobs WHERE worker <> ''`))
		if err == nil && n == 0 {
			break
		}
		if time.Now().After(end) {
			h.T.Fatalf("%d jobs are never done, %v\n%s", n, err, h.Transcript())
		}
	}
	h.Idle(bots...)
	h.Server.ResetRequests()
	h.counted = time.Now()
}

// Spent returns the bot's requests with its own token in a channel since CountRequests, by kind: those that count against the fifty a
// second.
func (h *Env) Spent() (total int, kinds map[string]int) {
	h.T.Helper()
	if h.counted.IsZero() {
		h.T.Fatal("requests are not counted")
	}
	kinds = map[string]int{}
	for _, r := range h.Server.Requests() {
		if r.Token && r.ChannelID == h.Channel {
			total += r.Count
			kinds[r.Kind] += r.Count
		}
	}
	return total, kinds
}

// Made returns what was spent, in all without the reads of sweeps: one that comes just between a change and its card takes the card for one
// that may have been sent already, and looks. On a slow machine there are more sweeps.
func (h *Env) Made() (total int, kinds map[string]int) {
	h.T.Helper()
	total, kinds = h.Spent()
	return total - min(kinds["read"], 2+int(time.Since(h.counted)/display.SweepEvery)), kinds
}

// Spends requires the requests that were spent, by kind.
func (h *Env) Spends(want map[string]int) {
	h.T.Helper()
	if _, kinds := h.Spent(); !maps.Equal(kinds, want) {
		h.T.Errorf("requests: %v, want %v", kinds, want)
	}
}

// Unanswered has cards shown that wait for the answer to what people have done, as if the time for that were over. The clock stands
// still: it would end the leases of characters that think.
func (h *Env) Unanswered() {
	h.T.Helper()
	wait.UntilLog(h.T, "the bot has handled what people have done", h.Transcript, func() bool {
		return h.Server.Heard() && h.Bot.Stats().Queues == 0
	})
	if _, err := h.Store.Write().Exec(h.Ctx(), `UPDATE cards SET retry_at = 0 WHERE shown < wanted`); err != nil {
		h.T.Fatal(err)
	}
	h.look()
}

// Idle waits until these bots, by default the one started last, have processed everything and have nothing left to do. Work after a
// pause does not count: it is only known not to be due now. Cards whose pause was cut short by the test's clock are not left to the next
// sweep.
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
	for end, looks, tries := time.Now().Add(Patience), 0, 1; looks < 2; tries++ {
		switch {
		case quiet():
			looks++
		case time.Now().After(end):
			h.T.Fatalf("never idle\n%s", h.Transcript())
		default:
			if looks = 0; tries%50 == 0 {
				h.look()
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
}
