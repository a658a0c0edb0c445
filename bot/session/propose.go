package session

import (
	"context"
	"errors"
	"time"

	"yeye/game"
)

// A challenge is a session that nobody plays yet: the challenger sits, the other
// seat is the person's who was asked, or vacant and goes to whoever comes first.
// Any number may stand in a place; the first to be accepted is played there.

// How long a challenge waits: one to a person, and one to everybody.
const (
	waitForOne = 24 * time.Hour
	waitForAll = time.Hour
)

func (s *Session) patience() time.Duration {
	for _, seat := range s.Seats {
		if !seat.Human() {
			return waitForAll
		}
	}
	return waitForOne
}

// Propose makes a challenge. It is refused with [ErrInvitations], [ErrUnwelcome] or
// a [*SoonError], and if nothing else is against it with an [*OccupiedError] where
// the place is being played in: a challenge that could not be accepted would be a
// trap.
func (s *Service) Propose(ctx context.Context, by Origin, t Table) (Session, error) {
	if err := s.mayAsk(ctx, by, t); err != nil {
		return Session{}, err
	}
	now := s.now()
	se := s.table(by, t, now)
	se.Status = Proposed
	if side, seated := se.SeatOf(by.Player); seated {
		se.Acted[side] = now
	}
	s.inviting.Lock()
	defer s.inviting.Unlock()
	var err error
	if se.Quiet, err = s.mayInvite(ctx, &se); err != nil {
		return Session{}, err
	}
	switch there, err := s.store.ByPlace(ctx, t.Place); {
	case err == nil:
		return Session{}, &OccupiedError{there}
	case !errors.Is(err, ErrNoSession):
		return Session{}, err
	}
	return s.insert(ctx, by.Event, se)
}

// mayAsk refuses a challenge that nobody may make.
func (s *Service) mayAsk(ctx context.Context, by Origin, t Table) error {
	red, black := t.Seats[game.Red], t.Seats[game.Black]
	if red.Human() && red.Player == black.Player {
		return ErrSelf
	}
	return s.mayOpen(ctx, by, t.Place)
}

// MayPropose is what Propose would refuse in a place where nothing is played, for
// those who make the place first.
func (s *Service) MayPropose(ctx context.Context, by Origin, t Table) error {
	if err := s.mayAsk(ctx, by, t); err != nil {
		return err
	}
	_, err := s.mayInvite(ctx, &Session{Seats: t.Seats, Starter: by.Player, Game: game.NewGame(t.Position, t.Rules)})
	return err
}

// Accept seats the person who was asked, or whoever comes first, and begins the
// game. Where something else is played in the place by now it is an
// [*OccupiedError]; AcceptIn begins the game elsewhere.
func (s *Service) Accept(ctx context.Context, by Origin, id ID, novice bool) (Session, error) {
	return s.AcceptIn(ctx, by, id, novice, "")
}

// AcceptIn is Accept, and begins the game in another place, "" for where the
// challenge stands.
func (s *Service) AcceptIn(ctx context.Context, by Origin, id ID, novice bool, place Place) (Session, error) {
	return s.change(ctx, by.Event, s.byID(ctx, id), func(se *Session) error {
		side, err := se.asked(by.Player)
		if err != nil {
			return err
		}
		if place != "" {
			se.Place, se.NewCard = place, newCardHere
		}
		now := s.now()
		se.Seats[side] = Seat{Player: by.Player, Name: by.Name, Novice: novice}
		se.Status = Open
		se.Acted[side] = now
		se.settle()
		se.wantCard(by.Via, now)
		return nil
	})
}

// Decline closes a challenge: Declined by the one who was asked, Withdrawn by the
// challenger.
func (s *Service) Decline(ctx context.Context, by Origin, id ID) (Session, error) {
	return s.change(ctx, by.Event, s.byID(ctx, id), func(se *Session) error {
		why := Declined
		switch {
		case se.Status != Proposed:
			return ErrClosed
		case by.Player == se.Starter:
			why = Withdrawn
		default:
			side, err := se.asked(by.Player)
			if err != nil {
				return err
			}
			if !se.Seats[side].Human() {
				return ErrNotAsked // an open seat is nobody's to decline
			}
		}
		se.Status, se.Closing = Closed, why
		return nil
	})
}

// Expire closes a challenge that nobody has answered in time.
func (s *Service) Expire(ctx context.Context, id ID) (Session, error) {
	return s.change(ctx, "", s.byID(ctx, id), func(se *Session) error {
		if se.Status != Proposed || s.now().Before(se.Next.Due) {
			return ErrStale
		}
		se.Status, se.Closing = Closed, Expired
		return nil
	})
}

// asked is the seat that a person may take.
func (s *Session) asked(p PlayerID) (game.Color, error) {
	if s.Status != Proposed {
		return game.Red, ErrClosed
	}
	if p == s.Starter {
		return game.Red, ErrNotAsked
	}
	for _, c := range [2]game.Color{game.Red, game.Black} {
		if seat := s.Seats[c]; seat.Player == p || seat.Level == Vacant && !seat.Human() {
			return c, nil
		}
	}
	return game.Red, ErrNotAsked
}
