package session

import (
	"context"
	"errors"

	"yeye/game"
)

// Ruling is what a moderator has decided about a session.
type Ruling uint8

const (
	NoRuling  Ruling = iota
	RuledOver        // ended without a result, or a challenge called off
	Held             // set aside until a moderator lets it go on
	Struck           // removed
)

var (
	// ErrHeld: a moderator has paused the game, and players cannot wake it.
	ErrHeld = errors.New("a moderator has paused this game")
	// ErrNotHeld: no moderator has paused it.
	ErrNotHeld = errors.New("no moderator has paused this game")
)

// Rule has a moderator decide about a session: RuledOver ends it without a result,
// Held sets it aside, Struck removes it with its cards. NoRuling lets a game that
// is held go on; where its place is being played in meanwhile that is an
// [*OccupiedError]. Whether the person may is the caller's to know.
func (s *Service) Rule(ctx context.Context, by Origin, id ID, r Ruling) (Session, error) {
	return s.change(ctx, by.Event, s.byID(ctx, id), func(se *Session) error {
		if err := se.rule(r); err != nil {
			return err
		}
		se.Ruling, se.RuledBy = r, by.Player
		return nil
	})
}

// Rulable reports whether a moderator could decide so about a session now.
func (s Session) Rulable(r Ruling) bool { return s.rule(r) == nil }

func (s *Session) rule(r Ruling) error {
	switch {
	case r == Struck:
		s.Status, s.Offer = Removed, Offer{}
	case s.Status == Ended || s.Status == Closed:
		return ErrEnded
	case r == RuledOver && s.Status == Proposed:
		s.Status, s.Closing = Closed, Withdrawn
	case r == RuledOver:
		s.abandon()
	case s.Status == Proposed:
		return ErrProposed
	case r == Held && s.Ruling == Held:
		return ErrHeld
	case r == Held:
		s.Status, s.Offer = Resting, Offer{}
	case s.Status != Resting || s.Ruling != Held:
		return ErrNotHeld
	default:
		s.Status = Open
		s.NewCard = newCardHere
	}
	return nil
}

// Stored is Get that finds removed sessions as well: their cards must still be
// taken away.
func (s *Service) Stored(ctx context.Context, id ID) (Session, error) { return s.store.ByID(ctx, id) }

// Live reports whether a session goes on: it is open, set aside or proposed.
func (s *Session) Live() bool {
	return s.Status == Open || s.Status == Resting || s.Status == Proposed
}

// end ends a session; what was offered falls with it.
func (s *Session) end(o game.Outcome) { s.Status, s.Outcome, s.Offer = Ended, o, Offer{} }

// abandon ends a session without a result.
func (s *Session) abandon() { s.end(game.Outcome{Method: game.Abandoned}) }

// giveUp ends a session by a side's wish: against a person or character it loses, a
// study has no result.
func (s *Session) giveUp(side game.Color) {
	if s.Study() {
		s.abandon()
		return
	}
	s.end(game.Outcome{Result: game.WinFor(side.Other()), Method: game.Resignation})
}
