package display

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/store"
)

// A card that waits is not looked at, however often its subject is woken here: the database is asked nothing. The next change, an
// answer or another process's change ends that.
func TestHeldCardReadsNothing(t *testing.T) {
	for _, c := range []struct {
		name  string
		then  func(t *testing.T, e *env)
		shown bool
		reads bool
	}{
		{"nothing more", func(*testing.T, *env) {}, false, false},
		{"woken again", func(t *testing.T, e *env) { e.Wake(game) }, false, false},
		{"an earlier change is heard of late", func(t *testing.T, e *env) { e.Changed(game, Wanted{Rev: 1}); e.Wake(game) }, false, false},
		{"the next change", func(t *testing.T, e *env) {
			e.want(t, game, Wanted{Rev: 3})
			e.Changed(game, Wanted{Rev: 3})
			e.Changed(game, Wanted{Rev: 2, Hold: time.Hour}) // late
			e.Wake(game)
		}, true, true},
		{"another process's", func(t *testing.T, e *env) { e.want(t, game, Wanted{Rev: 3}); e.WakeRemote(game) }, true, true},
		{"swept", func(t *testing.T, e *env) { e.enqueue(game, nil, causeSweep) }, false, true},
		{"asked for", func(t *testing.T, e *env) { e.enqueue(game, &pendingResponse{}, causeLocal) }, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, e *env) {
				var reads atomic.Int64
				e.want(t, game, Wanted{Rev: 2, Hold: time.Hour})
				e.Changed(game, Wanted{Rev: 2, Hold: time.Hour})
				e.db.Observe(store.Observer{Statement: func(context.Context, string) error { reads.Add(1); return nil }})
				e.Wake(game)
				c.then(t, e)
				e.Wait()
				e.db.Observe(store.Observer{})
				if shown := len(e.rest.live()) > 0; shown != c.shown || (reads.Load() > 0) != c.reads {
					t.Errorf("shown %v, %d statements", shown, reads.Load())
				}
			})
		})
	}
}

// Before a card that was held back is shown the bot is seen typing, once, and for as long as a glance takes.
func TestTypingBeforeAHeldCard(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		const hold = 4 * time.Second
		w := Wanted{Rev: 1, Repost: true, Hold: hold}
		e.want(t, game, w)
		e.Changed(game, w)
		e.Wake(game)
		for _, c := range []struct {
			after        time.Duration
			typed, shown int
		}{{hold - typingBefore - time.Millisecond, 0, 0}, {2 * time.Millisecond, 1, 0}, {typingBefore - 2*time.Millisecond, 1, 0}, {20 * time.Millisecond, 1, 1}, {time.Hour, 1, 1}} {
			time.Sleep(c.after)
			synctest.Wait()
			if typed, shown := e.rest.typings(), len(e.rest.live()); typed != c.typed || shown != c.shown {
				t.Errorf("%v later: typed %d times and shows %d cards, want %d and %d", c.after, typed, shown, c.typed, c.shown)
			}
		}
	})
}
