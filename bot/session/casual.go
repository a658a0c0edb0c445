package session

import (
	"context"
	"slices"

	"yeye/game"
)

// Casual is why a game does not count for anybody's standing; the zero Casual is a
// rated one.
type Casual uint8

const (
	Rated         Casual = iota
	Agreed               // the players wanted it so
	AtOdds               // one side gives something
	FromPosition         // it did not begin as games do
	AfterHint            // the engine was asked
	AfterTakeback        // a move was taken back
	AfterStudy           // the position was studied while it stood
	casuals              // number of reasons
)

var casualNames = [casuals]string{"rated", "agreed", "odds", "position", "hint", "takeback", "study"}

// String is a short name in lower case.
func (c Casual) String() string { return casualNames[min(c, casuals-1)] }

// ParseCasual reads what String writes.
func ParseCasual(t string) (Casual, bool) {
	return named[Casual](casualNames[:], t)
}

// named is the value that has a name, where names are listed by value, or zero.
func named[T ~uint8](names []string, name string) (T, bool) {
	i := slices.Index(names, name)
	return T(max(i, 0)), i >= 0
}

// casualAtStart is how a table begins.
func (t *Table) casualAtStart() Casual {
	switch {
	case t.Odds != Even:
		return AtOdds
	case t.Position != game.Start():
		return FromPosition
	case t.Casual || t.Seats[0].Character() && t.Seats[1].Character() ||
		t.Seats[0].Human() && t.Seats[0].Player == t.Seats[1].Player:
		return Agreed
	}
	return Rated
}

// uncount makes a rated game casual, from this turn on.
func (s *Session) uncount(why Casual) {
	if s.Casual == Rated && !s.Study() {
		s.Casual, s.CasualTurn = why, s.Turn
	}
}

// Uncount makes a game that is being played casual. One that is so already, or
// over, is left alone: [ErrStale].
func (s *Service) Uncount(ctx context.Context, id ID, why Casual) (Session, error) {
	return s.alter(ctx, "", s.byID(ctx, id), redrawn, func(se *Session) error {
		if se.Status != Open || se.Casual != Rated || se.Study() {
			return ErrStale
		}
		se.uncount(why)
		return nil
	})
}
