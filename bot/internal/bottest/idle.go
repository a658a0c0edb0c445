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

// ByTest marks queries of the test, which do not count as the bot's.
type ByTest struct{}

// leftToDo counts pending work: due jobs, outdated cards, superseded ones, and announcements that may be over.
const leftToDo = `SELECT (SELECT COUNT(*) FROM jobs WHERE ready_at <= ?) + (SELECT COUNT(*) FROM cards
	WHERE shown < wanted OR stale > 0) +
	(SELECT COUNT(*) FROM superseded WHERE collapsed = 0) +
	(SELECT COUNT(*) FROM announcements a JOIN cards c ON c.kind = a.kind AND c.id = a.id WHERE c.wanted > a.checked)`

// CountRequests starts counting the bot's requests, once the given bots, by default the one started last, are idle:
// nothing is left to do, and every job has recorded its outcome. Otherwise requests for earlier work would be counted
// too: for a card that was not settled, or for a job that runs again when its lease ends.
func (h *Env) CountRequests(bots ...*bot.Bot) {
	h.T.Helper()
	h.Idle(bots...)
	for end := time.Now().Add(Patience); ; time.Sleep(5 * time.Millisecond) {
		n, err := store.Value[int](h.Store.Read().Row(context.WithValue(h.T.Context(), ByTest{}, true),
			`SELECT COUNT(*) FROM jobs WHERE worker <> ''`))
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

// Spent returns the bot's requests with its own token in a channel since CountRequests, by kind: those that count
// against the fifty a second.
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

// Made returns the total of Spent without the reads of sweeps: a sweep between a change and its card cannot know
// whether the card was sent already, and reads the channel. On a slow machine there are more sweeps.
func (h *Env) Made() (total int, kinds map[string]int) {
	h.T.Helper()
	total, kinds = h.Spent()
	return total - min(kinds["read"], 2+int(time.Since(h.counted)/display.SweepEvery)), kinds
}

// Spends requires that Spent is exactly the given requests, by kind.
func (h *Env) Spends(want map[string]int) {
	h.T.Helper()
	if _, kinds := h.Spent(); !maps.Equal(kinds, want) {
		h.T.Errorf("requests: %v, want %v", kinds, want)
	}
}

// Unanswered makes the bot show the cards that wait for the answer to a user's action, as if their waiting time were
// over. It does not move the clock: that would end the leases of characters that think.
func (h *Env) Unanswered() {
	h.T.Helper()
	wait.UntilLog(h.T, "the bot has handled what people have done", h.Transcript, func() bool {
		return h.Server.AllAcknowledged() && h.Bot.Stats().Queues == 0
	})
	if _, err := h.Store.Write().Exec(h.Ctx(), `UPDATE cards SET retry_at = 0 WHERE shown < wanted`); err != nil {
		h.T.Fatal(err)
	}
	h.look()
}

// Idle waits until the given bots, by default the one started last, have processed everything and have nothing left to
// do. Work that is due later does not count. Cards that the test's clock has made due are shown at once, not at the
// next sweep.
func (h *Env) Idle(bots ...*bot.Bot) {
	h.T.Helper()
	if bots == nil {
		bots = []*bot.Bot{h.Bot}
	}
	quiet := func() bool {
		if !h.Server.AllAcknowledged() {
			return false
		}
		for _, b := range bots {
			b.Tasks.Wait()
			b.Display.Wait()
			// not idle: the query below could miss what this work starts when it ends
			if s := b.Stats(); s.Queues+s.Showing+s.Jobs > 0 {
				return false
			}
		}
		ctx := context.WithValue(h.T.Context(), ByTest{}, true)
		n, err := store.Value[int](h.Store.Read().Row(ctx, leftToDo, store.Millis(h.Now())))
		return err == nil && n == 0 && h.Server.AllAcknowledged()
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
