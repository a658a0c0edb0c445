package vote

import (
	"context"
	"errors"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/store/shards"
)

// Running reports whether any vote is open in the guilds of a part.
func (s *Service) Running(ctx context.Context, in shards.Part) (bool, error) {
	return anyOpen(ctx, s.db.Read(), in)
}

// DeductAbsence extends the open votes in the guilds of a part by an absence of the bot, during which it could
// receive no votes. Calling it again for the same absence changes nothing.
func (s *Service) DeductAbsence(ctx context.Context, in shards.Part, from, to time.Time) error {
	all, err := openIn(ctx, s.db.Read(), in)
	if err != nil {
		return err
	}
	for _, of := range all {
		if err := s.deductAbsence(ctx, of, from, to); err != nil && !errors.Is(err, match.ErrStale) &&
			!errors.Is(err, match.ErrNoMatch) {
			return err
		}
	}
	return nil
}

func (s *Service) deductAbsence(ctx context.Context, of id.Match, from, to time.Time) error {
	_, err := s.matches.Amend(
		ctx,
		match.Actor{Source: match.FromClock},
		of,
		match.VotesChanged,
		func(c *match.Change) error {
			if c.Match.Status != match.Open {
				return match.ErrStale
			}
			return nil
		},
		func(ctx context.Context, tx store.Tx, c *match.Change) error {
			lockVote(ctx, tx, of)
			v, err := loadVote(ctx, tx.Conn, of)
			if err != nil {
				return err
			}
			if v.absencesDeductedTo.After(from) {
				from = v.absencesDeductedTo
			}
			if v.Ends.IsZero() || v.Ends.Before(from) || !from.Before(to) {
				return match.ErrStale
			}
			s.scheduleEnd(ctx, tx, &c.Match, v.Ends.Add(to.Sub(from)))
			return nil
		},
	)
	return err
}
