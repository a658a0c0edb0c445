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

// Running reports whether a vote is open in some guilds.
func (s *Service) Running(ctx context.Context, in shards.Part) (bool, error) {
	return anyOpen(ctx, s.db.Read(), in)
}

// Skip takes an absence of the bot, in which nobody could vote, out of the time for the votes that are open in some guilds: they end
// later by as much. A repetition changes nothing.
func (s *Service) Skip(ctx context.Context, in shards.Part, from, to time.Time) error {
	all, err := openIn(ctx, s.db.Read(), in)
	if err != nil {
		return err
	}
	for _, of := range all {
		if err := s.skip(ctx, of, from, to); err != nil && !errors.Is(err, match.ErrStale) && !errors.Is(err, match.ErrNoMatch) {
			return err
		}
	}
	return nil
}

func (s *Service) skip(ctx context.Context, of id.Match, from, to time.Time) error {
	_, err := s.matches.Amend(ctx, match.Actor{Source: match.FromClock}, of, match.Polled, func(c *match.Change) error {
		if c.Match.Status != match.Open {
			return match.ErrStale
		}
		return nil
	}, func(ctx context.Context, tx store.Tx, c *match.Change) error {
		if err := lockVote(ctx, tx, of); err != nil {
			return err
		}
		v, err := loadVote(ctx, tx.Conn, of)
		if err != nil {
			return err
		}
		if v.heard.After(from) {
			from = v.heard
		}
		if v.Ends.IsZero() || v.Ends.Before(from) || !from.Before(to) {
			return match.ErrStale
		}
		return s.end(ctx, tx, &c.Match, v.Ends.Add(to.Sub(from)))
	})
	return err
}
