package match_test

import (
	"errors"
	"testing"

	"yeye/ai/character"
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

// Only against the weakest characters can be marked what can be taken, and then the match counts for less.
func TestMarksForNewcomers(t *testing.T) {
	for level, marks := range map[character.Level]bool{character.Kid: true, character.Uncle: false, character.Grandpa: false} {
		if match.MarksFor(level) != marks {
			t.Errorf("%v: %v", level, !marks)
		}
		e := newEnv(t)
		seats := meiAgainstKid
		seats[game.Black].Level = level
		m := e.start(t, seats)
		after, err := of(e.Newcomer(t.Context(), e.from("mei", match.FromCard), m.ID))
		if err != nil || (after.CasualReason == match.Marked) != marks {
			t.Errorf("%v: %v, %v", level, after.CasualReason, err)
		}
	}
	e := newEnv(t)
	m := e.start(t, meiAgainstTom)
	if after, err := of(e.Newcomer(t.Context(), e.from("mei", match.FromCard), m.ID)); err != nil || after.CasualReason == match.Marked {
		t.Errorf("between people: %v, %v", after.CasualReason, err)
	}
}
