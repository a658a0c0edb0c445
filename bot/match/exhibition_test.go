package match_test

import (
	"errors"
	"strings"
	"testing"

	"yeye/bot/match"
	"yeye/game"
)

// An exhibition continues by itself, a turn at a time, until its starter stops it.
func TestExhibition(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	m := e.start(t, exhibition)
	if job := jobOf(t, e, m); !strings.HasPrefix(job, "think of turn 1 in 4s:") {
		t.Errorf("at the start: %s", job)
	}
	c, err := e.Answer(ctx, &m, move("h2e2"), 0, false)
	if err != nil {
		t.Fatal(err)
	}
	m = c.Match
	if job := jobOf(t, e, m); !strings.HasPrefix(job, "think of turn 2 in 4s:") {
		t.Errorf("after a move: %s", job)
	}
	for _, by := range []match.Actor{e.from("tom", match.FromCard), e.from("", match.FromCard)} {
		if _, err := e.Stop(ctx, by, m.ID); !errors.Is(err, match.ErrNotAsked) {
			t.Errorf("stopped by %q: %v", by.Player, err)
		}
	}
	m, err = of(e.Stop(ctx, e.from("mei", match.FromCard), m.ID))
	if err != nil || m.Status != match.Ended || m.Outcome != (game.Outcome{Method: game.Abandoned}) || jobOf(t, e, m) != "" {
		t.Errorf("stopped: %v %+v, job %q, %v", m.Status, m.Outcome, jobOf(t, e, m), err)
	}
	if _, err := e.Stop(ctx, e.from("mei", match.FromCard), m.ID); !errors.Is(err, match.ErrEnded) {
		t.Errorf("stopped again: %v", err)
	}
	m = e.start(t, meiAgainstKid)
	if _, err := e.Stop(ctx, e.from("mei", match.FromCard), m.ID); !errors.Is(err, match.ErrNotAsked) {
		t.Errorf("a game of her own: %v", err)
	}
}
