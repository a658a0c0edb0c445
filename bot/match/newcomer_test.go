package match_test

import (
	"errors"
	"testing"

	"yeye/bot/match"
	"yeye/game"
)

func TestNewcomer(t *testing.T) {
	e := newEnv(t)
	m := e.start(t, meiAgainstKid)
	if _, err := e.Newcomer(t.Context(), e.from("tom", match.FromCard), m.ID); !errors.Is(err, match.ErrNotSeated) {
		t.Errorf("somebody else: %v", err)
	}
	for range 2 { // repeating it is not an error
		after, err := of(e.Newcomer(t.Context(), e.from("mei", match.FromCard), m.ID))
		if err != nil || !after.Seats[game.Red].Newcomer || after.Seats[game.Black].Newcomer || after.Turn != m.Turn || after.Rev <= m.Rev {
			t.Errorf("%v %+v", err, after)
		}
	}
	if kept, err := e.Get(t.Context(), m.ID); err != nil || !kept.Newcomer() {
		t.Errorf("not kept: %v", err)
	}
	if _, err := e.Resign(t.Context(), e.from("mei", match.FromCommand), m.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Newcomer(t.Context(), e.from("mei", match.FromCard), m.ID); !errors.Is(err, match.ErrEnded) {
		t.Errorf("after the end: %v", err)
	}
}
