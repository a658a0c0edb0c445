package session_test

import (
	"errors"
	"testing"

	"yeye/bot/session"
	"yeye/game"
)

func TestNovice(t *testing.T) {
	d := newDesk(t)
	se := d.start(t, meiAgainstKid)
	if _, err := d.Novice(t.Context(), d.from("tom", session.ByControl), se.ID); !errors.Is(err, session.ErrNotSeated) {
		t.Errorf("somebody else: %v", err)
	}
	for range 2 { // saying it twice is no mistake
		after, err := d.Novice(t.Context(), d.from("mei", session.ByControl), se.ID)
		if err != nil || !after.Seats[game.Red].Novice || after.Seats[game.Black].Novice || after.Turn != se.Turn || after.Rev <= se.Rev {
			t.Errorf("%v %+v", err, after)
		}
	}
	if kept, err := d.Get(t.Context(), se.ID); err != nil || !kept.Novice() {
		t.Errorf("not kept: %v", err)
	}
	if _, err := d.Resign(t.Context(), d.from("mei", session.ByCommand), se.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Novice(t.Context(), d.from("mei", session.ByControl), se.ID); !errors.Is(err, session.ErrEnded) {
		t.Errorf("after the end: %v", err)
	}
}
