package challenge_test

import (
	"errors"
	"testing"
	"time"

	"yeye/bot/match"
	"yeye/bot/match/challenge"
)

// The challenger, and nobody else, changes the terms while a challenge waits; who has seen the earlier ones cannot accept, and a term
// that is refused changes nothing.
func TestChangeTerms(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	c, err := e.propose(t, "mei", "tom")
	if err != nil {
		t.Fatal(err)
	}
	clock := match.TimeControl{Days: 3}
	set := func(t *match.Terms) error { t.TimeControl = clock; return nil }
	if _, err := e.ChangeTerms(ctx, e.from("tom"), c.ID, set); !errors.Is(err, challenge.ErrNotAsked) {
		t.Errorf("by the player who is asked: %v", err)
	}
	no := errors.New("no")
	if _, err := e.ChangeTerms(ctx, e.from("mei"), c.ID, func(t *match.Terms) error { t.TimeControl = clock; return no }); !errors.Is(err, no) {
		t.Errorf("refused: %v", err)
	}
	if is, err := e.Get(ctx, c.ID); err != nil || is.Timing != c.Timing || is.Rev != c.Rev || is.Casual != c.Casual {
		t.Errorf("a refusal changed it to %+v, %v", is.Timing, err)
	}
	made, err := e.ChangeTerms(ctx, e.from("mei"), c.ID, set)
	if is := made.Challenge; err != nil || is.Timing != clock || is.Casual != match.Rated || is.Rev != c.Rev+1 || made.Verb != challenge.Amending || made.New() {
		t.Fatalf("%+v, %v", made, err)
	}
	if _, err := e.Accept(ctx, e.from("tom"), c.ID, challenge.Answer{Rev: c.Rev}); !errors.Is(err, challenge.ErrStale) {
		t.Errorf("accepted as it was: %v", err)
	}
	e.pass(time.Minute)
	began, err := e.Accept(ctx, e.from("tom"), c.ID, challenge.Answer{Rev: made.Challenge.Rev, Casual: true})
	if err != nil || began.Started.Match.Clock.TimeControl != clock || began.Started.Match.CasualReason != match.DailyLimit {
		t.Errorf("%+v, %v", began.Started.Match, err)
	}
	if _, err := e.ChangeTerms(ctx, e.from("mei"), c.ID, set); !errors.Is(err, challenge.ErrClosed) {
		t.Errorf("once it is accepted: %v", err)
	}
}
