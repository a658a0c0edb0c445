package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"yeye/game"
)

// Challenges cost the one who is asked a moment, so they are few: two that wait
// for an answer at a time, and nobody is asked again by the same person within ten
// minutes unless they accepted; a rematch then is asked without a ping.
const (
	mostInvitations = 2
	askAgain        = 10 * time.Minute
)

var (
	// ErrInvitations: two of the person's challenges wait for an answer already.
	ErrInvitations = errors.New("two of your challenges wait for an answer")
	// ErrUnwelcome: the person asked takes no challenges, or none from this one.
	ErrUnwelcome = errors.New("this player takes no challenges")
)

// SoonError refuses to ask the same person again so soon.
type SoonError struct{ At time.Time } // when they may be asked again

func (e *SoonError) Error() string {
	return fmt.Sprintf("you asked them a moment ago; ask again after %s", e.At.Format(time.RFC3339))
}

// Invitations is what the store knows of challenges.
type Invitations interface {
	// Asked is the sessions that a person started and that are challenges still
	// waiting, or began at or after a time.
	Asked(ctx context.Context, by PlayerID, since time.Time) ([]Session, error)
	// Welcome reports whether a person takes challenges from another.
	Welcome(ctx context.Context, p, from PlayerID) (bool, error)
	// Block has a person take no more challenges from another; Unblock undoes it.
	Block(ctx context.Context, p, from PlayerID, name string) error
	Unblock(ctx context.Context, p, from PlayerID) error
}

// mayInvite refuses a challenge that the other seat's person, or too many
// challenges, stand against. quiet is a challenge that may be made but pings
// nobody.
func (s *Service) mayInvite(ctx context.Context, se *Session) (quiet bool, err error) {
	side, _ := se.SeatOf(se.Starter)
	other := se.Seats[side.Other()].Player
	if se.Seats[side.Other()].Gone() {
		return false, ErrUnwelcome
	}
	if other != "" {
		welcome, err := s.store.Welcome(ctx, other, se.Starter)
		if err != nil {
			return false, err
		}
		if !welcome {
			return false, ErrUnwelcome
		}
	}
	now := s.now()
	asked, err := s.store.Asked(ctx, se.Starter, now.Add(-askAgain))
	if err != nil {
		return false, err
	}
	waiting := 0
	var soon error
	for i := range asked {
		a := &asked[i]
		if a.Status == Proposed {
			waiting++
		}
		if again := a.Created.Add(askAgain); other != "" && a.asks(other) && again.After(now) {
			quiet = true
			if a.Status == Proposed || a.Status == Closed {
				soon = &SoonError{again}
			}
		}
	}
	if waiting >= mostInvitations {
		return false, ErrInvitations
	}
	return quiet, soon
}

// asks reports whether a session began as its starter's challenge to a person.
func (s *Session) asks(p PlayerID) bool {
	for _, c := range [2]game.Color{game.Red, game.Black} {
		if s.Seats[c].Player == s.Starter && s.Seats[c.Other()].Player == p {
			return true
		}
	}
	return false
}

// Crossing is the challenge to the person that waits where t would be proposed: from
// the one t asks, and to the same game. [ErrNoSession] where there is none.
func (s *Service) Crossing(ctx context.Context, by Origin, t Table) (Session, error) {
	for _, seat := range t.Seats {
		if !seat.Human() || seat.Player == by.Player {
			continue
		}
		asked, err := s.store.Asked(ctx, seat.Player, s.now())
		if err != nil {
			return Session{}, err
		}
		for _, a := range asked {
			if a.Status == Proposed && a.Place == t.Place && a.asks(by.Player) && a.Seats[game.Red].Player == t.Seats[game.Red].Player &&
				a.Game.Start() == t.Position && a.Game.Rules() == t.Rules && a.Odds == t.Odds && a.Clock.Timing == t.Timing {
				return a, nil
			}
		}
	}
	return Session{}, ErrNoSession
}

// DeclineForGood is Decline by the person who was asked, who then takes no more
// challenges from the challenger.
func (s *Service) DeclineForGood(ctx context.Context, by Origin, id ID) (Session, error) {
	se, err := s.store.ByID(ctx, id)
	if err != nil {
		return se, err
	}
	side, err := se.asked(by.Player)
	if err != nil {
		return se, err
	}
	if !se.Seats[side].Human() {
		return se, ErrNotAsked
	}
	// Blocked first: done twice it is the same, and a challenge declined without it
	// would look as if it were done.
	if err := s.store.Block(ctx, by.Player, se.Starter, se.Seats[side.Other()].Name); err != nil {
		return se, err
	}
	return s.Decline(ctx, by, id)
}
