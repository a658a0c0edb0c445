package challenge_test

import (
	"errors"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/place"
	"yeye/game"
)

// What a channel shows: an open match before anything else, then what changed last; and whether it is in use.
func TestChannel(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	check := func(when string, subject id.Subject, latest, lone error, used bool) {
		t.Helper()
		if got, err := e.Latest(ctx, room); got != subject || !errors.Is(err, latest) {
			t.Errorf("%s: the latest is %v %v, not %v %v", when, got, err, subject, latest)
		}
		if m, err := e.LatestMatch(ctx, room); !errors.Is(err, lone) || lone == nil && subject.Kind != challenge.Kind && m.Subject() != subject {
			t.Errorf("%s: the latest match is %v %v, not %v", when, m.Subject(), err, lone)
		}
		if got, err := e.InUse(ctx, room); got != used || err != nil {
			t.Errorf("%s: in use %v %v", when, got, err)
		}
		if err := e.matches.NoMatchError(ctx, room, "mei", match.ErrNotYourTurn); !errors.Is(err, match.ErrNotYourTurn) {
			t.Errorf("%s: %v", when, err)
		}
		e.pass(time.Minute)
	}
	propose := func() challenge.Challenge {
		t.Helper()
		c, err := of(e.Propose(ctx, e.from("mei"), terms(room, "mei", "tom")))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	check("nothing yet", id.Subject{}, match.ErrNoMatch, match.ErrNoMatch, false)
	asked := propose()
	check("a challenge", asked.Subject(), nil, challenge.ErrUnanswered, true)
	began, err := e.Accept(ctx, e.from("tom"), asked.ID, challenge.Answer{})
	if err != nil {
		t.Fatal(err)
	}
	check("accepted", began.Became, nil, nil, true)
	if _, err := e.matches.Displace(ctx, began.Became.ID, place.Fact{Status: place.Deleted, Channel: room}); err != nil {
		t.Fatal(err)
	}
	check("adjourned", began.Became, nil, nil, false)
	if err := e.matches.NoMatchError(ctx, room, "mei", match.ErrNoMatch); !errors.Is(err, match.ErrAdjourned) {
		t.Errorf("adjourned: %v", err)
	}
	again := propose()
	check("another challenge", again.Subject(), nil, nil, true)
	c, err := e.matches.Start(ctx, e.from("lan"), match.Terms{Mode: match.Versus, Guild: "park", Channel: room, Position: game.Start(),
		Seats: [2]match.Seat{{Player: "lan"}, {Level: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	check("a match beside the challenge", c.Match.Subject(), nil, nil, true)
	if _, err := e.matches.Rule(ctx, e.from("mod"), c.Match.ID, match.PausedByModerator); err != nil {
		t.Fatal(err)
	}
	if err := e.matches.NoMatchError(ctx, room, "lan", match.ErrNoMatch); !errors.Is(err, match.ErrPausedByModerator) {
		t.Errorf("paused: %v", err)
	}
	if err := e.matches.NoMatchError(ctx, room, "mei", match.ErrNoMatch); !errors.Is(err, match.ErrNoMatch) {
		t.Errorf("somebody else's, paused: %v", err)
	}
}
