package session

import (
	"context"

	"yeye/game"
)

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
		if se.Study() {
			se.shut()
			se.wantCard(by.Via, s.now())
			return nil
		}
		se.Status = Ended
		se.Outcome = game.Outcome{Result: game.WinFor(side.Other()), Method: game.Resignation}
		se.Acted[side] = s.now()
		se.wantCard(by.Via, s.now())
		return nil
	})
}
