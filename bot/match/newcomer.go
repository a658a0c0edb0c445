package match

import (
	"context"

	"yeye/bot/id"
)

// Newcomer records that a player of this match has never played. It changes only how boards are drawn for them.
func (s *Service) Newcomer(ctx context.Context, by Actor, match id.Match) (Change, error) {
	return s.do(ctx, by, s.byID(match), Learnt, func(c *Change) error {
		side, seated := c.Match.SeatOf(by.Player)
		switch {
		case !seated:
			return ErrNotSeated
		case c.Match.Status != Open:
			return ErrEnded
		}
		c.Match.Seats[side].Newcomer = true
		return nil
	})
}
