package tournament

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"yeye/bot/id"
	"yeye/bot/match"
)

// In a simul the host meets all others at once with Red, casually; nobody joins late, and without the host there is none.
func TestSimul(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Simul, Timing: match.TimeControl{Days: 1}}, 4)
	e.start()
	if n := e.Count(`SELECT COUNT(*) FROM matches WHERE status = 0 AND red_player = 'boss' AND casual <> 'rated'`); n != 4 {
		t.Errorf("%d boards at the start", n)
	}
	if _, err := e.s.Join(t.Context(), e.actor("p5"), e.of); !errors.Is(err, ErrLate) {
		t.Error(err)
	}
	e.play(func(b Board) int {
		if b.Black == 2 {
			return 1
		}
		return b.Black
	})
	now := e.get()
	host, winner := now.Table()[0], now.Table()[1]
	if now.State != Done || host.Number != 1 || host.Entrant.Player != "boss" || host.Points != 6 || len(host.Results) != 4 || winner.Points != 2 || now.Table()[4].Place != 3 {
		t.Error(e.told())
	}
	for name, without := range map[string]func(){
		"left": func() { _, err := e.s.Leave(t.Context(), e.actor("boss"), e.of); e.OK(err) },
		"erased": func() {
			e.erase("boss")
		},
	} {
		e.create(Plan{System: Simul, Timing: live}, 2)
		without()
		if now := e.get(); now.State != Cancelled {
			t.Errorf("the host has %s: %s", name, e.told())
		}
	}
}

// The boards of a simul begin at the same time, and none of them hinders another.
func TestSimulBeginsAtOnce(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Simul, Timing: live}, 6)
	if _, err := e.s.Start(t.Context(), e.actor("boss"), e.of); err != nil {
		t.Fatal(err)
	}
	e.OK(e.s.Due(t.Context(), e.of))
	now := e.get()
	var all sync.WaitGroup
	for _, b := range now.Pairings {
		all.Go(func() {
			if _, err := e.s.Begin(t.Context(), e.of, b.Round, b.Number, id.Channel(fmt.Sprint("table", b.Number)), true); err != nil {
				t.Errorf("board %d: %v", b.Number, err)
			}
		})
	}
	all.Wait()
	if n := e.Count(`SELECT COUNT(*) FROM matches WHERE status = 0 AND red_player = 'boss'`); n != 6 {
		t.Errorf("%d boards have begun: %s", n, e.told())
	}
}
