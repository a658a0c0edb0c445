package session

import (
	"context"
	"time"

	"yeye/game"
)

// Takeback takes a player's last move back, and the answer to it if one has been
// given. Against a character it is free, and one that is thinking stops; between
// people it is free for half a minute while the opponent has not acted, and else
// becomes an [Offer], which the session returned carries. It raises Turn, so an
// answer on its way is refused.
func (s *Service) Takeback(ctx context.Context, by Origin, place Place) (Session, error) {
	return s.change(ctx, by.Event, s.inPlace(ctx, place), func(se *Session) error {
		return s.wishBack(se, by)
	})
}

// TakebackAt is Takeback by a control of that turn; an old one is [ErrStale].
func (s *Service) TakebackAt(ctx context.Context, by Origin, id ID, turn int64) (Session, error) {
	return s.change(ctx, by.Event, s.byID(ctx, id), func(se *Session) error {
		if _, seated := se.SeatOf(by.Player); seated && se.Status == Open && se.Turn != turn {
			return ErrStale
		}
		return s.wishBack(se, by)
	})
}

func (s *Service) wishBack(se *Session, by Origin) error {
	side, seated := se.SeatOf(by.Player)
	switch {
	case !seated:
		return ErrNotSeated
	case se.Status == Proposed:
		return ErrProposed
	case se.Status != Open:
		return ErrEnded
	case se.Game.Ply() < se.pliesBack(side):
		return ErrNothingToTakeBack
	}
	_, character := se.Opponent()
	if character || se.Study() || se.slipped(side, s.now()) {
		return s.takeBack(se, by, side)
	}
	return s.offer(se, OfferTakeback, side)
}

// slipped reports whether a side's last move may be taken back without asking: it was
// played just now, and nobody has done or asked anything since.
func (s *Session) slipped(side game.Color, now time.Time) bool {
	return s.ToMove() != side && now.Sub(s.Played) <= slip && s.Asked == [2]Asked{} && !s.Acted[side.Other()].After(s.Played)
}

// pliesBack is how many plies undo the last move of a side.
func (s *Session) pliesBack(side game.Color) int {
	if s.ToMove() == side && !s.Study() {
		return 2
	}
	return 1
}

// MayTakeBack reports whether a person who sits here has made a move that could be
// taken back.
func (s *Session) MayTakeBack() bool {
	for _, c := range [2]game.Color{game.Red, game.Black} {
		if s.Seats[c].Human() && s.Game.Ply() >= s.pliesBack(c) {
			return true
		}
	}
	return false
}

func (s *Service) takeBack(se *Session, by Origin, side game.Color) error {
	plies := se.pliesBack(side)
	if se.Game.Ply() < plies {
		return ErrNothingToTakeBack
	}
	if se.ToMove() == side {
		if se.halt(s.answered(by)); se.timed() && se.Clock.Left[side] == 0 {
			se.fall()
			return nil
		}
	}
	for range plies {
		se.Game.Takeback()
		if mover := se.ToMove(); se.Seats[mover].Human() {
			se.Clock.unhit(mover, se.FreeMove())
		}
	}
	se.Scores = se.Scores.until(se.Game.Ply())
	now := s.now()
	se.Turn++
	se.uncount(AfterTakeback)
	se.Acted[side], se.Played = now, time.Time{}
	se.Offer, se.Asked = Offer{}, [2]Asked{} // whatever was offered, the position is another
	se.wantCard(by.Via, now)
	return nil
}
