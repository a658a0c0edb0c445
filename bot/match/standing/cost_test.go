package standing

import (
	"context"
	"testing"

	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/store"
)

// How many statements the end of a game costs here, before its players have places on leaderboards and after.
func TestCost(t *testing.T) {
	testdb.OnSQLite(t) // elsewhere there is a lock for each player
	e := &env{Env: testplay.Open(t)}
	e.Service = newService(e.DB)
	all, last := 0, 0
	e.DB.Observe(store.Observer{Statement: func(context.Context, string) error { all++; return nil }})
	before := 0
	e.Matches.Listen(match.Listener{InTx: func(context.Context, store.Tx, *match.Change) error { before = all; return nil }}, e.Listener(),
		match.Listener{InTx: func(context.Context, store.Tx, *match.Change) error { last = all - before; return nil }})
	cost := func(name string, want int, play func()) {
		t.Helper()
		if play(); last != want {
			t.Errorf("%s: %d statements, not %d", name, last, want)
		}
	}
	duel := func() { e.Beat("mei", "tom") }
	cost("a first rated game", 11, duel)
	cost("a first loss against a character", 4, func() { e.Resign(e.Start(testplay.Versus("linh", 1), "h2e2", "h9g7"), "linh") })
	for _, p := range []id.Player{"a", "b", "c", "d"} {
		e.Beat("mei", p)
		e.Beat("tom", p)
	}
	cost("a rated game of players with places", 11, duel)
	casual := testplay.Duel("mei", "tom")
	casual.Casual = true
	cost("a casual game of players with places", 8, func() { e.Leave(e.Start(casual, "h2e2", "h9g7"), "tom") })
	cost("a first win against a character", 9, func() { e.Start(testplay.Versus("mei", 1), testplay.Smothered...) })
}
