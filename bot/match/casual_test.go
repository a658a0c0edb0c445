package match_test

import (
	"testing"
	"time"

	"yeye/bot/match"
	"yeye/game"
)

// Help with a position costs the unaided win also while the match is adjourned; one that is over is left alone.
func TestHelpWhileAdjourned(t *testing.T) {
	ctx := t.Context()
	for state, want := range map[string]match.Casual{"open": match.AfterStudy, "adjourned": match.AfterStudy, "held": match.AfterStudy, "over": match.Rated} {
		e := newEnv(t)
		m := e.start(t, meiAgainstKid)
		m, err := of(e.Move(ctx, e.from("mei", match.FromText), room, "h2e2", 0))
		if err == nil {
			m, err = of(e.Answer(ctx, m.ID, m.Turn, move("h9g7"), 0, false))
		}
		if err != nil {
			t.Fatal(err)
		}
		switch state {
		case "adjourned":
			e.pass(25 * time.Hour)
			_, err = e.Adjourn(ctx, m.ID)
		case "held":
			_, err = e.Rule(ctx, e.from("mod", match.FromCommand), m.ID, match.Held)
		case "over":
			_, err = e.Resign(ctx, e.from("mei", match.FromCommand), m.ID)
		}
		if err != nil {
			t.Fatal(err)
		}
		elsewhere := game.Start()
		elsewhere.Do(move("b2e2"))
		elsewhere.Do(move("b9c7")) // the mirror image
		counting, err := e.CountingLike(ctx, "mei", &elsewhere)
		if err != nil || (len(counting) == 1) != (want != match.Rated) {
			t.Errorf("%s: counting %v, %v", state, counting, err)
		}
		if err := e.UncountLike(ctx, "mei", &elsewhere, match.AfterStudy); err != nil {
			t.Error(err)
		}
		now, err := e.Get(ctx, m.ID)
		if err != nil || now.Casual != want || now.Unaided() != (want == match.Rated) {
			t.Errorf("%s: %v %v", state, now.Casual, err)
		}
		if state != "adjourned" {
			continue
		}
		if now, err := of(e.Resume(ctx, e.from("mei", match.FromCard), m.ID)); err != nil || now.Unaided() {
			t.Errorf("resumed: %v %v", now.Casual, err)
		}
	}
}
