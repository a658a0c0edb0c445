package session

import (
	"context"
	"time"
)

// A game that nobody touches must not hold its place for ever, and must not be
// lost either: it is set aside, and goes on where it stood when a player wakes it.
// Against a character that is after a day; between people after a week, and the
// player to move is reminded a day before. A game whose clock runs is not: the flag
// ends it. Where a live clock has not begun to run nobody came to play, and an hour
// is enough.
const (
	restUnbegun  = time.Hour
	restAlone    = 24 * time.Hour
	remindPeople = 6 * 24 * time.Hour
	restReminded = 24 * time.Hour
)

// idle is what is due when a person is to move and does not.
func (s *Session) idle() Act {
	if s.FreeMove() {
		return Act{Rest, s.Touched.Add(restUnbegun)}
	}
	if _, character := s.Opponent(); character || s.Seats[0].Player == s.Seats[1].Player {
		return Act{Rest, s.Touched.Add(restAlone)}
	}
	if s.Reminded {
		return Act{Rest, s.Touched.Add(restReminded)}
	}
	return Act{Remind, s.Touched.Add(remindPeople)}
}

// Remind notes that the player to move is reminded: a new card mentions them.
func (s *Service) Remind(ctx context.Context, id ID) (Session, error) {
	return s.change(ctx, "", s.byID(ctx, id), func(se *Session) error {
		if se.Next.Kind != Remind || s.now().Before(se.Next.Due) {
			return ErrStale
		}
		se.Reminded = true
		se.NewCard = newCardHere
		return nil
	})
}

// Rest sets an untouched game aside; its place is free.
func (s *Service) Rest(ctx context.Context, id ID) (Session, error) {
	return s.change(ctx, "", s.byID(ctx, id), func(se *Session) error {
		if se.Next.Kind != Rest || s.now().Before(se.Next.Due) {
			return ErrStale
		}
		se.Status, se.Offer = Resting, Offer{}
		return nil
	})
}

// Resume goes on with a game that was set aside. Where its place is being played
// in meanwhile it is an [*OccupiedError].
func (s *Service) Resume(ctx context.Context, by Origin, id ID) (Session, error) {
	return s.change(ctx, by.Event, s.byID(ctx, id), func(se *Session) error {
		side, seated := se.SeatOf(by.Player)
		switch {
		case !seated:
			return ErrNotSeated
		case se.Status != Resting:
			return ErrStale
		case se.Ruling == Held:
			return ErrHeld
		}
		se.Status = Open
		se.Acted[side] = s.now()
		se.wantCard(by.Via, s.now())
		return nil
	})
}
