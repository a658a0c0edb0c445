package session

import (
	"errors"

	"yeye/game"
)

var (
	// ErrFairPlay: between people nobody asks an engine until the game is over.
	ErrFairPlay = errors.New("no help from the engine while two people play")
	// ErrLivePosition: this position stands in a game that the person is playing
	// against somebody.
	ErrLivePosition = errors.New("this position stands in a game that you are playing")
)

// BetweenPeople reports whether two people are playing this session now.
func (s *Session) BetweenPeople() bool {
	return s.Status == Open && s.Seats[game.Red].Human() && s.Seats[game.Black].Human() && !s.Study()
}

// Fair refuses help with a position that stands in one of the given sessions
// between people, mirrored or with the sides changed as well: [ErrLivePosition].
// The usual start is everybody's.
func Fair(p *game.Position, playing []Session) error {
	if start := game.Start(); p.Same(&start) {
		return nil
	}
	for i := range playing {
		if s := &playing[i]; s.BetweenPeople() && alike(p, s.Game.Position()) {
			return ErrLivePosition
		}
	}
	return nil
}

// Stands reports whether a position, mirrored or with the sides changed as well,
// stands in a rated game that is being played. The usual start is everybody's.
func (s *Session) Stands(p *game.Position) bool {
	start := game.Start()
	return s.Status == Open && s.Casual == Rated && !s.Study() && !p.Same(&start) && alike(p, s.Game.Position())
}

// alike reports whether two positions are the same problem: equal, reflected from
// left to right, or with Red and Black changed over.
func alike(p, q *game.Position) bool {
	return p.Turn() == q.Turn() && (matches(p, q, false, false) || matches(p, q, true, false)) ||
		p.Turn() != q.Turn() && (matches(p, q, false, true) || matches(p, q, true, true))
}

func matches(p, q *game.Position, mirrored, swapped bool) bool {
	for s := range game.Square(game.Squares) {
		to, man := s, p.At(s)
		if mirrored {
			to = to.Mirror()
		}
		if swapped {
			to = game.SquareAt(to.File(), game.Ranks-1-to.Rank())
			if man != game.NoPiece {
				man = game.NewPiece(man.Color().Other(), man.Role())
			}
		}
		if q.At(to) != man {
			return false
		}
	}
	return true
}
