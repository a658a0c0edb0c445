package session

import "context"

// Resign gives the game up. The control that confirms it carries the session's
// id, not its turn: a person who resigns means it also one move later.
func (s *Service) Resign(ctx context.Context, by Origin, id ID) (Session, error) {
	return s.change(ctx, by.Event, s.byID(ctx, id), func(se *Session) error {
		side, seated := se.SeatOf(by.Player)
		switch {
		case !seated:
			return ErrNotSeated
		case se.Status != Open:
			return ErrEnded
		}
		now := s.now()
		se.giveUp(side)
		se.Acted[side] = now
		se.wantCard(by.Via, now)
		return nil
	})
}
