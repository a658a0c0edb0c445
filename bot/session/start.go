package session

import (
	"context"
	"time"

	"yeye/game"
)

// Table is what a new session is made of.
type Table struct {
	Place    Place
	Seats    [2]Seat
	Position game.Position
	Rules    game.Rules
	Odds     Odds // said on the card; Position has them already
	Timing   Timing
	Casual   bool // the players want it so; odds and a position of one's own make it so
	Locale   string
}

// Start opens a session and seats both sides. Where one is open already it is an
// [*OccupiedError] that carries it; [Limits] may be against another.
func (s *Service) Start(ctx context.Context, by Origin, t Table) (Session, error) {
	return s.within(ctx, by, t.Place, func() (Session, error) {
		se := s.table(by, t, s.now())
		se.settle()
		return s.insert(ctx, by.Event, se)
	})
}

// insert stores a new session with what is due about it.
func (s *Service) insert(ctx context.Context, event string, se Session) (Session, error) {
	se.Next = se.next(se.Created)
	return se, s.store.Insert(ctx, event, se)
}

// MayStart is what Start would refuse in a place where nothing is played, for those
// who make the place first.
func (s *Service) MayStart(ctx context.Context, by Origin, t Table) error {
	return s.mayOpen(ctx, by, t.Place)
}

// table is a session at its first revision.
func (s *Service) table(by Origin, t Table, now time.Time) Session {
	return Session{
		ID: s.newID(), Place: t.Place, Seats: t.Seats, Starter: by.Player, Locale: t.Locale,
		Seed: s.rand(), Odds: t.Odds, Game: game.NewGame(t.Position, t.Rules),
		Rev: 1, Turn: 1, NewCard: 1, Created: now, Touched: now,
		Clock: newClock(t.Timing), Casual: t.casualAtStart(), CasualTurn: 1,
	}
}

// settle takes over what the board says about the end of the game.
func (s *Session) settle() {
	if o := s.Game.Outcome(); o.Over() && !s.Study() {
		s.end(o)
	}
}

// Toss is one of the two sides at random.
func (s *Service) Toss() game.Color { return game.Color(s.rand() & 1) }
