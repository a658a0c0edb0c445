package challenge

import (
	"context"
	"time"

	"yeye/bot/match"
	"yeye/bot/store"
)

// Challenges cost the challenged player a moment, so they are limited: two of a player's may wait for an answer at a
// time, and the same player is not asked again within ten minutes unless they accepted, or the challenge was withdrawn;
// then they are asked without a ping.
const (
	maxWaiting = 2
	askAgainAfter   = 10 * time.Minute
)

// Propose creates a challenge with a match's terms. It is refused with [ErrSelf], [ErrInvitations], [ErrUnwelcome], a
// [*SoonError] or by the limits of matches, and otherwise with a [*match.OccupiedError] if a match is open in the
// channel: a challenge that could not be accepted would be a trap.
func (s *Service) Propose(ctx context.Context, by match.Actor, t match.Terms) (Change, error) {
	if challengesSelf(t) {
		return Change{}, ErrSelf
	}
	now := s.db.Now()
	c := Change{Challenge: s.newChallenge(by, t, now), Verb: Proposed, By: by}
	err := s.db.TxOnce(ctx, by.Event, func(tx store.Tx) (err error) {
		tx.Lock(ctx, "challenges of "+string(by.Player))
		if err := s.matches.WithinLimits(ctx, tx, by.Player, t.Guild); err != nil {
			return err
		}
		if c.Challenge.NoPing, err = s.mayAsk(ctx, tx.Conn, &c.Challenge, now); err != nil {
			return err
		}
		if err := s.matches.Vacant(ctx, tx.Conn, t.Channel); err != nil {
			return err
		}
		insert(ctx, tx, &c.Challenge)
		return s.follow(ctx, tx, &c)
	})
	if err != nil {
		return Change{}, err
	}
	s.after(ctx, &c)
	return c, nil
}

// MayPropose returns the error that Propose would return in a vacant channel, for callers that create the channel
// first.
func (s *Service) MayPropose(ctx context.Context, by match.Actor, t match.Terms) error {
	if challengesSelf(t) {
		return ErrSelf
	}
	if err := s.matches.MayStart(ctx, by, t); err != nil {
		return err
	}
	now := s.db.Now()
	c := s.newChallenge(by, t, now)
	_, err := s.mayAsk(ctx, s.db.Read(), &c, now)
	return err
}

func challengesSelf(t match.Terms) bool { return t.Seats[0].Human() && t.Seats[0].Player == t.Seats[1].Player }

// made returns a new challenge, at its first revision.
func (s *Service) newChallenge(by match.Actor, t match.Terms, now time.Time) Challenge {
	t.Mode = match.DuelOf(t.Mode.Variant)
	return Challenge{
		ID: s.matches.NewID(), Guild: t.Guild, Channel: t.Channel, Seats: t.Seats, Starter: by.Player, Locale: t.Locale,
		Position: t.Position, Rules: t.Rules, Odds: t.Odds, Timing: t.TimeControl, Casual: t.CasualReason(),
		Variant: t.Mode.Variant,
		Pair:    t.Pair,
		Rev:     1, Created: now, Touched: now,
	}
}

// mayAsk returns an error if the challenged player does not accept the challenge, or there are too many. quiet means
// that it may be made but without a ping.
func (s *Service) mayAsk(ctx context.Context, conn store.Conn, c *Challenge, now time.Time) (quiet bool, err error) {
	asked := c.Seats[c.Side().Other()]
	if asked.Erased() {
		return false, ErrUnwelcome
	}
	if asked.Human() {
		welcome, err := s.matches.Policy().MayInviteIn(ctx, conn, c.Guild, c.Starter, asked.Player)
		if err != nil {
			return false, err
		}
		if !welcome {
			return false, ErrUnwelcome
		}
	}
	earlier, err := all(ctx, conn, whereStarted, string(c.Starter), int(Waiting), store.Millis(now.Add(-askAgainAfter)))
	if err != nil {
		return false, err
	}
	waiting := 0
	var soon error
	for i := range earlier {
		e := &earlier[i]
		if e.Status == Waiting {
			waiting++
		}
		if again := e.Created.Add(askAgainAfter); asked.Human() && e.addressedTo(asked.Player) && again.After(now) {
			quiet = true
			if e.Status != Accepted && e.Status != Withdrawn {
				soon = &TooSoonError{again}
			}
		}
	}
	if waiting >= maxWaiting {
		return false, ErrInvitations
	}
	return quiet, soon
}

// Reciprocal returns the waiting challenge to the actor in the same channel from the player whom t would challenge, and
// to the same match; [ErrNoChallenge] if there is none.
func (s *Service) Reciprocal(ctx context.Context, by match.Actor, t match.Terms) (Challenge, error) {
	for _, seat := range t.Seats {
		if !seat.Human() || seat.Player == by.Player {
			continue
		}
		theirs, err := all(ctx, s.db.Read(), whereStarted, string(seat.Player), int(Waiting), store.Millis(s.db.Now()))
		if err != nil {
			return Challenge{}, err
		}
		for _, c := range theirs {
			if c.Status == Waiting && c.Channel == t.Channel && c.addressedTo(by.Player) &&
				c.Seats[0].Player == t.Seats[0].Player &&
				c.Position == t.Position && c.Rules == t.Rules && c.Odds == t.Odds && c.Timing == t.TimeControl &&
				c.Variant == t.Mode.Variant && c.Pair == t.Pair &&
				(c.Casual == match.Agreed) == t.Casual {
				return c, nil
			}
		}
	}
	return Challenge{}, ErrNoChallenge
}
