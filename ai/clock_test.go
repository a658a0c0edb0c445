package ai

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"yeye/game"
)

// Whatever the clock shows, a move never plans to use all that is left.
func TestClockKeepsSomethingBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lim := Limits{
			MovesToGo: rapid.IntRange(0, 60).Draw(t, "moves"),
			Overhead:  time.Duration(rapid.IntRange(0, 100).Draw(t, "overhead")) * time.Millisecond,
		}
		left := time.Duration(rapid.IntRange(1, 3_600_000).Draw(t, "left")) * time.Millisecond
		lim.Time[game.Black] = left
		lim.Increment[game.Black] = time.Duration(rapid.IntRange(0, 60_000).Draw(t, "increment")) * time.Millisecond
		c := newClock(time.Now(), &lim, game.Black)
		if c.hard <= 0 || c.soft <= 0 {
			t.Fatalf("no limit: %+v", c)
		}
		if c.hard > max(left*9/10, time.Millisecond) {
			t.Fatalf("%v of %v", c.hard, left)
		}
		if c.soft > c.hard {
			t.Fatalf("begins iterations up to %v, must stop at %v", c.soft, c.hard)
		}
	})
}

func TestClockOfAFixedMoveTime(t *testing.T) {
	now := time.Now()
	c := newClock(now, &Limits{MoveTime: 200 * time.Millisecond, Overhead: 5 * time.Millisecond}, game.Red)
	if c.over(now.Add(194*time.Millisecond)) || !c.over(now.Add(196*time.Millisecond)) {
		t.Errorf("stops at %v, want 195ms", c.hard)
	}
	if c.shouldStop(now.Add(150*time.Millisecond), 20, 20, 0, 1, false) {
		t.Error("a fixed time is to be used")
	}
	if c := newClock(now, &Limits{}, game.Red); c.over(now.Add(time.Hour)) {
		t.Error("without limits only the context stops")
	}
}

// A settled choice takes less time than an open one.
func TestClockSpendsWhereTheChoiceIsOpen(t *testing.T) {
	now := time.Now()
	c := newClock(now, &Limits{Time: [2]time.Duration{time.Minute, time.Minute}}, game.Red)
	ends := func(stable, fell int, share float64) time.Duration {
		for d := time.Duration(0); ; d += time.Millisecond {
			if c.shouldStop(now.Add(d), 12, stable, fell, share, false) {
				return d
			}
		}
	}
	if calm, open := ends(8, 0, 0.9), ends(0, 0, 0.4); calm >= open {
		t.Errorf("settled %v, open %v", calm, open)
	}
	if calm, falling := ends(2, 0, 0.5), ends(2, 50, 0.5); calm >= falling {
		t.Errorf("steady %v, falling %v", calm, falling)
	}
	if !c.shouldStop(now, 5, 0, 0, 0, true) {
		t.Error("thinks about an only move")
	}
}
