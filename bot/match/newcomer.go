package match

import (
	"context"

	"yeye/ai/character"
	"yeye/bot/id"
)

// MarksFor reports whether a match against a character of this level can mark capturable pieces for a newcomer: it is
// among the weakest.
func MarksFor(level character.Level) bool { return level < character.Uncle }

// Newcomer records that a player of this match has never played: boards are drawn for them, and against one of the
// weakest characters mark capturable pieces, after which the match counts for less.
func (s *Service) Newcomer(ctx context.Context, by Actor, match id.Match) (Change, error) {
	return s.do(ctx, by, s.byID(match), NewcomerFound, func(c *Change) error {
		side, seated := c.Match.SeatOf(by.Player)
		switch {
		case !seated:
			return ErrNotSeated
		case c.Match.Status != Open:
			return c.Match.NotOpen()
		}
		m := &c.Match
		m.Seats[side].Newcomer = true
		if other := m.Seats[side.Other()]; m.Mode.Kind == Versus.Kind && other.Character() && MarksFor(other.Level) {
			m.makeCasual(Marked)
		}
		return nil
	})
}
