package session

import (
	"context"

	"yeye/game"
)

// goneMark begins what stands for a person whom nobody is to know any more. The
// side follows, so that two of them at one table stay two.
const goneMark = "gone:"

// GonePlayer is what stands for a person of that side who has had themselves
// forgotten.
func GonePlayer(c game.Color) PlayerID { return PlayerID(goneMark + c.String()) }

// Gone reports whether a person sat here who has had themselves forgotten.
func (s Seat) Gone() bool {
	return len(s.Player) > len(goneMark) && s.Player[:len(goneMark)] == goneMark
}

// Forgotten reports whether somebody who sat here has had themselves forgotten.
func (s *Session) Forgotten() bool { return s.Seats[game.Red].Gone() || s.Seats[game.Black].Gone() }

// Leave ends a person's part in a session: a game against somebody is resigned,
// also one that is set aside, a game against a character, a study or an exhibition
// of theirs ends without a result, a challenge is withdrawn or declined. It is
// [ErrEnded] where there is nothing to end.
func (s *Service) Leave(ctx context.Context, by Origin, id ID) (Session, error) {
	return s.change(ctx, "", s.byID(ctx, id), func(se *Session) error {
		side, seated := se.SeatOf(by.Player)
		_, character := se.Opponent()
		switch {
		case se.Status == Open && se.Exhibition() && by.Player == se.Starter:
			se.abandon()
			return nil
		case !seated:
			return ErrNotSeated
		case se.Status == Proposed && by.Player == se.Starter:
			se.Status, se.Closing = Closed, Withdrawn
			return nil
		case se.Status == Proposed:
			se.Status, se.Closing = Closed, Declined
			return nil
		case !se.Live():
			return ErrEnded
		case character || se.Study():
			se.abandon()
			return nil
		}
		se.giveUp(side)
		se.Acted[side] = s.now()
		se.NewCard = newCardHere
		return nil
	})
}
