package session

import (
	"context"
	"errors"

	"yeye/game"
	"yeye/game/notation"
)

// Move plays what a player wrote in a place, in any notation. The refusals are
// [ErrNoSession], [ErrNotSeated], [ErrNotYourTurn] and a [*MoveError] around what
// the reader or the rules say; then nothing has changed. A move that comes when the
// player's time is over ends the game instead, and so does one by Step.
func (s *Service) Move(ctx context.Context, by Origin, place Place, text string, prefer notation.Family) (Session, error) {
	return s.change(ctx, by.Event, s.inPlace(ctx, place), func(se *Session) error {
		if err := se.mayMove(by.Player); err != nil {
			return err
		}
		m, err := notation.Read(se.Game.Position(), text, prefer)
		if err != nil {
			return &MoveError{text, se.ToMove(), err}
		}
		return s.play(se, by, text, m)
	})
}

// Step plays a move that a control of turn carries; an old control is refused
// with [ErrStale].
func (s *Service) Step(ctx context.Context, by Origin, id ID, turn int64, m game.Move) (Session, error) {
	return s.change(ctx, by.Event, s.byID(ctx, id), func(se *Session) error {
		if err := se.mayMove(by.Player); err != nil && !errors.Is(err, ErrNotYourTurn) {
			return err
		}
		if se.Turn != turn {
			return ErrStale
		}
		if err := se.mayMove(by.Player); err != nil {
			return err
		}
		return s.play(se, by, m.String(), m)
	})
}

// Sure is Step for a move that was held back with a [*RiskError] and is played all
// the same.
func (s *Service) Sure(ctx context.Context, by Origin, id ID, turn int64, m game.Move) (Session, error) {
	by.sure = true
	return s.Step(ctx, by, id, turn, m)
}

// Answer plays the engine's move for the character to move at that turn, and where it
// is known, notes what its search thought of the position. After a takeback, an end or
// another answer it is refused with [ErrStale].
func (s *Service) Answer(ctx context.Context, id ID, turn int64, m game.Move, worth int, known bool) (Session, error) {
	return s.change(ctx, "", s.byID(ctx, id), func(se *Session) error {
		if se.Status != Open || se.Turn != turn || !se.Seats[se.ToMove()].Character() {
			return ErrStale
		}
		if known {
			se.Scores = se.Scores.with(Score{se.Game.Ply(), worth})
		}
		return s.play(se, Origin{Via: ByControl}, m.String(), m)
	})
}

func (s *Session) mayMove(p PlayerID) error {
	side, seated := s.SeatOf(p)
	switch {
	case !seated:
		return ErrNotSeated
	case s.Status == Proposed:
		return ErrProposed
	case s.Status == Resting:
		return ErrResting
	case s.Status != Open:
		return ErrEnded
	case side != s.ToMove():
		return ErrNotYourTurn
	}
	return nil
}

func (s *Service) play(se *Session, by Origin, text string, m game.Move) error {
	side := se.ToMove()
	left, free := se.LeftAt(side, s.answered(by)), se.FreeMove()
	if !se.Clock.Since.IsZero() && left == 0 {
		se.fall()
		return nil
	}
	if o := se.Game.Risk(m); !by.sure && se.Seats[side].Human() && o.Result == game.WinFor(side.Other()) {
		return &RiskError{se.ID, se.Turn, m, o}
	}
	play := se.Game.Play
	if se.Study() {
		play = se.Game.PlayOn
	}
	if err := play(m); err != nil {
		return &MoveError{text, side, err}
	}
	if err := se.secondMove(); err != nil {
		return err
	}
	now := s.now()
	se.Turn++
	if se.Seats[side].Human() {
		se.Clock.hit(side, left, free)
	}
	se.Acted[side], se.Played = now, now
	se.Offer, se.Asked = Offer{}, [2]Asked{} // an offer dies with the next move
	se.settle()
	se.wantCard(by.Via, now)
	return nil
}
