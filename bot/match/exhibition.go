package match

import (
	"context"
	"time"

	"yeye/bot/id"
)

// In an exhibition two characters play, and no user has a seat. It is played slowly enough for people to follow,
// until it ends or its starter stops it.

// exhibitionPace is the time between two moves of an exhibition.
const exhibitionPace = 4 * time.Second

// Stop ends an exhibition without a result, for the player who started it.
func (s *Service) Stop(ctx context.Context, by Actor, match id.Match) (Change, error) {
	return s.do(ctx, by, s.byID(match), Finished, func(c *Change) error {
		m := &c.Match
		switch {
		case m.Status != Open:
			return ErrEnded
		case !m.Mode.Unattended || by.Player == "" || by.Player != m.Starter:
			return ErrNotAsked
		}
		c.Abandon()
		return nil
	})
}
