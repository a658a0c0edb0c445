package tournament

import (
	"context"
	"strings"
	"testing"
	"time"

	"yeye/bot/feature/tournament/pairing"
	"yeye/bot/store"
)

// A wave only reads who sits elsewhere: it makes no game that begins meanwhile wait. SQLite has no locks, so that this is seen on PostgreSQL.
func TestWaveLocksNoPlayer(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Arena, Timing: live, Length: time.Hour}, 6)
	e.start()
	e.Pass(waveEvery)
	locks := 0
	e.DB.Observe(store.Observer{Statement: func(_ context.Context, query string) error {
		if strings.Contains(query, "pg_advisory_xact_lock") {
			locks++
		}
		return nil
	}})
	e.OK(e.s.Due(t.Context(), e.of))
	e.DB.Observe(store.Observer{})
	if now := e.get(); locks > 1 || len(now.Pairings) == 0 {
		t.Errorf("%d locks for %d boards", locks, len(now.Pairings))
	}
}

// A performance takes an opponent without a rating for a newcomer, and does not change once an opponent is erased.
func TestPerformance(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Arena, Timing: live, Length: time.Hour}, 2)
	if _, err := e.s.Join(t.Context(), e.actor("x"), e.of); err != nil { // has none
		t.Fatal(err)
	}
	e.start()
	performs := func(won Board) (rates int) {
		now := e.get()
		now.Pairings = []Board{won}
		for _, row := range now.Table() {
			if row.Number == won.Red {
				rates = row.performance
			}
		}
		return rates
	}
	number := e.get().Of("x").Number
	if got := performs(Board{Round: 1, Number: 1, Red: 1, Black: number, Kind: Game, Result: pairing.RedWins, How: Played, Plies: 60}); got != 1900 {
		t.Errorf("a win against nobody known: %d", got)
	}
	won := Board{Round: 1, Number: 1, Red: 1, Black: 2, Kind: Game, Result: pairing.RedWins, How: Played, Plies: 60}
	before := performs(won)
	e.erase("p2")
	if now := performs(won); now != before || now != 2300 {
		t.Errorf("%d, %d before the opponent was erased", now, before)
	}
}

// A draw that a director rules counts in an arena, however short the game was.
func TestRuledDraw(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Arena, Timing: live, Length: time.Hour}, 2)
	e.start()
	for e.due() {
	}
	e.play(weaker)
	if _, err := e.s.Correct(t.Context(), e.actor("boss"), e.of, 1, 1, pairing.Draw, "they agreed"); err != nil {
		t.Fatal(err)
	}
	for _, row := range e.get().Table() {
		if row.Points != 1 {
			t.Errorf("%d has %d", row.Number, row.Points)
		}
	}
}
