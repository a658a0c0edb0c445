package session

import (
	"context"
	"time"
)

// An exhibition is two characters at the table, and nobody sits. It goes on by
// itself, slowly enough to be followed, until it ends or its starter stops it.

// exhibitPace is the time between two moves of an exhibition.
const exhibitPace = 4 * time.Second

// Exhibition reports whether two characters play each other.
func (s *Session) Exhibition() bool { return s.Seats[0].Character() && s.Seats[1].Character() }

// Stop ends an exhibition without a result, for whoever started it.
func (s *Service) Stop(ctx context.Context, by Origin, id ID) (Session, error) {
	return s.change(ctx, by.Event, s.byID(ctx, id), func(se *Session) error {
		switch {
		case se.Status != Open:
			return ErrEnded
		case !se.Exhibition() || by.Player != se.Starter:
			return ErrNotAsked
		}
		se.abandon()
		return nil
	})
}
