package session

import "context"

// A session is played in a place, and places go: channels are deleted. Then the
// session is set aside, not lost, and a player can bring it to another place.

// Strand notes that a session's place is gone: a game is set aside, a challenge
// and an exhibition, at which nobody sits, end. Where there is nothing to do, or
// the session is somewhere else meanwhile, it is [ErrStale].
func (s *Service) Strand(ctx context.Context, id ID, place Place) (Session, error) {
	return s.change(ctx, "", s.byID(ctx, id), func(se *Session) error {
		switch {
		case se.Place != place:
			return ErrStale
		case se.Status == Proposed:
			se.Status, se.Closing = Closed, Expired
		case se.Status != Open:
			return ErrStale
		case se.Exhibition():
			se.abandon()
		default:
			se.Status, se.Offer = Resting, Offer{}
		}
		return nil
	})
}

// Portable reports whether a session can be brought to another place: it is being
// played or set aside, and no moderator holds it where it is.
func (s *Session) Portable() bool {
	return (s.Status == Open || s.Status == Resting && s.Ruling != Held) && !s.Exhibition()
}

// Bring goes on with a player's session in another place, with a card there. A
// place in which something else is open is an [*OccupiedError]. Whether all who
// play can be there is the caller's to know.
func (s *Service) Bring(ctx context.Context, by Origin, id ID, place Place) (Session, error) {
	return s.change(ctx, by.Event, s.byID(ctx, id), func(se *Session) error {
		side, seated := se.SeatOf(by.Player)
		switch {
		case !seated:
			return ErrNotSeated
		case se.Status == Proposed:
			return ErrProposed
		case se.Ruling == Held && se.Status == Resting:
			return ErrHeld
		case !se.Portable():
			return ErrEnded
		case se.Place == place && se.Status == Open:
			return ErrStale
		}
		se.Place, se.Status = place, Open
		se.Acted[side] = s.now()
		se.NewCard = newCardHere
		return nil
	})
}
