package session

import "context"

// Novice notes that a person who sits here has never played. It changes how boards
// are drawn for them and nothing of the game.
func (s *Service) Novice(ctx context.Context, by Origin, id ID) (Session, error) {
	return s.change(ctx, by.Event, s.byID(ctx, id), func(se *Session) error {
		side, seated := se.SeatOf(by.Player)
		switch {
		case !seated:
			return ErrNotSeated
		case se.Status != Open:
			return ErrEnded
		}
		se.Seats[side].Novice = true
		return nil
	})
}
