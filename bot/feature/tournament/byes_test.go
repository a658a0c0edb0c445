package tournament

import (
	"errors"
	"testing"
	"time"
)

// Who has been promised a half point is not paired by hand, and who was paired by hand does not skip the round.
func TestByesAndPairsByHand(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Swiss, Timing: live, Rounds: 5}, 6)
	e.start()
	if _, err := e.s.PairByHand(t.Context(), e.actor("boss"), e.of, 1, 4); err != nil {
		t.Fatal(err)
	}
	if _, err := e.s.HalfBye(t.Context(), e.actor("p4"), e.of); !errors.Is(err, ErrByHand) {
		t.Errorf("a bye of who is paired: %v", err)
	}
	if _, err := e.s.HalfBye(t.Context(), e.actor("p2"), e.of); err != nil {
		t.Fatal(err)
	}
	if _, err := e.s.PairByHand(t.Context(), e.actor("boss"), e.of, 3, 2); !errors.Is(err, ErrSkips) {
		t.Errorf("a pair of who has a bye: %v", err)
	}
	e.nextRound()
	now := e.get()
	if c := now.cells(4)[1]; c.Opponent != 1 {
		t.Errorf("4 plays %+v", c)
	}
	if c := now.cells(2)[1]; c.Kind != Half || c.Points != 1 {
		t.Errorf("2 has %+v", c)
	}
}

// A round in which nobody is left to be paired, because the others have asked for a bye, is one of byes and no end.
func TestRoundOfByes(t *testing.T) {
	for byes := 2; byes <= 3; byes++ {
		e := newEnv(t)
		e.create(Plan{System: Swiss, Timing: live, Rounds: 4}, 3)
		e.start()
		for i := range byes {
			if _, err := e.s.HalfBye(t.Context(), e.actor(nth(i+1)), e.of); err != nil {
				t.Fatal(err)
			}
		}
		e.nextRound()
		now := e.get()
		for i := range byes {
			if c := now.cells(now.Of(nth(i + 1)).Number)[1]; c.Kind != Half {
				t.Errorf("%d byes: %d has %+v", byes, i+1, c)
			}
		}
		if c := now.cells(now.Of("p3").Number)[1]; byes == 2 && c.Kind != Bye {
			t.Errorf("who is left has %+v", c)
		}
		if end := e.run(weaker, nil); end.State != Done || end.Round != 4 {
			t.Errorf("%d byes: %s in round %d", byes, end.State, end.Round)
		}
	}
}

// Nothing is left of a player who is erased after a tournament was called off, also of the second one.
func TestErasedAfterACancellation(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Swiss, Timing: live}, 3)
	if _, err := e.s.Cancel(t.Context(), e.actor("boss"), e.of); err != nil {
		t.Fatal(err)
	}
	e.erase("p1")
	e.erase("p2")
	if now := e.get(); len(now.Players) != 1 || now.Players[0].Player != "p3" {
		t.Errorf("%+v", now.Players)
	}
}

// Whom a director removes before the start cannot come back after it, nor do they take anybody's place.
func TestRemovedBeforeTheStart(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Arena, Timing: live, Length: time.Hour}, 3)
	if _, err := e.s.Remove(t.Context(), e.actor("boss"), e.of, "p3"); err != nil {
		t.Fatal(err)
	}
	back := func(when string) {
		t.Helper()
		if _, err := e.s.Join(t.Context(), e.actor("p3"), e.of); !errors.Is(err, ErrRemoved) {
			t.Errorf("%s: %v", when, err)
		}
	}
	back("before the start")
	if now := e.get(); len(now.Players) != 2 {
		t.Errorf("%d have a place", len(now.Players))
	}
	all, err := e.s.Owner().Export(t.Context(), e.s.db.Read(), "p3")
	if mine := all[0].Value.([]exported); err != nil || len(mine) != 1 || mine[0].Status != Removed {
		t.Errorf("%+v %v", mine, err)
	}
	e.start()
	back("after it")
	e.erase("p3")
	if n := e.Count(`SELECT COUNT(*) FROM tournaments WHERE barred <> ''`); n != 0 {
		t.Error("who is erased is still barred")
	}
}
