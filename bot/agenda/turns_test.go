package agenda_test

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/agenda"
	"yeye/bot/session"
	"yeye/game"
)

// startedBy is a hall where these sessions were started by these people.
func startedBy(who map[session.ID]session.PlayerID) *hall {
	h := newHall()
	for id, p := range who {
		one := newHall(id)
		h.sessions[id] = one.sessions[id]
		h.sessions[id].Starter = p
	}
	return h
}

// Fifty games of one person wait for the engine, and the one of another, who comes
// later, is the next to be answered.
func TestOnePersonDoesNotHoldUpAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		who := map[session.ID]session.PlayerID{}
		for n := range 50 {
			who[session.ID(fmt.Sprintf("m%02d", n))] = "mei"
		}
		h := startedBy(who)
		a, stop := start(t, h, thinker{takes: time.Second}, agenda.Options{Thinkers: 1})
		defer stop()
		time.Sleep(2500 * time.Millisecond)
		late := startedBy(map[session.ID]session.PlayerID{"t": "tom"})
		h.mu.Lock()
		h.sessions["t"] = late.sessions["t"]
		h.mu.Unlock()
		a.Wake()
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if done := h.done(); !slices.Contains(done, "t") || len(done) != 4 {
			t.Errorf("after 4.5 s %v are answered", done)
		}
		time.Sleep(50 * time.Second)
		synctest.Wait()
		if n := len(h.done()); n != 51 {
			t.Errorf("in the end %d are answered", n)
		}
	})
}

// Whoever has had the hour's engine time is answered more slowly, and nobody else.
func TestHourlyEngineTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := startedBy(map[session.ID]session.PlayerID{"a": "mei", "b": "mei", "c": "mei", "d": "tom"})
		_, stop := start(t, h, thinker{takes: 10 * time.Second}, agenda.Options{Hourly: 15 * time.Second, Thinkers: 4})
		defer stop()
		time.Sleep(11 * time.Second)
		synctest.Wait()
		if done := h.done(); !slices.Contains(done, "d") || len(done) != 2 {
			t.Errorf("after 11 s %v are answered", done)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if n := len(h.done()); n != 4 {
			t.Errorf("a minute later %d are answered", n)
		}
	})
}

// A thinker that breaks, and one that is stopped, give their turn back.
func TestTurnsComeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := startedBy(map[session.ID]session.PlayerID{"a": "mei", "b": "tom", "c": "lan"})
		_, stop := start(t, h, &breaksFirst{thinker: thinker{takes: time.Second}}, agenda.Options{Thinkers: 1, Lease: time.Second})
		time.Sleep(20 * time.Second)
		synctest.Wait()
		if n := len(h.done()); n != 3 {
			t.Errorf("%d are answered", n)
		}
		stop()
	})
}

// breaksFirst panics once.
type breaksFirst struct {
	thinker
	calls atomic.Int64
}

func (b *breaksFirst) Think(ctx context.Context, g *game.Game, level int, seed uint64) (game.Move, int, bool, error) {
	if b.calls.Add(1) == 1 {
		panic("thinker is broken")
	}
	return b.thinker.Think(ctx, g, level, seed)
}
