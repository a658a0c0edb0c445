package challenge

import (
	"context"
	"errors"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/game"
)

// Accept seats the challenged player, or the first to accept an open challenge, and starts the match. It returns a
// [*match.OccupiedError] if another match is open in the channel by now; AcceptIn starts the match elsewhere. Limits
// are checked as if the challenger started the match now: [ErrBusy], [match.ErrGuildFull]. If the challenger may not be
// seated it returns [ErrVoid] or [ErrAtBoard], if the actor may not, a [*policy.SeatError].
func (s *Service) Accept(ctx context.Context, by match.Actor, of id.Match, how Answer) (Change, error) {
	return s.AcceptIn(ctx, by, of, how, "", "")
}

// Answer holds the details of an acceptance.
type Answer struct {
	Newcomer bool  // the player says that they have never played
	Casual   bool  // the player agrees to a casual match
	Rev      int64 // the revision that the player saw: [ErrStale] if another is stored; 0 for any
}

// AcceptIn is Accept with the match in another channel, "" for the challenge's own.
func (s *Service) AcceptIn(ctx context.Context, by match.Actor, of id.Match, how Answer, guild id.Guild,
	channel id.Channel) (Change, error) {
	var side game.Color
	var open bool
	begin := func(tx store.Tx, c *Change) (err error) {
		acted := [2]time.Time{c.Challenge.Created, c.Challenge.Created}
		acted[side] = tx.Now
		a := match.Accepted{ID: c.Challenge.ID, Rev: c.Challenge.Rev, Starter: c.Challenge.Starter,
			Created: c.Challenge.Created, Acted: acted}
		if open {
			a.Host = c.Challenge.Starter
		}
		terms := c.Challenge.Terms()
		terms.DailyLimitReached = terms.DailyLimitReached || how.Casual // the only reason that Casual accepts
		c.Started, err = s.matches.StartIn(ctx, tx, by, a, terms)
		return c.translateStartError(err)
	}
	return s.do(ctx, by, of, func(c *Change) (err error) {
		if side, err = c.Challenge.seatFor(by.Player); err != nil {
			return err
		}
		if how.Rev != 0 && how.Rev != c.Challenge.Rev {
			return ErrStale
		}
		if channel != "" {
			c.Challenge.Guild, c.Challenge.Channel = guild, channel
		}
		open = c.Challenge.Seats[side].Open
		c.Challenge.Seats[side] = match.Seat{Player: by.Player, Name: by.Name, Newcomer: how.Newcomer}
		c.close(Accepting, Accepted)
		c.Became = id.Subject{Kind: c.Challenge.Variant.DuelKind(), ID: of}
		return nil
	}, begin)
}

// translateStartError translates an error of starting the match, which is worded for the challenger, into one for the
// actor.
func (c *Change) translateStartError(err error) error {
	var seat *policy.SeatError
	switch {
	case errors.Is(err, match.ErrTooMany):
		return ErrBusy
	case !errors.As(err, &seat):
		return err
	case errors.Is(err, policy.ErrBlocked):
		return ErrVoid
	case seat.Of(c.By.Player):
		return err
	case errors.Is(err, policy.ErrAtBoard):
		return ErrAtBoard
	}
	return ErrVoid
}

// Decline closes a challenge: as Declined by the challenged player, as Withdrawn by the challenger.
func (s *Service) Decline(ctx context.Context, by match.Actor, of id.Match) (Change, error) {
	return s.do(ctx, by, of, func(c *Change) error { return c.decline() }, nil)
}

// Withdraw is Decline for the challenger only.
func (s *Service) Withdraw(ctx context.Context, by match.Actor, of id.Match) (Change, error) {
	return s.do(ctx, by, of, func(c *Change) error {
		if by.Player != c.Challenge.Starter {
			return ErrNotAsked
		}
		return c.decline()
	}, nil)
}

// DeclineForGood is Decline for the challenged player only, who also blocks the challenger.
func (s *Service) DeclineForGood(ctx context.Context, by match.Actor, of id.Match) (Change, error) {
	return s.do(ctx, by, of, func(c *Change) error {
		if by.Player == c.Challenge.Starter {
			return ErrNotAsked
		}
		return c.decline()
	}, func(tx store.Tx, c *Change) error {
		return s.blocks.Block(ctx, tx, by.Player, c.Challenge.Starter, c.Challenge.Seats[c.Challenge.Side()].Name)
	})
}

func (c *Change) decline() error {
	switch {
	case c.Challenge.Status != Waiting:
		return ErrClosed
	case c.By.Player == c.Challenge.Starter:
		c.close(Withdrawing, Withdrawn)
		return nil
	}
	side, err := c.Challenge.seatFor(c.By.Player)
	if err != nil {
		return err
	}
	if !c.Challenge.Seats[side].Human() {
		return ErrNotAsked // an open challenge cannot be declined
	}
	c.close(Declining, Declined)
	return nil
}

// Leave is Decline for a player of the challenge, and does not record the event as handled, since a player may leave
// many challenges by one event. It returns [ErrClosed] if the challenge is closed already.
func (s *Service) Leave(ctx context.Context, by match.Actor, of id.Match) (Change, error) {
	by.Event = ""
	return s.do(ctx, by, of, func(c *Change) error {
		if _, sits := c.Challenge.SeatOf(by.Player); !sits {
			return ErrNotAsked
		}
		return c.decline()
	}, nil)
}

// Rule applies a moderator's ruling: match.EndedByModerator calls the challenge off, match.DeletedByModerator removes
// it with its messages. Other rulings, such as a pause, are refused.
func (s *Service) Rule(ctx context.Context, by match.Actor, of id.Match, r match.Ruling) (Change, error) {
	return s.do(ctx, by, of, func(c *Change) error {
		if err := c.rule(r); err != nil {
			return err
		}
		c.Challenge.CalledOffBy = by.Player
		return nil
	}, nil)
}

// Rulable reports whether a moderator could now make this ruling on a challenge.
func (c Challenge) Rulable(r match.Ruling) bool {
	change := Change{Challenge: c}
	return change.rule(r) == nil
}

func (c *Change) rule(r match.Ruling) error {
	switch {
	case c.Challenge.Status == Accepted: // it has become a match, with the same id
		return match.ErrNoMatch
	case r == match.DeletedByModerator:
		c.close(Deleted, Removed)
	case c.Challenge.Status != Waiting:
		return ErrClosed
	case r != match.EndedByModerator:
		return ErrUnanswered
	default:
		c.close(CallingOff, CalledOff)
	}
	return nil
}
