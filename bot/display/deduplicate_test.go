package display

import (
	"sync/atomic"
	"testing"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
)

// A subject without a message, whose channel was lost while another message might have existed, is not looked at forever.
func TestDoubtWithoutMessageEnds(t *testing.T) {
	var passed atomic.Int64
	db, _ := testdb.Open(t, func() time.Time { return time.Now().Add(time.Duration(passed.Load())) })
	e := &env{rest: &memory{}, cards: &cards{rev: map[id.Match]int64{}}, db: db}
	e.Display = e.another(db)
	e.rest.created = func(id.Message) error { return &discord.APIError{Status: 404, Code: 10003} }
	e.want(t, game, Wanted{Rev: 1})
	e.Sweep(t.Context())
	e.Wait()
	e.Wake(game) // by the change that adjourns it
	e.Wait()
	if row, _, err := e.Row(t.Context(), game); err != nil || row.Message != "" || row.Shown != row.Wanted || len(e.cards.lost) != 1 {
		t.Fatalf("%+v, lost %v, %v", row, e.cards.lost, err)
	}
	passed.Store(int64(time.Minute))
	e.Sweep(t.Context())
	e.Wait()
	if n, err := e.Behind(t.Context(), 10); n != 0 || err != nil {
		t.Errorf("%d cards are behind: %v", n, err)
	}
}
