package display

import (
	"context"
	"sync/atomic"
	"testing"
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
		{"another process's", func(t *testing.T, e *env) { e.want(t, game, Wanted{Rev: 3}); e.Hear(game) }, true, true},
		{"swept", func(t *testing.T, e *env) { e.enqueue(game, nil, swept) }, false, true},
		{"asked for", func(t *testing.T, e *env) { e.enqueue(game, &pendingResponse{}, here) }, true, true},
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
