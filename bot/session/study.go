package session

import (
	"context"
	"time"

	"yeye/game"
)

// A study is a session whose two seats are one person's: a board for one. Both
// sides are theirs to move, nothing that happens on the board ends it, and moves
// go back one at a time. It ends when its owner closes it.

// Study reports whether one person plays both sides.
func (s *Session) Study() bool {
	return s.Seats[game.Red].Human() && s.Seats[game.Red].Player == s.Seats[game.Black].Player
}

// OpenStudy opens a study in a place, with g on its board. Where a session is open
// already it is an [*OccupiedError]; [Limits] may be against another.
func (s *Service) OpenStudy(ctx context.Context, by Origin, place Place, locale string, g *game.Game) (Session, error) {
	return s.within(ctx, by, place, func() (Session, error) {
		seat := Seat{Player: by.Player, Name: by.Name}
		now := s.now()
		se := s.table(by, Table{Place: place, Seats: [2]Seat{seat, seat}, Position: g.Start(), Locale: locale}, now)
		se.Game = forStudy(g)
		se.Acted = [2]time.Time{now, now}
		return s.insert(ctx, by.Event, se)
	})
}

// SetUp puts another game on a study's board, as a control of that turn; 0 is
// whatever turn it is.
func (s *Service) SetUp(ctx context.Context, by Origin, id ID, turn int64, g *game.Game) (Session, error) {
	return s.study(ctx, by, id, turn, func(se *Session) { se.Game = forStudy(g) })
}

// Reset puts a study back to the position it began with.
func (s *Service) Reset(ctx context.Context, by Origin, id ID, turn int64) (Session, error) {
	return s.study(ctx, by, id, turn, func(se *Session) { se.Game = game.NewGame(se.Game.Start(), game.NoRepetition) })
}

// CloseStudy ends a study without a result.
func (s *Service) CloseStudy(ctx context.Context, by Origin, id ID) (Session, error) {
	return s.study(ctx, by, id, 0, (*Session).abandon)
}

func (s *Service) study(ctx context.Context, by Origin, id ID, turn int64, f func(*Session)) (Session, error) {
	return s.change(ctx, by.Event, s.byID(ctx, id), func(se *Session) error {
		side, seated := se.SeatOf(by.Player)
		switch {
		case !seated || !se.Study():
			return ErrNotSeated
		case se.Status != Open:
			return ErrEnded
		case turn != 0 && se.Turn != turn:
			return ErrStale
		}
		f(se)
		now := s.now()
		se.Turn++
		se.Acted[side] = now
		se.wantCard(by.Via, now)
		return nil
	})
}

// forStudy is a copy of a game whose repetitions nobody rules on.
func forStudy(g *game.Game) *game.Game {
	c := game.NewGame(g.Start(), game.NoRepetition)
	for _, m := range g.Moves() {
		if c.PlayOn(m) != nil {
			break // cannot be: g has played it
		}
	}
	return c
}
