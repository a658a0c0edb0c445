package match

import (
	"context"
	"time"

	"yeye/bot/id"
)

// A match that nobody touches must not hold its channel for ever, and must not be lost either: it is adjourned, and continues
// where it was when a player resumes it. Against a character that is after a day; between players after a week, and the player
// to move is reminded a day before. A match whose clock runs is not: the flag ends it. Where a live clock has not begun to run
// nobody came to play, and an hour is enough.
const (
	adjournUnbegun  = time.Hour
	adjournAlone    = 24 * time.Hour
	remindPeople    = 6 * 24 * time.Hour
	adjournReminded = 24 * time.Hour
)

// idle is what is due when a player is to move and does not.
func (m *Match) idle() Act {
	if m.FreeMove() {
		return Act{Adjourn, m.Touched.Add(adjournUnbegun)}
	}
	if !m.Mode.People {
		return Act{Adjourn, m.Touched.Add(adjournAlone)}
	}
	if m.Reminded {
		return Act{Adjourn, m.Touched.Add(adjournReminded)}
	}
	return Act{Remind, m.Touched.Add(remindPeople)}
}

// Remind records that the player to move of a match, as it was read, is reminded.
func (s *Service) Remind(ctx context.Context, m *Match) (Change, error) {
	return s.due(ctx, s.asRead(m), Remind, Reminding, func(c *Change) error {
		c.Match.Reminded = true
		return nil
	})
}

// Adjourn adjourns an untouched match, as it was read; its channel is free.
func (s *Service) Adjourn(ctx context.Context, m *Match) (Change, error) {
	return s.due(ctx, s.asRead(m), Adjourn, Paused, func(c *Change) error {
		c.Match.adjourn()
		return nil
	})
}

func (m *Match) adjourn() { m.Status, m.Offer = Adjourned, Offer{} }

// Resume continues a match that was adjourned. Where its channel is being played in meanwhile it is an [*OccupiedError].
func (s *Service) Resume(ctx context.Context, by Actor, match id.Match) (Change, error) {
	return s.do(ctx, by, s.byID(match), Resumed, func(c *Change) error {
		m := &c.Match
		side, seated := m.SeatOf(by.Player)
		switch {
		case !seated:
			return ErrNotSeated
		case m.Status != Adjourned:
			return ErrStale
		case m.Ruling == Held:
			return ErrHeld
		}
		m.Status = Open
		m.Acted[side] = s.db.Now()
		return nil
	})
}
