package session

import (
	"context"
	"errors"
)

// Limits is how many games may be open at a time; 0 is any number. A game is its
// starter's: who was challenged did not ask for it.
type Limits struct {
	Person int // that one person started
	Server int // in one server, whoever started them
}

var (
	// ErrTooMany: the person has started as many open games as they may.
	ErrTooMany = errors.New("you have started as many games as may be open at a time")
	// ErrServerFull: as many are open in the server as may be.
	ErrServerFull = errors.New("as many games are open in this server as may be")
)

// WithLimits refuses games beyond l with [ErrTooMany] and [ErrServerFull].
func WithLimits(l Limits) Option { return func(s *Service) { s.limits = l } }

// Crowd is what the store knows of how many games there are.
type Crowd interface {
	// OpenGames is how many games are open that a person started, and in a server.
	OpenGames(ctx context.Context, by PlayerID, server string) (mine, there int, err error)
	// SetGuild notes in which server a place is.
	SetGuild(ctx context.Context, place Place, guild string) error
}

// within opens a game with f if there may be another, one at a time, so that of two
// at once not both find room for the last.
func (s *Service) within(ctx context.Context, by Origin, place Place, f func() (Session, error)) (Session, error) {
	s.opening.Lock()
	defer s.opening.Unlock()
	if err := s.mayOpen(ctx, by, place); err != nil {
		return Session{}, err
	}
	return f()
}

// mayOpen refuses another game, and notes where it would be.
func (s *Service) mayOpen(ctx context.Context, by Origin, place Place) error {
	if s.limits == (Limits{}) {
		return nil
	}
	mine, there, err := s.store.OpenGames(ctx, by.Player, by.Server)
	switch {
	case err != nil:
		return err
	case s.limits.Person > 0 && mine >= s.limits.Person:
		return ErrTooMany
	case s.limits.Server > 0 && by.Server != "" && there >= s.limits.Server:
		return ErrServerFull
	case s.limits.Server > 0 && by.Server != "":
		return s.store.SetGuild(ctx, place, by.Server)
	}
	return nil
}
