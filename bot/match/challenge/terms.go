package challenge

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/match"
)

// ChangeTerms lets the challenger change the terms of a waiting challenge: f modifies sides, position, rules, odds,
// time control and rating, or returns an error. Because of Answer.Rev, a player accepts only the terms that they have
// seen.
func (s *Service) ChangeTerms(ctx context.Context, by match.Actor, of id.Match,
	f func(*match.Terms) error) (Change, error) {
	return s.do(ctx, by, of, func(c *Change) error {
		one := &c.Challenge
		switch {
		case by.Player != one.Starter:
			return ErrNotAsked
		case one.Status != Waiting:
			return ErrClosed
		}
		t := one.Terms()
		if err := f(&t); err != nil {
			return err
		}
		one.Seats, one.Position, one.Rules, one.Odds, one.Timing, one.Casual = t.Seats, t.Position, t.Rules, t.Odds,
			t.TimeControl, t.CasualReason()
		one.Variant, one.Pair = t.Mode.Variant, t.Pair
		c.Verb = Amending
		return nil
	}, nil)
}
