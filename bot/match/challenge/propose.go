package challenge

import (
	"context"
	"time"

	"yeye/bot/match"
	"yeye/bot/store"
)

// Limits that keep challenges from annoying players: a player may have maxWaiting waiting challenges, and may not
// challenge the same player again within askAgainAfter, unless the previous challenge was accepted or withdrawn; the
// new one then does not ping.
const (
	maxWaiting    = 2
	askAgainAfter = 10 * time.Minute
)

// Propose creates a challenge to a match on terms t. Its errors are [ErrSelf], [ErrInvitations], [ErrUnwelcome],
// [*TooSoonError], those of the limits of matches, and [*match.OccupiedError] if a match is open in the channel, where
// the challenge could not be accepted.
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

// MayPropose returns the error that Propose would return in a vacant channel. It is for callers that create a thread
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

func challengesSelf(t match.Terms) bool {
	return t.Seats[0].Human() && t.Seats[0].Player == t.Seats[1].Player
}

// newChallenge returns a new challenge, at its first revision.
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

// mayAsk checks a challenge against the settings of the challenged player and the limits above. quiet means that it is
// allowed but must not ping.
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

// Reciprocal returns the waiting challenge in t.Channel to the actor by the other player of t, on the same terms;
// [ErrNoChallenge] if there is none.
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
